// How failed elements lie: in matrices, tiles and on cores; and the pattern that they follow, if any.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "sim/views/failures.hpp"

namespace tessera::views {

// An element by all that a pattern may depend on. A unit is a tile, or a row where there are no tiles.
struct ElementAt {
    std::size_t matrix, row, column, unit, row_in_tile, column_in_tile;
};

class Lie {
  public:
    Lie(const std::vector<std::size_t>& shape, const Written& written);

    std::size_t matrices = 1, rows = 1, columns = 1;  // of the last two dimensions
    bool tiled;

    std::size_t tiles_across() const { return (columns + 31) / 32; }
    std::size_t tiles_down() const { return (rows + 31) / 32; }
    std::size_t units() const { return tiled ? matrices * tiles_down() * tiles_across() : matrices * rows; }
    ElementAt spot(std::size_t index) const;
    int core_of(std::size_t unit) const { return unit < written_.core.size() ? written_.core[unit] : -1; }
    std::size_t cores() const { return written_.cores.size(); }
    std::string core_name(std::size_t core) const {
        return fmt::format("({},{})", written_.cores[core].x, written_.cores[core].y);
    }
    std::string name_of_unit(std::size_t unit) const;  // "tile 3 (row 0, column 3)"

  private:
    const Written& written_;
};

// Which of each kind occur among the failed elements.
struct FailedSets {
    explicit FailedSets(const Lie& lie);
    void add(const ElementAt& spot);
    std::vector<bool> matrices, rows, columns, units, rows_in_tile, columns_in_tile;
};

// Empty where they follow no pattern.
std::string words_of(const Lie& lie, const FailedSets& sets, std::size_t count);

}  // namespace tessera::views
