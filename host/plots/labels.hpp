// Where the names of points go in a plot: beside their points and within the frame, over no other name and no mark
// where there is room.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tessera::accuracy {

// In pixels from the lower left corner of the frame.
struct Box {
    double left = 0, bottom = 0, width = 0, height = 0;
    double right() const { return left + width; }
    double top() const { return bottom + height; }
};

struct Spot {
    double x = 0, y = 0;
};

struct NamedSpot {
    Spot at;
    std::size_t characters = 0;
};

// A box a name, in their order. `marks` are drawn points, those that have the names too.
std::vector<Box> place_labels(std::span<const NamedSpot> names, std::span<const Spot> marks, double width,
                              double height);

// Where a line from a spot to a box ends.
Spot line_end(const Box& box, const Spot& spot);

}  // namespace tessera::accuracy
