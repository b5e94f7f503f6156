#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "shape_base.hpp"

namespace tt::tt_metal {

class Shape final : public ShapeBase {
  public:
    using ShapeBase::ShapeBase;

    std::size_t rank() const { return size(); }
    std::uint64_t volume() const;
    std::int32_t get_normalized_index(std::int32_t index) const;
    // With ones in front, or with leading ones left out. InputError when more than ones would go.
    Shape to_rank(std::size_t rank) const;
    std::string str() const;  // "Shape([2, 3])"
    friend bool operator==(const Shape&, const Shape&) = default;
};

std::ostream& operator<<(std::ostream& out, const Shape& shape);

// How far apart neighbours along each dimension lie, and where a place lies.
tt::stl::SmallVector<std::uint32_t> compute_strides(const Shape& shape);
std::size_t compute_flat_indices(tt::stl::Span<const std::uint32_t> indices,
                                 tt::stl::Span<const std::uint32_t> strides);

}  // namespace tt::tt_metal

template <>
struct fmt::formatter<tt::tt_metal::Shape> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const tt::tt_metal::Shape& shape, Context& context) const {
        return fmt::formatter<std::string>::format(shape.str(), context);
    }
};
