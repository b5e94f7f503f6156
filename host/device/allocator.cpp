#include "host/device/allocator.hpp"

namespace tessera::host {

std::optional<std::uint64_t> Allocator::allocate_dram(std::uint64_t bytes, std::uint64_t alignment) {
    std::uint64_t at = (dram_.begin + alignment - 1) / alignment * alignment;
    for (const auto& [begin, end] : dram_.used) {
        if (at + bytes <= begin) break;
        at = (end + alignment - 1) / alignment * alignment;
    }
    if (at + bytes > dram_.end) return std::nullopt;
    dram_.used[at] = at + bytes;
    return at;
}

std::optional<std::uint64_t> Allocator::allocate_l1(std::uint64_t bytes, std::uint64_t alignment) {
    std::uint64_t top = l1_.end;
    for (auto it = l1_.used.rbegin(); it != l1_.used.rend(); ++it) {
        if (it->second + bytes <= top && (top - bytes) / alignment * alignment >= it->second) break;
        top = it->first;
    }
    if (top < l1_.begin + bytes) return std::nullopt;
    const std::uint64_t at = (top - bytes) / alignment * alignment;
    if (at < l1_.begin) return std::nullopt;
    l1_.used[at] = at + bytes;
    return at;
}

}  // namespace tessera::host
