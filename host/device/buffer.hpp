// A buffer of the simulated device: pages, and where each of them lies.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "host/cores/core_coord.hpp"

namespace tessera::host {

// l1_small and trace are the ends of L1 and of the DRAM's banks that a device sets aside when it is opened.
enum class BufferType : std::uint8_t { dram, l1, l1_small, trace };

inline bool in_dram(BufferType type) { return type == BufferType::dram || type == BufferType::trace; }

// The pages of a buffer that is spread over chosen banks in pieces, and not round robin over all of them.
struct Shards {
    struct Place {
        std::uint32_t bank;  // index into banks
        std::uint32_t row;   // of that bank
    };
    std::vector<CoreCoord> banks;     // logical cores; of DRAM the bank's number is x
    std::vector<Place> pages;         // one for each page
    std::uint64_t rows_per_bank = 0;  // with those that hold no page
};

// What create_buffer may be told beyond sizes.
struct Placement {
    BufferType type = BufferType::dram;
    std::shared_ptr<const Shards> shards = nullptr;       // nothing: page p lies in bank p % banks
    std::optional<bool> bottom_up = std::nullopt;         // DRAM from the bottom and L1 from the top unless said
    std::optional<std::uint32_t> address = std::nullopt;  // memory that another buffer holds, or nobody
};

// Every row of a bank is as long as the page rounded up to the memory's alignment (spec/kernel-api.md 2.4, 5.4). The
// address is bank-relative and the same in every bank.
class Buffer {
  public:
    std::uint32_t address() const { return address_; }
    std::uint64_t size() const { return size_; }             // bytes
    std::uint32_t page_size() const { return page_bytes_; }  // bytes
    std::uint32_t row_size() const { return row_bytes_; }    // step from row to row of a bank
    std::uint64_t num_pages() const { return size_ / page_bytes_; }
    std::uint64_t bank_bytes() const { return bank_bytes_; }  // taken of each bank
    BufferType type() const { return type_; }
    const std::shared_ptr<const Shards>& shards() const { return shards_; }

    bool is_allocated() const { return release_ != nullptr; }
    // Gives the memory back now; the buffer can no longer be written or read.
    void release() {
        if (release_) release_();
        release_ = nullptr;
    }
    ~Buffer() { release(); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

  private:
    friend class Device;
    Buffer() = default;
    std::uint32_t address_ = 0;
    std::uint64_t size_ = 0, bank_bytes_ = 0;
    std::uint32_t page_bytes_ = 0, row_bytes_ = 0;
    BufferType type_ = BufferType::dram;
    std::shared_ptr<const Shards> shards_;
    std::function<void()> release_;
};

}  // namespace tessera::host
