#include "tt-metalium/mesh_coord.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

namespace {

std::string list(tt::stl::Span<const std::uint32_t> numbers) {
    return fmt::format("{}", fmt::join(numbers.begin(), numbers.end(), ", "));
}

MeshCoordinate last_of(const MeshShape& shape) {
    std::vector<std::uint32_t> ends(shape.view().begin(), shape.view().end());
    for (std::uint32_t& end : ends) {
        if (end == 0) throw InputError(fmt::format("a range over a mesh of [{}], which is empty", list(shape.view())));
        --end;
    }
    return MeshCoordinate(tt::stl::Span<const std::uint32_t>(ends));
}

MeshCoordinate place(const MeshCoordinateRange& range, std::size_t index) {
    const MeshShape shape = range.shape();
    std::vector<std::uint32_t> at(shape.dims());
    for (std::size_t i = 0; i < at.size(); ++i)
        at[i] =
            range.start_coord().coords()[i] + static_cast<std::uint32_t>(index / shape.get_stride(i) % shape.view()[i]);
    return MeshCoordinate(tt::stl::Span<const std::uint32_t>(at));
}

}  // namespace

bool MeshShape::is_line_topology() const {
    return std::ranges::count_if(view(), [](std::uint32_t side) { return side != 1; }) <= 1;
}

std::size_t to_linear_index(const MeshShape& shape, const MeshCoordinate& at) {
    std::size_t index = 0;
    bool inside = shape.dims() == at.dims();
    for (std::size_t i = 0; inside && i < at.dims(); ++i) {
        inside = at.coords()[i] < shape.view()[i];
        index += at.coords()[i] * shape.get_stride(i);
    }
    if (!inside)
        throw InputError(fmt::format("({}) is outside a mesh of [{}] devices", list(at.coords()), list(shape.view())));
    return index;
}

MeshCoordinateRange::MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end)
    : start_(start), end_(end) {
    bool ordered = start.dims() == end.dims();
    for (std::size_t i = 0; ordered && i < start.dims(); ++i) ordered = start.coords()[i] <= end.coords()[i];
    if (!ordered)
        throw InputError(fmt::format("a range of a mesh from ({}) to ({}); give the first and the last place",
                                     list(start.coords()), list(end.coords())));
}

MeshCoordinateRange::MeshCoordinateRange(const MeshShape& shape)
    : MeshCoordinateRange(MeshCoordinate::zero_coordinate(shape.dims()), last_of(shape)) {}

MeshShape MeshCoordinateRange::shape() const {
    std::vector<std::uint32_t> sides;
    for (std::size_t i = 0; i < dims(); ++i) sides.push_back(end_.coords()[i] - start_.coords()[i] + 1);
    return MeshShape(tt::stl::Span<const std::uint32_t>(sides));
}

bool MeshCoordinateRange::contains(const MeshCoordinate& at) const {
    bool inside = at.dims() == dims();
    for (std::size_t i = 0; inside && i < dims(); ++i)
        inside = at.coords()[i] >= start_.coords()[i] && at.coords()[i] <= end_.coords()[i];
    return inside;
}

bool MeshCoordinateRange::intersects(const MeshCoordinateRange& other) const {
    bool touch = other.dims() == dims();
    for (std::size_t i = 0; touch && i < dims(); ++i)
        touch = other.end_.coords()[i] >= start_.coords()[i] && other.start_.coords()[i] <= end_.coords()[i];
    return touch;
}

std::vector<MeshCoordinate> MeshCoordinateRange::coords() const {
    std::vector<MeshCoordinate> out;
    for (const MeshCoordinate& at : *this) out.push_back(at);
    return out;
}

MeshCoordinate MeshCoordinateRange::Iterator::operator*() const { return place(*range_, index_); }

void MeshCoordinateRangeSet::merge(const MeshCoordinateRange& range) {
    if (std::ranges::none_of(ranges_, [&](const auto& other) { return other.intersects(range); })) {
        ranges_.push_back(range);
        return;
    }
    for (const MeshCoordinate& at : range)
        if (std::ranges::none_of(ranges_, [&](const auto& other) { return other.contains(at); }))
            ranges_.emplace_back(at);
}

std::vector<MeshCoordinate> MeshCoordinateRangeSet::coords() const {
    std::vector<MeshCoordinate> out;
    for (const MeshCoordinateRange& range : ranges_)
        for (const MeshCoordinate& at : range) out.push_back(at);
    return out;
}

MeshCoordinateRangeSet subtract(const MeshCoordinateRange& from, const MeshCoordinateRange& what) {
    if (!from.intersects(what)) return MeshCoordinateRangeSet(from);
    MeshCoordinateRangeSet out;
    for (const MeshCoordinate& at : from)
        if (!what.contains(at)) out.merge(MeshCoordinateRange(at));
    return out;
}

std::ostream& operator<<(std::ostream& out, const MeshCoordinate& at) {
    return out << "MeshCoordinate([" << list(at.coords()) << "])";
}
std::ostream& operator<<(std::ostream& out, const MeshShape& shape) {
    return out << "MeshShape([" << list(shape.view()) << "])";
}
std::ostream& operator<<(std::ostream& out, const MeshCoordinateRange& range) {
    return out << "MeshCoordinateRange(start=" << range.start_coord() << ", end=" << range.end_coord() << ')';
}

}  // namespace tt::tt_metal::distributed
