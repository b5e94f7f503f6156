// Sets of rows, columns, tiles and cores in words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::views {

struct Described {
    std::string text;     // empty: all of them
    bool regular = true;  // false: only counted, "12 of 64 rows"
};

// "row 7", "the last row", "rows 16 to 31", "every second row from 1", "rows 1, 5 and 9", "12 of 64 rows".
Described in_words(const std::vector<bool>& set, std::string_view noun);

std::size_t members(const std::vector<bool>& set);

}  // namespace tessera::views
