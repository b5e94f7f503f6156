// Where buffers lie: deterministic, first fit from one end of a memory, the same address in every bank
// (spec/kernel-api.md 5.4). Addresses are multiples of the DRAM's alignment in L1 too, as the vendor's, so that a
// transfer between the two is aligned whatever was allocated before.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>

namespace tessera::host {

template <std::unsigned_integral T>
constexpr T round_up(T value, T unit) {
    return (value + unit - 1) / unit * unit;
}

class Allocator {
  public:
    // Ends that are no multiples of the alignment are not used to the last byte.
    Allocator(std::uint64_t begin, std::uint64_t end, std::uint64_t alignment);

    std::optional<std::uint64_t> allocate(std::uint64_t bytes, bool bottom_up);
    void free(std::uint64_t address) { used_.erase(address); }

    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    std::uint64_t lowest_used() const { return used_.empty() ? end_ : used_.begin()->first; }
    const std::map<std::uint64_t, std::uint64_t>& used() const { return used_; }  // begin to end

  private:
    std::uint64_t begin_, end_, alignment_;
    std::map<std::uint64_t, std::uint64_t> used_;
};

}  // namespace tessera::host
