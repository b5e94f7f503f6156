#pragma once

#include <span>
#include <vector>

namespace tt::stl {

template <class T, std::size_t Extent = std::dynamic_extent>
using Span = std::span<T, Extent>;

template <class T>
Span<const T> make_const_span(const std::vector<T>& values) {
    return values;
}
template <class T>
Span<T> make_span(std::vector<T>& values) {
    return values;
}

}  // namespace tt::stl

namespace ttsl = tt::stl;
