// Places in a mesh of devices, which is always 1 x 1.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace tt::tt_metal::distributed {

class MeshCoordinate {
  public:
    constexpr MeshCoordinate(std::uint32_t row, std::uint32_t column) : at_{row, column} {}
    constexpr std::uint32_t operator[](std::size_t dim) const { return at_[dim]; }
    friend constexpr auto operator<=>(const MeshCoordinate&, const MeshCoordinate&) = default;

  private:
    std::array<std::uint32_t, 2> at_;
};

class MeshShape {
  public:
    constexpr MeshShape(std::uint32_t rows, std::uint32_t columns) : sides_{rows, columns} {}
    constexpr std::uint32_t operator[](std::size_t dim) const { return sides_[dim]; }
    constexpr std::size_t dims() const { return sides_.size(); }
    constexpr std::size_t mesh_size() const { return std::size_t{sides_[0]} * sides_[1]; }
    friend constexpr auto operator<=>(const MeshShape&, const MeshShape&) = default;

  private:
    std::array<std::uint32_t, 2> sides_;
};

// Both ends belong to it.
class MeshCoordinateRange {
  public:
    constexpr MeshCoordinateRange(MeshCoordinate start, MeshCoordinate end) : start_(start), end_(end) {}
    constexpr explicit MeshCoordinateRange(MeshCoordinate at) : start_(at), end_(at) {}
    constexpr explicit MeshCoordinateRange(const MeshShape& shape) : start_(0, 0), end_(shape[0] - 1, shape[1] - 1) {}
    constexpr const MeshCoordinate& start_coord() const { return start_; }
    constexpr const MeshCoordinate& end_coord() const { return end_; }
    friend constexpr auto operator<=>(const MeshCoordinateRange&, const MeshCoordinateRange&) = default;

  private:
    MeshCoordinate start_, end_;
};

}  // namespace tt::tt_metal::distributed
