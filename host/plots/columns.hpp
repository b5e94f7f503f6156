// Columns of a plot's data in few bytes, as the page of plots reads them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/plots/plot.hpp"

namespace tessera::accuracy {

// `"columns":[...],"series":[{"function":N,"rows":N,"data":"..."},...]`: the named columns of each block of rows, one
// after the other, as floats, the lowest byte first, in base64. `functions` says whose the blocks are. A blank line,
// where a curve breaks, is a row of NaN. Of more than `most_rows` rows of a block every second, third... is there.
std::string columns_json(const Plot& plot, std::span<const std::string_view> columns,
                         std::span<const std::size_t> functions, std::size_t most_rows);

std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace tessera::accuracy
