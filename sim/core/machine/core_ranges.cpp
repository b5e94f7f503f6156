#include "sim/core/machine/core_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace tessera::core {
namespace {

struct Rectangle {
    arch::Coord first, last;
    std::size_t cores() const {
        return static_cast<std::size_t>(last.x - first.x + 1) * static_cast<std::size_t>(last.y - first.y + 1);
    }
};

bool before(const arch::Coord& a, const arch::Coord& b) { return std::tuple(a.y, a.x) < std::tuple(b.y, b.x); }
using Cores = std::set<arch::Coord, decltype(&before)>;

// The rectangle from there, as wide as it goes and then as high.
Rectangle grown(const Cores& left, arch::Coord first) {
    arch::Coord last = first;
    while (left.contains({last.x + 1, last.y})) ++last.x;
    const auto row_is_there = [&](int y) {
        for (int x = first.x; x <= last.x; ++x)
            if (!left.contains({x, y})) return false;
        return true;
    };
    while (row_is_there(last.y + 1)) ++last.y;
    return {first, last};
}

}  // namespace

std::string cores_text(std::vector<arch::Coord> cores) {
    constexpr std::size_t most_rectangles = 3;
    Cores left(cores.begin(), cores.end(), before);
    const std::size_t all = left.size();
    std::string text = all == 1 ? "core " : "cores ";
    for (std::size_t i = 0; i < most_rectangles && !left.empty(); ++i) {
        const Rectangle one = grown(left, *left.begin());
        for (int y = one.first.y; y <= one.last.y; ++y)
            for (int x = one.first.x; x <= one.last.x; ++x) left.erase({x, y});
        text += fmt::format("{}({},{})", i == 0 ? "" : ", ", one.first.x, one.first.y);
        if (one.cores() > 1) text += fmt::format(" to ({},{})", one.last.x, one.last.y);
    }
    return left.empty() ? text : text + fmt::format(" and {} more", left.size());
}

}  // namespace tessera::core
