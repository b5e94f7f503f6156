#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <utility>

namespace tt::tt_metal {

class Shape2D final {
  public:
    constexpr Shape2D(std::size_t height, std::size_t width) : height_(height), width_(width) {}
    constexpr Shape2D(const std::pair<std::size_t, std::size_t>& sides) : Shape2D(sides.first, sides.second) {}
    constexpr Shape2D(const std::array<std::size_t, 2>& sides) : Shape2D(sides[0], sides[1]) {}
    constexpr Shape2D(const std::array<std::uint32_t, 2>& sides) : Shape2D(sides[0], sides[1]) {}

    constexpr std::size_t height() const { return height_; }
    constexpr std::size_t width() const { return width_; }
    constexpr operator std::pair<std::size_t, std::size_t>() const { return {height_, width_}; }
    constexpr operator std::array<std::size_t, 2>() const { return {height_, width_}; }
    constexpr operator std::array<std::uint32_t, 2>() const {
        return {static_cast<std::uint32_t>(height_), static_cast<std::uint32_t>(width_)};
    }
    friend constexpr bool operator==(const Shape2D&, const Shape2D&) = default;

  private:
    std::size_t height_, width_;
};

inline std::ostream& operator<<(std::ostream& out, const Shape2D& shape) {
    return out << '(' << shape.height() << ", " << shape.width() << ')';
}

}  // namespace tt::tt_metal
