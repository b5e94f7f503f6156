// Logical cores, rectangles of them and sets of rectangles, with the vendor's meaning (spec/kernel-api.md 5.3).
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace tessera::host {

struct CoreCoord {
    std::size_t x = 0, y = 0;
    constexpr CoreCoord() = default;
    constexpr CoreCoord(std::size_t x_, std::size_t y_) : x(x_), y(y_) {}
    friend constexpr auto operator<=>(const CoreCoord&, const CoreCoord&) = default;  // by x, then y
    std::string str() const;                                                          // "(x=1,y=2)"
};

// Both ends belong to the rectangle. end >= start in x and y, else InputError.
struct CoreRange {
    CoreCoord start_coord, end_coord;

    CoreRange(CoreCoord core) : start_coord(core), end_coord(core) {}
    CoreRange(CoreCoord start, CoreCoord end);

    bool contains(const CoreCoord& core) const;
    bool contains(const CoreRange& other) const;
    bool intersects(const CoreRange& other) const;
    std::optional<CoreRange> intersection(const CoreRange& other) const;
    bool adjacent(const CoreRange& other) const;  // share no core, but an edge of at least one core's length
    // Touching or overlapping rectangles with equal extent in one direction become one; else nothing.
    std::optional<CoreRange> merge(const CoreRange& other) const;
    CoreCoord grid_size() const;  // width and height
    std::size_t size() const;     // number of cores
    std::string str() const;      // "[(x=0,y=0) - (x=1,y=2)]"

    friend auto operator<=>(const CoreRange&, const CoreRange&) = default;  // by start, then end

    // The cores row by row, x fastest.
    class Iterator {
      public:
        using value_type = CoreCoord;
        using reference = const CoreCoord&;
        using pointer = const CoreCoord*;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;

        Iterator() = default;
        Iterator(CoreCoord at, std::size_t first_x, std::size_t last_x) : at_(at), first_x_(first_x), last_x_(last_x) {}
        reference operator*() const { return at_; }
        pointer operator->() const { return &at_; }
        Iterator& operator++() {
            if (at_.x++ == last_x_) at_ = {first_x_, at_.y + 1};
            return *this;
        }
        Iterator operator++(int) {
            Iterator old = *this;
            ++*this;
            return old;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

      private:
        CoreCoord at_;
        std::size_t first_x_ = 0, last_x_ = 0;
    };
    Iterator begin() const { return {start_coord, start_coord.x, end_coord.x}; }
    Iterator end() const { return {{start_coord.x, end_coord.y + 1}, start_coord.x, end_coord.x}; }
};

// Disjoint rectangles in the order given; overlap is an InputError. A list of cores is merged first.
class CoreRangeSet {
  public:
    CoreRangeSet() = default;
    CoreRangeSet(const CoreRange& range) : ranges_{range} {}
    CoreRangeSet(CoreCoord core) : ranges_{CoreRange(core)} {}
    explicit CoreRangeSet(std::vector<CoreRange> ranges);
    explicit CoreRangeSet(std::span<const CoreCoord> cores);
    // A template, so that a braced list of ranges means the vector.
    template <class Compare>
    explicit CoreRangeSet(const std::set<CoreRange, Compare>& ranges)
        : CoreRangeSet(std::vector<CoreRange>(ranges.begin(), ranges.end())) {}

    void validate_no_overlap() const;  // InputError otherwise; no set is made of ranges that overlap
    const std::vector<CoreRange>& ranges() const { return ranges_; }
    bool empty() const { return ranges_.empty(); }
    std::size_t size() const { return ranges_.size(); }
    std::size_t num_cores() const;
    bool contains(const CoreCoord& core) const;
    bool contains(const CoreRange& range) const;  // every core of it
    bool contains(const CoreRangeSet& other) const;
    bool intersects(const CoreRange& range) const;
    bool intersects(const CoreRangeSet& other) const;

    // All cores painted on a grid; row by row from the top, each maximal run lengthens the rectangle that ends in the
    // row above if the two line up in x, else starts one; the rectangles are sorted. The argument may overlap the set.
    CoreRangeSet merge(std::span<const CoreRange> other) const;
    CoreRangeSet merge(const CoreRangeSet& other) const { return merge(other.ranges()); }
    CoreRangeSet merge_ranges() const { return merge(std::span<const CoreRange>{}); }
    CoreRangeSet intersection(const CoreRangeSet& other) const;  // pairwise, in the order of this set
    CoreRangeSet subtract(const CoreRangeSet& other) const;      // merged
    CoreRange bounding_box() const;                              // InputError when empty
    std::string str() const;                                     // "{[...], [...]}"

    auto begin() const { return ranges_.begin(); }
    auto end() const { return ranges_.end(); }
    friend bool operator==(const CoreRangeSet& a, const CoreRangeSet& b);  // the same rectangles in any order

  private:
    std::vector<CoreRange> ranges_;
};

}  // namespace tessera::host

template <>
struct fmt::formatter<tessera::host::CoreCoord> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const tessera::host::CoreCoord& core, Context& context) const {
        return fmt::formatter<std::string>::format(core.str(), context);
    }
};
