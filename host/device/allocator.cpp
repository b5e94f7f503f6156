#include "host/device/allocator.hpp"

#include <algorithm>

namespace tessera::host {
Allocator::Allocator(std::uint64_t begin, std::uint64_t end, std::uint64_t alignment)
    : begin_(round_up(begin, alignment)), end_(std::max(begin_, end / alignment * alignment)), alignment_(alignment) {}

std::optional<std::uint64_t> Allocator::allocate(std::uint64_t bytes, bool bottom_up) {
    const std::uint64_t taken = round_up(std::max<std::uint64_t>(bytes, 1), alignment_);
    if (taken > end_ - begin_) return std::nullopt;
    std::uint64_t at = begin_;
    if (bottom_up) {
        for (const auto& [begin, end] : used_) {
            if (at + taken <= begin) break;
            at = end;
        }
        if (at + taken > end_) return std::nullopt;
    } else {
        std::uint64_t top = end_;
        for (auto it = used_.rbegin(); it != used_.rend(); ++it) {
            if (it->second + taken <= top) break;
            top = it->first;
        }
        if (top < begin_ + taken) return std::nullopt;
        at = top - taken;
    }
    used_[at] = at + taken;
    return at;
}

}  // namespace tessera::host
