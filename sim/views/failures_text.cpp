#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/views/failures.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t most_cores = 8, most_lines = 24;

std::string counted(std::size_t failed, std::size_t all, const char* noun) {
    return fmt::format("{} of {} {}{}", failed, all, noun, all == 1 ? "" : "s");
}

std::string where(const FailureMap& map) {
    std::string out;
    if (map.tiled) {
        out = counted(map.tiles_failed, map.tiles, "tile") + "; faces ";
        for (std::size_t face = 0; face < map.faces.size(); ++face)
            out += fmt::format("{}{}: {}", face == 0 ? "" : ", ", face, map.faces[face]);
        out += "; ";
    }
    return out + counted(map.rows_failed, map.rows, "row") + ", " + counted(map.columns_failed, map.columns, "column");
}

std::string cores(const FailureMap& map) {
    std::string out;
    for (std::size_t i = 0; i < std::min(most_cores, map.cores.size()); ++i)
        out += fmt::format("{}{} {}", i == 0 ? "" : ", ", map.cores[i].name, map.cores[i].failed);
    if (map.cores.size() > most_cores) out += fmt::format(" and {} more", map.cores.size() - most_cores);
    return out;
}

// Two rows of cells in one of text where there are too many.
std::string marks(const FailureMap::Picture& picture, const Screen& screen) {
    const std::size_t together = picture.high > most_lines ? 2 : 1;
    std::string out = fmt::format("{} x {} elements", picture.rows, picture.columns);
    if (picture.matrices > 1) out = fmt::format("matrix {} of {}, {}", picture.matrix, picture.matrices, out);
    out +=
        fmt::format(", a mark is {} x {}: . none, + some, # all", picture.cell_rows * together, picture.cell_columns);
    std::string lines = labelled("map", out, label_width, screen);
    for (std::size_t y = 0; y < picture.high; y += together) {
        lines += std::string(label_width, ' ');
        for (std::size_t x = 0; x < picture.wide; ++x) {
            std::size_t failed = 0, all = 0;
            for (std::size_t row = y; row < std::min(y + together, picture.high); ++row) {
                failed += picture.failed[row * picture.wide + x];
                all += picture.of(row, x);
            }
            lines += failed == 0 ? "." : screen.paint(Ink::red, failed == all ? "#" : "+");
        }
        lines += '\n';
    }
    return lines;
}

double error_of(const FailedElement& one) { return std::abs(one.got - one.exact); }

// JSON has no infinity.
nlohmann::ordered_json number(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

}  // namespace

std::string places_text(const FailureMap& map, const Screen& screen) {
    std::string out = labelled("where", where(map), label_width, screen);
    if (!map.cores.empty()) out += labelled("cores", cores(map), label_width, screen);
    return out + marks(map.picture, screen);
}

std::string to_text(const FailureMap& map, const Screen& screen) {
    const auto line = [&](const char* label, const std::string& text) {
        return labelled(label, text, label_width, screen);
    };
    std::string out =
        line("failed", fmt::format("{} of {} elements ({:.2g} %){}{}", map.count, map.elements,
                                   100.0 * static_cast<double>(map.count) / static_cast<double>(map.elements),
                                   map.words.empty() ? "" : ": ", map.words));
    out += places_text(map, screen);
    for (std::size_t i = 0; i < map.worst.size(); ++i) {
        const FailedElement& one = map.worst[i];
        out += line(i == 0 ? "worst" : "",
                    fmt::format("{} is {:.6g}, exact {:.6g}, error {:.2e}, bound {:.2e}",
                                element_place(map.shape, one.index), one.got, one.exact, error_of(one), one.bound));
    }
    return out;
}

nlohmann::ordered_json to_json(const FailureMap& map) {
    using nlohmann::ordered_json;
    const auto parts = [](const std::vector<FailureMap::Part>& all) {
        ordered_json out = ordered_json::array();
        for (const FailureMap::Part& part : all) out.push_back({part.name, part.failed});
        return out;
    };
    ordered_json out{{"count", map.count},
                     {"elements", map.elements},
                     {"words", map.words},
                     {"shape", map.shape},
                     {"rows", {map.rows_failed, map.rows}},
                     {"columns", {map.columns_failed, map.columns}}};
    if (map.tiled) {
        out["tiles"] = {map.tiles_failed, map.tiles};
        out["faces"] = map.faces;
        out["most_tiles"] = parts(map.most_tiles);
    }
    out["cores"] = parts(map.cores);
    out["worst"] = ordered_json::array();
    for (const FailedElement& one : map.worst)
        out["worst"].push_back({{"index", one.index},
                                {"at", element_place(map.shape, one.index)},
                                {"got", number(one.got)},
                                {"exact", number(one.exact)},
                                {"bound", number(one.bound)},
                                {"error", number(error_of(one))}});
    const FailureMap::Picture& picture = map.picture;
    ordered_json cells = ordered_json::array();
    for (std::size_t y = 0; y < picture.high; ++y) {
        ordered_json row = ordered_json::array();
        for (std::size_t x = 0; x < picture.wide; ++x) row.push_back(picture.failed[y * picture.wide + x]);
        cells.push_back(std::move(row));
    }
    out["map"] = {{"matrix", picture.matrix},
                  {"matrices", picture.matrices},
                  {"rows", picture.rows},
                  {"columns", picture.columns},
                  {"cell", {picture.cell_rows, picture.cell_columns}},
                  {"failed", cells}};
    return out;
}

}  // namespace tessera::views
