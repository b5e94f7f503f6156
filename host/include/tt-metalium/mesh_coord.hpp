// Places in a mesh of devices, of any rank.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "assert.hpp"
#include "span.hpp"

namespace tt::tt_metal::distributed {

// Up to five numbers. Equal ones are equal in rank too.
class MeshNumbers {
  public:
    constexpr explicit MeshNumbers(tt::stl::Span<const std::uint32_t> numbers) : rank_(numbers.size()) {
        if (rank_ > at_.size()) tt::assert::fail(__FILE__, __LINE__, "a mesh of more than five dimensions");
        for (std::size_t i = 0; i < rank_; ++i) at_[i] = numbers[i];
    }
    constexpr MeshNumbers(std::initializer_list<std::uint32_t> numbers)
        : MeshNumbers(tt::stl::Span<const std::uint32_t>(numbers.begin(), numbers.size())) {}
    constexpr std::size_t dims() const { return rank_; }
    constexpr std::uint32_t operator[](std::int32_t dim) const {
        const std::int32_t from_front = dim < 0 ? dim + static_cast<std::int32_t>(rank_) : dim;
        if (from_front < 0 || from_front >= static_cast<std::int32_t>(rank_))
            tt::assert::fail(__FILE__, __LINE__, "no such dimension of a mesh");
        return at_[static_cast<std::size_t>(from_front)];
    }
    friend constexpr auto operator<=>(const MeshNumbers&, const MeshNumbers&) = default;

  protected:
    constexpr tt::stl::Span<const std::uint32_t> numbers() const { return {at_.data(), rank_}; }

  private:
    std::size_t rank_;
    std::array<std::uint32_t, 5> at_{};
};

class MeshCoordinate : public MeshNumbers {
  public:
    using MeshNumbers::MeshNumbers;
    constexpr explicit MeshCoordinate(std::uint32_t x) : MeshNumbers({x}) {}
    constexpr MeshCoordinate(std::uint32_t row, std::uint32_t column) : MeshNumbers({row, column}) {}
    constexpr MeshCoordinate(std::uint32_t x, std::uint32_t y, std::uint32_t z) : MeshNumbers({x, y, z}) {}
    static MeshCoordinate zero_coordinate(std::size_t dims) {
        return MeshCoordinate(tt::stl::Span<const std::uint32_t>(std::vector<std::uint32_t>(dims, 0)));
    }
    constexpr tt::stl::Span<const std::uint32_t> coords() const { return numbers(); }
    friend constexpr auto operator<=>(const MeshCoordinate&, const MeshCoordinate&) = default;
};

class MeshShape : public MeshNumbers {
  public:
    using MeshNumbers::MeshNumbers;
    constexpr explicit MeshShape(std::uint32_t x) : MeshNumbers({x}) {}
    constexpr MeshShape(std::uint32_t rows, std::uint32_t columns) : MeshNumbers({rows, columns}) {}
    constexpr MeshShape(std::uint32_t x, std::uint32_t y, std::uint32_t z) : MeshNumbers({x, y, z}) {}
    constexpr std::size_t mesh_size() const {
        std::size_t devices = 1;
        for (const std::uint32_t side : numbers()) devices *= side;
        return devices;
    }
    constexpr std::size_t get_stride(std::size_t dim) const {
        std::size_t step = 1;
        for (std::size_t i = dim + 1; i < dims(); ++i) step *= numbers()[i];
        return step;
    }
    constexpr tt::stl::Span<const std::uint32_t> view() const { return numbers(); }
    bool is_line_topology() const;  // all sides but one are 1
    friend constexpr auto operator<=>(const MeshShape&, const MeshShape&) = default;
};

// InputError outside the shape.
std::size_t to_linear_index(const MeshShape& shape, const MeshCoordinate& at);

// Both ends belong to it; its places come in row-major order.
class MeshCoordinateRange {
  public:
    MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end);  // InputError unless start <= end
    explicit MeshCoordinateRange(const MeshCoordinate& at) : MeshCoordinateRange(at, at) {}
    explicit MeshCoordinateRange(const MeshShape& shape);
    std::size_t dims() const { return start_.dims(); }
    const MeshCoordinate& start_coord() const { return start_; }
    const MeshCoordinate& end_coord() const { return end_; }
    MeshShape shape() const;
    bool contains(const MeshCoordinate& at) const;
    bool contains(const MeshCoordinateRange& other) const { return contains(other.start_) && contains(other.end_); }
    bool intersects(const MeshCoordinateRange& other) const;
    friend auto operator<=>(const MeshCoordinateRange&, const MeshCoordinateRange&) = default;

    std::vector<MeshCoordinate> coords() const;
    class Iterator {
      public:
        Iterator(const MeshCoordinateRange& range, std::size_t index) : range_(&range), index_(index) {}
        MeshCoordinate operator*() const;
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

      private:
        const MeshCoordinateRange* range_;
        std::size_t index_;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, shape().mesh_size()}; }

  private:
    MeshCoordinate start_, end_;
};

// Ranges of which none overlaps another.
class MeshCoordinateRangeSet {
  public:
    MeshCoordinateRangeSet() = default;
    explicit MeshCoordinateRangeSet(const MeshCoordinateRange& range) : ranges_{range} {}
    void merge(const MeshCoordinateRange& range);  // what is there already is left out
    const std::vector<MeshCoordinateRange>& ranges() const { return ranges_; }
    bool empty() const { return ranges_.empty(); }
    std::size_t size() const { return ranges_.size(); }
    std::vector<MeshCoordinate> coords() const;
    friend bool operator==(const MeshCoordinateRangeSet&, const MeshCoordinateRangeSet&) = default;

  private:
    std::vector<MeshCoordinateRange> ranges_;
};

// Its places that another range lacks, one by one.
MeshCoordinateRangeSet subtract(const MeshCoordinateRange& from, const MeshCoordinateRange& what);

// A place of a mesh and the value there; takes part in structured bindings.
template <class T>
class MeshCoordinateValueProxy {
  public:
    MeshCoordinateValueProxy(const MeshCoordinate& coord, T& value) : coord_(coord), value_(&value) {}
    const MeshCoordinate& coord() const { return coord_; }
    T& value() const { return *value_; }
    template <std::size_t index>
    decltype(auto) get() const {
        if constexpr (index == 0)
            return coord();
        else
            return value();
    }

  private:
    MeshCoordinate coord_;
    T* value_;
};

// A value for each place.
template <class T>
class MeshContainer {
    template <class Container, class Value>
    class Iterator {
      public:
        Iterator(Container& container, std::size_t index) : container_(&container), index_(index) {}
        // Valid until the iterator moves on, so that loops may bind it by reference.
        MeshCoordinateValueProxy<Value>& operator*() const {
            return current_.emplace(*MeshCoordinateRange::Iterator(container_->range_, index_),
                                    container_->values_[index_]);
        }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

      private:
        Container* container_;
        std::size_t index_;
        mutable std::optional<MeshCoordinateValueProxy<Value>> current_ = std::nullopt;
    };

  public:
    // Row by row.
    auto begin() { return Iterator<MeshContainer, T>(*this, 0); }
    auto end() { return Iterator<MeshContainer, T>(*this, values_.size()); }
    auto begin() const { return Iterator<const MeshContainer, const T>(*this, 0); }
    auto end() const { return Iterator<const MeshContainer, const T>(*this, values_.size()); }
    const MeshCoordinateRange& coord_range() const { return range_; }
    MeshContainer(const MeshShape& shape, const T& value)
        : shape_(shape), range_(shape), values_(shape.mesh_size(), value) {}
    MeshContainer(const MeshShape& shape, std::vector<T> values)
        : shape_(shape), range_(shape), values_(std::move(values)) {}
    const MeshShape& shape() const { return shape_; }
    T& at(const MeshCoordinate& place) { return values_.at(to_linear_index(shape_, place)); }
    const T& at(const MeshCoordinate& place) const { return values_.at(to_linear_index(shape_, place)); }
    std::vector<T>& values() { return values_; }
    const std::vector<T>& values() const { return values_; }

  private:
    MeshShape shape_;
    MeshCoordinateRange range_;
    std::vector<T> values_;
};

std::ostream& operator<<(std::ostream& out, const MeshCoordinate& at);
std::ostream& operator<<(std::ostream& out, const MeshShape& shape);
std::ostream& operator<<(std::ostream& out, const MeshCoordinateRange& range);

}  // namespace tt::tt_metal::distributed

template <class T>
struct std::tuple_size<tt::tt_metal::distributed::MeshCoordinateValueProxy<T>>
    : std::integral_constant<std::size_t, 2> {};
template <class T>
struct std::tuple_element<0, tt::tt_metal::distributed::MeshCoordinateValueProxy<T>> {
    using type = const tt::tt_metal::distributed::MeshCoordinate;
};
template <class T>
struct std::tuple_element<1, tt::tt_metal::distributed::MeshCoordinateValueProxy<T>> {
    using type = T;
};

template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinate> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshCoordinate& at) const noexcept {
        std::size_t sum = at.dims();
        for (const std::uint32_t number : at.coords()) sum = sum * 0x9E3779B97F4A7C15 + number;
        return sum;
    }
};
