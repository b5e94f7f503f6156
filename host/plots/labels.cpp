#include "host/plots/labels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera::accuracy {
namespace {

// Sans serif of 14 pixels, as wide as its usual fonts are on average; `host/plots/axis.cpp` chooses it.
constexpr double character_width = 8.4, line_height = 17;
constexpr double mark_size = 12, gap = 10, from_frame = 4;
constexpr int most_lines_away = 14;

double overlap(const Box& a, const Box& b) {
    return std::max(0.0, std::min(a.right(), b.right()) - std::max(a.left, b.left)) *
           std::max(0.0, std::min(a.top(), b.top()) - std::max(a.bottom, b.bottom));
}

double away(const Box& box, const Spot& spot) {
    const Spot end = line_end(box, spot);
    return std::hypot(end.x - spot.x, end.y - spot.y);
}

// Beside the point, above and below it, and on lines farther away; all of them within the frame.
std::vector<Box> candidates(const NamedSpot& name, double width, double height) {
    const double own = character_width * static_cast<double>(name.characters);
    std::vector<Box> boxes;
    for (int line = 0; line <= most_lines_away; ++line)
        for (const int up : {line, -line})
            for (const double left : {name.at.x + gap, name.at.x - gap - own, name.at.x - own / 2}) {
                Box box{left, name.at.y - line_height / 2 + up * line_height, own, line_height};
                box.left = std::max(from_frame, std::min(box.left, width - own - from_frame));
                box.bottom = std::max(from_frame, std::min(box.bottom, height - line_height - from_frame));
                boxes.push_back(box);
            }
    return boxes;
}

}  // namespace

Spot line_end(const Box& box, const Spot& spot) {
    return {std::clamp(spot.x, box.left, box.right()), std::clamp(spot.y, box.bottom, box.top())};
}

std::vector<Box> place_labels(std::span<const NamedSpot> names, std::span<const Spot> marks, double width,
                              double height) {
    // A name over another cannot be read, one over a mark hides it; both are worse than any distance.
    constexpr double over_name = 1e6, over_mark = 1e3;
    std::vector<Box> placed;
    for (const NamedSpot& name : names) {
        Box best;
        double least = std::numeric_limits<double>::infinity();
        for (const Box& box : candidates(name, width, height)) {
            double price = away(box, name.at);
            for (const Box& other : placed) price += over_name * overlap(box, other);
            for (const Spot& mark : marks)
                price +=
                    over_mark * overlap(box, {mark.x - mark_size / 2, mark.y - mark_size / 2, mark_size, mark_size});
            if (price < least) {
                least = price;
                best = box;
            }
        }
        placed.push_back(best);
    }
    return placed;
}

}  // namespace tessera::accuracy
