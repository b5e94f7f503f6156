#include "sim/core/owners.hpp"

#include <algorithm>

namespace tessera::core {

void Owners::add(Owner owner) {
    for (const Owner& other : all_) {
        if (other.end <= owner.begin || owner.end <= other.begin) continue;
        if (other.begin <= owner.begin && owner.end <= other.end) return;
        if (other.begin <= owner.begin)
            owner.begin = other.end;
        else
            owner.end = other.begin;
    }
    if (owner.begin >= owner.end) return;
    all_.insert(std::ranges::upper_bound(all_, owner.begin, {}, &Owner::begin), std::move(owner));
}

const Owner* Owners::at(std::uint32_t address) const {
    const auto next = std::ranges::upper_bound(all_, address, {}, &Owner::begin);
    if (next == all_.begin() || std::prev(next)->end <= address) return nullptr;
    return &*std::prev(next);
}

const Owner* Owners::behind(std::uint32_t address) const {
    const auto next = std::ranges::lower_bound(all_, address, {}, &Owner::begin);
    return next == all_.end() ? nullptr : &*next;
}

}  // namespace tessera::core
