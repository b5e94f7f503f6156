#include "tt-metalium/shape.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

std::size_t ShapeBase::at(std::int32_t index) const {
    const auto rank = static_cast<std::int32_t>(size());
    if (index < -rank || index >= rank)
        throw InputError(fmt::format("dimension {} of a shape of {}; they are {} to {}", index, rank, -rank, rank - 1));
    return static_cast<std::size_t>(index < 0 ? index + rank : index);
}

std::uint64_t Shape::volume() const {
    std::uint64_t product = 1;
    for (const std::uint32_t size : view()) product *= size;
    return product;
}

std::int32_t Shape::get_normalized_index(std::int32_t index) const {
    return index < 0 ? index + static_cast<std::int32_t>(rank()) : index;
}

Shape Shape::to_rank(std::size_t wanted) const {
    tt::stl::SmallVector<std::uint32_t> sizes(begin(), end());
    while (sizes.size() < wanted) sizes.insert(sizes.begin(), 1);
    while (sizes.size() > wanted) {
        if (sizes.front() != 1) throw InputError(fmt::format("{} has no form of rank {}", str(), wanted));
        sizes.erase(sizes.begin());
    }
    return Shape(std::move(sizes));
}

std::string Shape::str() const { return fmt::format("Shape([{}])", fmt::join(begin(), end(), ", ")); }

std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.str(); }

tt::stl::SmallVector<std::uint32_t> compute_strides(const Shape& shape) {
    tt::stl::SmallVector<std::uint32_t> strides(shape.rank());
    std::uint32_t step = 1;
    for (std::size_t i = shape.rank(); i-- > 0;) {
        strides[i] = step;
        step *= shape.view()[i];
    }
    return strides;
}

std::size_t compute_flat_indices(tt::stl::Span<const std::uint32_t> indices,
                                 tt::stl::Span<const std::uint32_t> strides) {
    if (indices.size() != strides.size())
        throw InputError(fmt::format("{} indices and {} strides", indices.size(), strides.size()));
    std::size_t flat = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) flat += std::size_t{indices[i]} * strides[i];
    return flat;
}

}  // namespace tt::tt_metal
