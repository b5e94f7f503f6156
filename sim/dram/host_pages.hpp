// Memory of the host by whole pages, which come as zero and only where they are touched. Where a large part of it will
// be, pages of 2 MiB spare the host most of its page faults, which otherwise cost more than moving the bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::dram {

inline constexpr std::size_t large_page_bytes = std::size_t{2} << 20;

class HostPages {
  public:
    // `large` asks for large pages; the host may have none. Throws std::bad_alloc.
    HostPages(std::size_t bytes, bool large);
    HostPages(const HostPages&) = delete;
    HostPages& operator=(const HostPages&) = delete;
    ~HostPages();

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }

  private:
    std::uint8_t* data_;
    std::size_t bytes_;
};

// Asks for large pages in memory that somebody else has got and not touched yet.
void prefer_large_pages(void* begin, std::size_t bytes);

}  // namespace tessera::dram
