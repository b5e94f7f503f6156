// Where buffers lie: DRAM from the bottom of the banks up, L1 buffers from the top down; deterministic, first fit
// (spec/kernel-api.md 5.4).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace tessera::host {

class Allocator {
  public:
    Allocator(std::uint64_t dram_begin, std::uint64_t dram_end, std::uint64_t l1_begin, std::uint64_t l1_end)
        : dram_{dram_begin, dram_end, {}}, l1_{l1_begin, l1_end, {}} {}

    std::optional<std::uint64_t> allocate_dram(std::uint64_t bytes, std::uint64_t alignment);
    std::optional<std::uint64_t> allocate_l1(std::uint64_t bytes, std::uint64_t alignment);
    void free_dram(std::uint64_t address) { dram_.used.erase(address); }
    void free_l1(std::uint64_t address) { l1_.used.erase(address); }
    std::uint64_t lowest_l1() const { return l1_.used.empty() ? l1_.end : l1_.used.begin()->first; }

  private:
    struct Space {
        std::uint64_t begin, end;
        std::map<std::uint64_t, std::uint64_t> used;  // begin to end
    };
    Space dram_, l1_;
};

}  // namespace tessera::host
