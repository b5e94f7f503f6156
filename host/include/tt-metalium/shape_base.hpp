// A list of sizes of which the last is the fastest.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "../tt_stl/small_vector.hpp"

namespace tt::tt_metal {

class ShapeBase {
  public:
    ShapeBase() = default;
    ShapeBase(std::initializer_list<std::uint32_t> sizes) : value_(sizes) {}
    explicit ShapeBase(tt::stl::SmallVector<std::uint32_t> sizes) : value_(std::move(sizes)) {}
    explicit ShapeBase(tt::stl::Span<const std::uint32_t> sizes) : value_(sizes.begin(), sizes.end()) {}
    template <std::size_t N>
    explicit ShapeBase(const std::array<std::uint32_t, N>& sizes) : value_(sizes.begin(), sizes.end()) {}

    // Negative indices count from the end. InputError outside.
    std::uint32_t operator[](std::int32_t index) const { return value_[at(index)]; }
    std::uint32_t& operator[](std::int32_t index) { return value_[at(index)]; }

    bool empty() const { return value_.empty(); }
    std::size_t size() const { return value_.size(); }
    tt::stl::Span<const std::uint32_t> view() const { return value_; }
    auto cbegin() const { return value_.cbegin(); }
    auto cend() const { return value_.cend(); }
    auto begin() const { return value_.begin(); }
    auto end() const { return value_.end(); }
    friend bool operator==(const ShapeBase&, const ShapeBase&) = default;

  private:
    std::size_t at(std::int32_t index) const;
    tt::stl::SmallVector<std::uint32_t> value_;
};

}  // namespace tt::tt_metal
