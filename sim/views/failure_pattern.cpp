#include "sim/views/failure_pattern.hpp"

#include <algorithm>
#include <tuple>

#include "sim/views/failure_words.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t side = 32;  // of a tile
// A pattern holds where so much of it failed: wrong values may lie within their bound by chance.
constexpr double least_share = 0.8;
// Less narrow a pattern says nothing.
constexpr double most_of_all = 0.75;

// Units by the core that wrote them; each unit has one.
class ByCore {
  public:
    explicit ByCore(const Lie& lie) : units_(lie.cores()) {
        for (std::size_t unit = 0; unit < lie.units(); ++unit) {
            const int core = lie.core_of(unit);
            known_ = known_ && core >= 0;
            if (core >= 0) units_[static_cast<std::size_t>(core)].push_back(unit);
        }
        std::erase_if(units_, [](const auto& units) { return units.empty(); });
        known_ = known_ && units_.size() > 1;
    }
    bool known() const { return known_; }

    // The place among its core's units that all of the set have, and that no other has; counted from the end where
    // `from_end` is. -1: there is none.
    int common_place(const std::vector<bool>& set, bool from_end) const {
        int common = -1;
        for (const auto& units : units_)
            for (std::size_t i = 0; i < units.size(); ++i)
                if (set[units[i]]) {
                    const int here = static_cast<int>(from_end ? units.size() - 1 - i : i);
                    if (common >= 0 && here != common) return -1;
                    common = here;
                }
        for (const auto& units : units_) {
            const auto at = static_cast<std::size_t>(common);
            if (at < units.size() && !set[units[from_end ? units.size() - 1 - at : at]]) return -1;
        }
        return common;
    }
    bool more_than_one_each() const {
        return std::ranges::any_of(units_, [](const auto& units) { return units.size() > 1; });
    }
    // Whether each core's units are all in the set or none of them is.
    bool whole_cores(const std::vector<bool>& set) const {
        return std::ranges::all_of(units_, [&](const auto& units) {
            return std::ranges::all_of(units, [&](std::size_t unit) { return set[unit] == set[units.front()]; });
        });
    }

  private:
    std::vector<std::vector<std::size_t>> units_;
    bool known_ = true;
};

Described cores_in_words(const Lie& lie, const std::vector<bool>& units) {
    std::vector<bool> failed(lie.cores()), used(lie.cores());
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        const int core = lie.core_of(unit);
        used[static_cast<std::size_t>(core)] = true;
        if (units[unit]) failed[static_cast<std::size_t>(core)] = true;
    }
    std::string names;
    const std::size_t count = members(failed);
    constexpr std::size_t most_named = 4;
    if (count > most_named) return {fmt::format("all of {} of {} cores", count, members(used)), true};
    for (std::size_t core = 0; core < failed.size(); ++core)
        if (failed[core]) names += fmt::format("{}{}", names.empty() ? "" : " and ", lie.core_name(core));
    return {fmt::format("all of core{} {}", count == 1 ? "" : "s", names), true};
}

Described units_in_words(const Lie& lie, const std::vector<bool>& units) {
    const char* noun = lie.tiled ? "tile" : "row";
    if (members(units) == units.size()) return {"", true};
    const ByCore by_core(lie);
    if (by_core.known()) {
        if (by_core.whole_cores(units)) return cores_in_words(lie, units);
        if (by_core.more_than_one_each()) {
            if (by_core.common_place(units, true) == 0) return {fmt::format("the last {} of each core", noun), true};
            const int place = by_core.common_place(units, false);
            if (place == 0) return {fmt::format("the first {} of each core", noun), true};
            if (place > 0) return {fmt::format("{} {} of each core, counted from 0", noun, place), true};
        }
    }
    return in_words(units, noun);
}

// "rows 16 to 31 and columns 0 to 15"
std::string both(const Described& a, const Described& b) {
    return a.text + (!a.text.empty() && !b.text.empty() ? ", " : "") + b.text;
}

struct Pattern {
    std::string text;
    std::size_t size = 0;  // elements
    bool regular = true;
    bool of_cores = false;
};

Pattern by_matrix(const FailedSets& sets) {
    const Described matrices = in_words(sets.matrices, "matrix"), rows = in_words(sets.rows, "row"),
                    columns = in_words(sets.columns, "column");
    std::string text = both(rows, columns);
    if (!matrices.text.empty()) text += fmt::format("{}{}", text.empty() ? "" : " of ", matrices.text);
    return {text, members(sets.matrices) * members(sets.rows) * members(sets.columns),
            matrices.regular && rows.regular && columns.regular, false};
}

Pattern by_unit(const Lie& lie, const FailedSets& sets) {
    const Described units = units_in_words(lie, sets.units);
    const bool of_cores = units.text.find("core") != units.text.npos;
    if (!lie.tiled) {
        const Described columns = in_words(sets.columns, "column");
        return {both(columns, units), members(sets.units) * members(sets.columns), units.regular && columns.regular,
                of_cores};
    }
    const Described rows = in_words(sets.rows_in_tile, "row"), columns = in_words(sets.columns_in_tile, "column");
    const std::string within = both(rows, columns);
    std::string text = units.text;
    if (!within.empty()) text = fmt::format("{} of {}", within, units.text.empty() ? "each tile" : units.text);
    // Tiles at the edges have fewer elements.
    const auto inside = [](const std::vector<bool>& set, std::size_t from, std::size_t all) {
        const std::size_t end = std::min(side, all - from);
        return static_cast<std::size_t>(std::count(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(end), true));
    };
    std::size_t size = 0;
    for (std::size_t unit = 0; unit < sets.units.size(); ++unit)
        if (sets.units[unit])
            size += inside(sets.rows_in_tile, unit / lie.tiles_across() % lie.tiles_down() * side, lie.rows) *
                    inside(sets.columns_in_tile, unit % lie.tiles_across() * side, lie.columns);
    // Rows of all tiles of a core are rows of the matrix first of all.
    const bool whole = units.text.starts_with("all of");
    return {text, size, units.regular && rows.regular && columns.regular, of_cores && (!whole || within.empty())};
}

// The narrower of both. Where they are the same elements: by cores, with the other beside it if it is a pattern too;
// else the one that needs no count, and fewer words.
Pattern narrower(const Pattern& matrices, const Pattern& units) {
    if (units.size != matrices.size) return units.size < matrices.size ? units : matrices;
    if (units.of_cores && units.regular) {
        Pattern out = units;
        if (matrices.regular && !matrices.text.empty()) out.text += fmt::format(" ({})", matrices.text);
        return out;
    }
    const auto rank = [](const Pattern& p) { return std::tuple(!p.regular, p.text.size()); };
    return rank(units) < rank(matrices) ? units : matrices;
}

}  // namespace

Lie::Lie(const std::vector<std::size_t>& shape, const Written& written) : tiled(written.tiles), written_(written) {
    if (!shape.empty()) columns = shape.back();
    if (shape.size() > 1) rows = shape[shape.size() - 2];
    for (std::size_t d = 0; d + 2 < shape.size(); ++d) matrices *= shape[d];
}

ElementAt Lie::spot(std::size_t index) const {
    ElementAt out{};
    out.column = index % columns;
    out.row = index / columns % rows;
    out.matrix = index / (columns * rows);
    if (!tiled) {
        out.unit = out.matrix * rows + out.row;
        return out;
    }
    out.unit = (out.matrix * tiles_down() + out.row / side) * tiles_across() + out.column / side;
    out.row_in_tile = out.row % side;
    out.column_in_tile = out.column % side;
    return out;
}

std::string Lie::name_of_unit(std::size_t unit) const {
    const std::size_t matrix = unit / (tiles_down() * tiles_across());
    return fmt::format("tile {} (rows from {}, columns from {}{})", unit, unit / tiles_across() % tiles_down() * side,
                       unit % tiles_across() * side, matrices == 1 ? "" : fmt::format(", matrix {}", matrix));
}

FailedSets::FailedSets(const Lie& lie)
    : matrices(lie.matrices),
      rows(lie.rows),
      columns(lie.columns),
      units(lie.units()),
      rows_in_tile(lie.tiled ? std::min(side, lie.rows) : 0),
      columns_in_tile(lie.tiled ? std::min(side, lie.columns) : 0) {}

void FailedSets::add(const ElementAt& spot) {
    matrices[spot.matrix] = rows[spot.row] = columns[spot.column] = units[spot.unit] = true;
    if (!rows_in_tile.empty()) rows_in_tile[spot.row_in_tile] = columns_in_tile[spot.column_in_tile] = true;
}

std::string words_of(const Lie& lie, const FailedSets& sets, std::size_t count) {
    const std::size_t all = lie.matrices * lie.rows * lie.columns;
    if (count == all) return "every element";
    const Pattern pattern = narrower(by_matrix(sets), by_unit(lie, sets));
    const double share = static_cast<double>(count) / static_cast<double>(pattern.size);
    const double of_all = static_cast<double>(pattern.size) / static_cast<double>(all);
    const int percent = std::min(99, static_cast<int>(100 * share));  // the rest is within its bound
    if (of_all > most_of_all) return share >= least_share ? fmt::format("{} % of all elements", percent) : "";
    if (!pattern.regular && share < least_share) return "";
    if (count == pattern.size) return pattern.text;
    if (share >= least_share) return fmt::format("{}, {} % of them", pattern.text, percent);
    return fmt::format("only in {}, {:.2g} % of them", pattern.text, 100 * share);
}

}  // namespace tessera::views
