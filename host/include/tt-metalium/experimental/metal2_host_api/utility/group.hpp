// Several of a kind, in no order that means anything.
#pragma once

#include <utility>
#include <vector>

namespace tt::tt_metal::experimental {

template <class T>
using Group = std::vector<T>;

template <class T>
T& add(Group<T>& group, T value) {
    return group.emplace_back(std::move(value));
}

}  // namespace tt::tt_metal::experimental
