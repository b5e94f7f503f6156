#include "sim/views/failures.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

#include "sim/views/failure_pattern.hpp"
#include "sim/views/failure_words.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t most_wide = 64, most_high = 48;  // cells of the picture
constexpr std::size_t most_tiles_listed = 10;

bool worse(const FailedElement& a, const FailedElement& b) {
    return std::tuple(-a.ratio, a.index) < std::tuple(-b.ratio, b.index);
}

// A power of two, so that cells and tiles have common edges.
std::size_t cell_of(std::size_t elements, std::size_t most) { return std::bit_ceil((elements + most - 1) / most); }

FailureMap::Picture picture_of(const Failures& failures, const Lie& lie) {
    std::vector<std::size_t> of_matrix(lie.matrices, 0);
    failures.each([&](std::size_t i) { ++of_matrix[i / (lie.rows * lie.columns)]; });
    FailureMap::Picture out;
    out.matrix = static_cast<std::size_t>(std::ranges::max_element(of_matrix) - of_matrix.begin());
    out.matrices = lie.matrices;
    out.rows = lie.rows;
    out.columns = lie.columns;
    out.cell_rows = cell_of(lie.rows, most_high);
    out.cell_columns = cell_of(lie.columns, most_wide);
    out.high = (lie.rows + out.cell_rows - 1) / out.cell_rows;
    out.wide = (lie.columns + out.cell_columns - 1) / out.cell_columns;
    out.failed.assign(out.high * out.wide, 0);
    failures.each([&](std::size_t i) {
        if (i / (lie.rows * lie.columns) != out.matrix) return;
        const std::size_t y = i / lie.columns % lie.rows / out.cell_rows, x = i % lie.columns / out.cell_columns;
        ++out.failed[y * out.wide + x];
    });
    return out;
}

std::vector<FailureMap::Part> most_first(std::vector<FailureMap::Part> parts) {
    std::erase_if(parts, [](const FailureMap::Part& part) { return part.failed == 0; });
    std::ranges::stable_sort(parts, std::greater{}, &FailureMap::Part::failed);
    return parts;
}

}  // namespace

void Failures::add(const FailedElement& element) {
    const std::size_t word = element.index / 64;
    if (bits_.size() <= word) bits_.resize(std::max(word + 1, 2 * bits_.size()));
    const std::uint64_t bit = std::uint64_t{1} << element.index % 64;
    if ((bits_[word] & bit) != 0) return;
    bits_[word] |= bit;
    ++count_;
    last_ = std::max(last_, element.index);
    if (worst_.size() == most_listed && !worse(element, worst_.back())) return;
    worst_.insert(std::ranges::upper_bound(worst_, element, worse), element);
    if (worst_.size() > most_listed) worst_.pop_back();
}

std::size_t FailureMap::Picture::of(std::size_t y, std::size_t x) const {
    return std::min(cell_rows, rows - y * cell_rows) * std::min(cell_columns, columns - x * cell_columns);
}

FailureMap failure_map(const Failures& failures, const std::vector<std::size_t>& shape, const Written& written) {
    std::size_t elements = shape.empty() ? 0 : 1;
    for (const std::size_t extent : shape) elements *= extent;
    if (failures.count() > 0 && failures.last() >= elements) return failure_map(failures, {failures.last() + 1}, {});
    const Lie lie(shape, written);
    FailureMap out;
    out.count = failures.count();
    out.elements = lie.matrices * lie.rows * lie.columns;
    out.shape = shape;
    out.worst = failures.worst();
    if (out.count == 0) return out;
    FailedSets sets(lie);
    std::vector<std::size_t> of_unit(lie.units(), 0);
    failures.each([&](std::size_t i) {
        const ElementAt spot = lie.spot(i);
        sets.add(spot);
        ++of_unit[spot.unit];
        if (lie.tiled) ++out.faces[(spot.row_in_tile >= 16 ? 2 : 0) + (spot.column_in_tile >= 16 ? 1 : 0)];
    });
    out.words = words_of(lie, sets, out.count);
    out.tiled = lie.tiled;
    out.rows = lie.rows;
    out.columns = lie.columns;
    out.rows_failed = members(sets.rows);
    out.columns_failed = members(sets.columns);
    out.tiles = lie.tiled ? lie.units() : 0;
    out.tiles_failed = lie.tiled ? members(sets.units) : 0;
    std::vector<FailureMap::Part> tiles, cores;
    for (const arch::Coord core : written.cores) cores.push_back({fmt::format("({},{})", core.x, core.y), 0});
    for (std::size_t unit = 0; unit < of_unit.size(); ++unit) {
        if (of_unit[unit] == 0) continue;
        if (lie.tiled) tiles.push_back({lie.name_of_unit(unit), of_unit[unit]});
        if (const int core = lie.core_of(unit); core >= 0)
            cores[static_cast<std::size_t>(core)].failed += of_unit[unit];
    }
    out.most_tiles = most_first(std::move(tiles));
    if (out.most_tiles.size() > most_tiles_listed) out.most_tiles.resize(most_tiles_listed);
    out.cores = most_first(std::move(cores));
    out.picture = picture_of(failures, lie);
    return out;
}

std::string element_place(const std::vector<std::size_t>& shape, std::size_t index) {
    std::string out;
    for (std::size_t d = shape.size(); d-- > 0; index /= shape[d])
        out = fmt::format("{}{}{}", index % shape[d], out.empty() ? "" : ", ", out);
    return fmt::format("[{}]", out);
}

}  // namespace tessera::views
