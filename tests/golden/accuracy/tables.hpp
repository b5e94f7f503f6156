// The tables of `spec/sfpu-math.md` measured again. A row is one function over one set of inputs, or something special;
// its cells stand beside the spec's. Small rows run as tests, all of them in bench/accuracy_tables.cpp.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "host/study/function.hpp"
#include "host/study/sweep.hpp"
#include "tests/golden/accuracy/printed.hpp"

namespace tessera::accuracy::tables {

struct Quantity {
    std::string_view name;
    double (*of)(const Statistics&) = nullptr;  // null in a special row
    bool is_local = false;                      // the neighbourhood of the worst points alone shows it
};
inline constexpr Quantity max_relative{"max rel", [](const Statistics&s) { return s.max_relative(); }, true},
    mean_relative{"mean rel", [](const Statistics&s) { return s.mean_relative(); }},
    max_ulp{"max ULP", [](const Statistics&s) { return s.max_ulp(); }, true},
    mean_ulp{"mean ULP", [](const Statistics&s) { return s.mean(); }},
    max_absolute{"max abs", [](const Statistics&s) { return s.max_absolute(); }, true},
    right{"correctly rounded", [](const Statistics&s) { return s.share_exact(); }},
    disorders{"order violations", [](const Statistics&s) { return static_cast<double>(s.disorders); }},
    compared{"inputs", [](const Statistics&s) { return static_cast<double>(s.compared()); }},
    beyond{"first above 2 ULP", [](const Statistics&s) { return value_of(s.first_beyond().value_or(0)); }, true};

// A figure as the spec prints it. Where tessera's is another: that one, and why.
struct Cell {
    Quantity quantity;
    std::string spec;
    std::string ours = "", why = "";
};

// Where it is not known how the spec came to its figure, `why` begins so.
inline constexpr const char* not_reproduced = "not reproduced";
inline bool is_reproduced(const Cell& cell) { return !cell.why.starts_with(not_reproduced); }

struct Sweep {
    std::string function;  // of `tessera list functions`
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
    std::vector<Inputs> inputs = {};
    std::vector<std::uint32_t> worst = {};  // of a set too large for a test: where its extremes are
    Ulp ulp = Ulp::goldberg;
    Format dst = fp32;
    std::uint64_t size() const {
        std::uint64_t count = 0;
        for (const Inputs& part : inputs) count += part.count;
        return count;
    }
};

struct Row {
    std::string section, name;
    Sweep sweep;
    std::vector<Cell> cells;
    std::vector<double> (*special)() = nullptr;  // a value for each cell, in place of the sweep
};

// More inputs than there are mantissas take more than a second.
inline bool is_large(const Row& row) { return row.sweep.size() > all_mantissas.count; }

inline Statistics swept(const Sweep& sweep, const std::vector<Inputs>& inputs, unsigned threads) {
    const Function& function = *find_builtin(sweep.function);
    const arch::Arch& arch = function.arch == "blackhole" ? arch::blackhole() : arch::wormhole_b0();
    const Built built = build(function, {.arch = arch, .lowering = sweep.lowering, .dst = sweep.dst});
    Options options{.ulp = sweep.ulp};
    options.threads = threads;
    Statistics all;
    for (const Inputs& part : inputs) all.append(accuracy::sweep(built.recorded, *function.reference, part, options));
    return all;
}

// One figure beside the spec's.
struct Line {
    std::string section, row, figure, spec, ours, verdict;
    bool is_good = true;
};

inline Line judged(const std::string& section, const std::string& row, const Cell& cell, double value) {
    const std::string shown = fmt::format("{:.{}g}", value, std::max(4, printed::digits(cell.spec) + 1));
    Line line{section, row, std::string(cell.quantity.name), cell.spec, shown, "equal"};
    const bool agrees = printed::is_shown_as(value, cell.spec);
    if (cell.why.empty()) {
        line.is_good = agrees;
        if (!agrees) line.verdict = "DIFFERS, unexplained";
    } else if (agrees) {
        line.is_good = false;
        line.verdict = "EQUAL although said to differ: " + cell.why;
    } else if (!printed::is_shown_as(value, cell.ours)) {
        line.is_good = false;
        line.verdict = fmt::format("DIFFERS from {} too, which was explained: {}", cell.ours, cell.why);
    } else {
        line.verdict = (is_reproduced(cell) ? "explained: " : "") + cell.why;
    }
    return line;
}

inline std::vector<Line> lines_of(const Row& row, unsigned threads = 1) {
    std::vector<double> values;
    if (row.special != nullptr) {
        values = row.special();
    } else {
        const Statistics statistics = swept(row.sweep, row.sweep.inputs, threads);
        for (const Cell& cell : row.cells) values.push_back(cell.quantity.of(statistics));
    }
    std::vector<Line> lines;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
        lines.push_back(judged(row.section, row.name, row.cells[i], values.at(i)));
    return lines;
}

// The cells of such a row that 2^12 neighbours on either side of its worst points show.
inline std::vector<Line> local_lines_of(const Row& row) {
    std::vector<Inputs> inputs;
    for (const std::uint32_t pattern : row.sweep.worst) inputs.push_back({pattern - 0x1000, 0x2000, 1});
    const Statistics statistics = swept(row.sweep, inputs, 1);
    std::vector<Line> lines;
    for (const Cell& cell : row.cells)
        if (cell.quantity.is_local) lines.push_back(judged(row.section, row.name, cell, cell.quantity.of(statistics)));
    return lines;
}

}  // namespace tessera::accuracy::tables
