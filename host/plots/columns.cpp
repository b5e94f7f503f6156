#include "host/plots/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace tessera::accuracy {
namespace {

std::vector<std::string> split(std::string_view text, char mark) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(mark, at), text.size());
        parts.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

using Block = std::vector<std::vector<float>>;  // rows of the columns asked for

// Two blank lines part blocks; what follows a remark in the middle is no function's.
std::vector<Block> blocks_of(const Plot& plot, std::span<const std::string_view> columns) {
    const std::vector<std::string> lines = split(plot.data, '\n');
    const std::vector<std::string> names = split(std::string_view(lines[0]).substr(2), '\t');
    std::vector<std::size_t> at;
    for (const std::string_view column : columns)
        at.push_back(static_cast<std::size_t>(std::ranges::find(names, column) - names.begin()));
    std::vector<Block> blocks(1);
    std::size_t blank = 0;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].starts_with('#')) break;
        if (lines[i].empty()) {
            ++blank;
            continue;
        }
        if (blank > 1 && !blocks.back().empty()) blocks.emplace_back();
        if (blank == 1 && !blocks.back().empty())
            blocks.back().emplace_back(columns.size(), std::numeric_limits<float>::quiet_NaN());
        blank = 0;
        const std::vector<std::string> cells = split(lines[i], '\t');
        std::vector<float>& row = blocks.back().emplace_back();
        for (const std::size_t column : at)
            row.push_back(column < cells.size() ? static_cast<float>(std::strtod(cells[column].c_str(), nullptr)) : 0);
    }
    return blocks;
}

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? bytes[i + k] : 0);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[word >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

std::string columns_json(const Plot& plot, std::span<const std::string_view> columns,
                         std::span<const std::size_t> functions, std::size_t most_rows) {
    std::string names, series;
    for (const std::string_view column : columns) names += fmt::format("{}\"{}\"", names.empty() ? "" : ",", column);
    std::vector<Block> blocks = blocks_of(plot, columns);
    // A row for each function rather than a block.
    if (blocks.size() == 1 && functions.size() > 1 && blocks[0].size() == functions.size()) {
        const Block rows = std::move(blocks[0]);
        blocks.clear();
        for (const std::vector<float>& row : rows) blocks.push_back({row});
    }
    for (std::size_t b = 0; b < std::min(blocks.size(), functions.size()); ++b) {
        const std::size_t step = std::max<std::size_t>(1, (blocks[b].size() + most_rows - 1) / most_rows);
        std::vector<std::uint8_t> bytes;
        std::size_t rows = 0;
        for (std::size_t column = 0; column < columns.size(); ++column) {
            rows = 0;
            for (std::size_t i = 0; i < blocks[b].size(); i += step, ++rows)
                for (int shift = 0; shift < 32; shift += 8)
                    bytes.push_back(
                        static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(blocks[b][i][column]) >> shift));
        }
        series += fmt::format(R"({}{{"function":{},"rows":{},"data":"{}"}})", series.empty() ? "" : ",\n", functions[b],
                              rows, base64(bytes));
    }
    return fmt::format("\"columns\":[{}],\"series\":[{}]", names, series);
}

}  // namespace tessera::accuracy
