// Memory of the host by whole pages, which come as zero and only where they are touched. Large pages are not asked for:
// in a virtual machine that gives free memory back they are slower to come than many small ones.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tessera::dram {

class HostPages {
  public:
    explicit HostPages(std::size_t bytes);  // throws std::bad_alloc
    HostPages(const HostPages&) = delete;
    HostPages& operator=(const HostPages&) = delete;
    ~HostPages();

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }

  private:
    std::uint8_t* data_;
    std::size_t bytes_;
};

}  // namespace tessera::dram
