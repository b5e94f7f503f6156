// A failed check as a map: which elements lie beyond their bounds, by tile, face, row, column and core, in words where
// they follow a pattern, and as a picture:
//
//     failed 64 of 16384 elements (0.4 %): rows 16 to 31 of the last tile of each core
//     where  4 of 16 tiles; face 2: 32, face 3: 32; 16 of 32 rows, 64 of 512 columns
//     cores  (0,0) 16, (1,0) 16, (2,0) 16, (3,0) 16
//     map    32 x 512 elements, a mark is 2 x 8: . none, + some, # all
//            ................................................................
//     worst  element [0, 17, 96] is 1.5, exact 1, error 5.000e-01, bound 1.000e-03
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/screen.hpp"

namespace tessera::views {

struct FailedElement {
    std::size_t index = 0;  // flat
    double got = 0, exact = 0, bound = 0;
    double ratio = 0;  // error / bound
};

// Gathers elements beyond their bounds, in any order.
class Failures {
  public:
    static constexpr std::size_t most_listed = 10;

    void add(const FailedElement& element);
    std::size_t count() const { return count_; }
    std::size_t last() const { return last_; }                          // the largest index
    const std::vector<FailedElement>& worst() const { return worst_; }  // the worst first, of equals the first
    void each(const auto& visit) const {
        for (std::size_t word = 0; word < bits_.size(); ++word)
            for (std::size_t bit = 0; bit < 64; ++bit)
                if ((bits_[word] >> bit & 1) != 0) visit(word * 64 + bit);
    }

  private:
    std::vector<std::uint64_t> bits_;  // one an element
    std::size_t count_ = 0, last_ = 0;
    std::vector<FailedElement> worst_;
};

// What is known of where elements lie: in tiles of 32 x 32 or row by row, and which core wrote each tile or row last.
struct Written {
    bool tiles = false;
    std::vector<std::int32_t> core;  // by tile or row, index into `cores`, -1: not known; may be empty
    std::vector<arch::Coord> cores;  // logical
};

struct FailureMap {
    struct Part {
        std::string name;
        std::size_t failed = 0;
    };
    std::size_t count = 0, elements = 0;
    std::string words;               // where they lie; empty where they follow no pattern
    std::vector<std::size_t> shape;  // of the result
    bool tiled = false;
    std::size_t tiles_failed = 0, tiles = 0, rows_failed = 0, rows = 0, columns_failed = 0, columns = 0;
    std::array<std::size_t, 4> faces{};  // of all tiles together
    std::vector<Part> most_tiles;        // most first, at most ten
    std::vector<Part> cores;             // that wrote some of them, most first
    std::vector<FailedElement> worst;
    // The matrix of the last two dimensions with most of them, in cells: how many of its elements, row by row.
    struct Picture {
        std::size_t matrix = 0, matrices = 1, rows = 0, columns = 0;      // in elements
        std::size_t cell_rows = 1, cell_columns = 1, high = 0, wide = 0;  // elements a cell, cells
        std::vector<std::uint32_t> failed;
        std::size_t of(std::size_t y, std::size_t x) const;  // elements of that cell
    } picture;
};

// Elements that the shape does not hold are those of a list.
FailureMap failure_map(const Failures& failures, const std::vector<std::size_t>& shape, const Written& written);
std::string to_text(const FailureMap& map, const Screen& screen);
// Of that text the lines from "where" to "map", for elements that are listed otherwise.
std::string places_text(const FailureMap& map, const Screen& screen);
nlohmann::ordered_json to_json(const FailureMap& map);

// "[0, 6, 4]"
std::string element_place(const std::vector<std::size_t>& shape, std::size_t index);

}  // namespace tessera::views
