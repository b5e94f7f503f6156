#include "host/run/what_if.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/job/words.hpp"
#include "sim/arch/boards.hpp"
#include "sim/arch/harvest.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/cost.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::string_view not_calibrated = "not calibrated: constants are set";

struct Setting {
    std::string text, name;
    double value;
};

std::string option_text(const std::string& text) { return "--set " + text; }

Setting setting(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw InputError(fmt::format("{}: expected NAME=VALUE, as noc.hop_cycles=12", option_text(text)));
    Setting out{text, text.substr(0, equals), 0};
    const char *begin = text.data() + equals + 1, *end = text.data() + text.size();
    const auto [read, error] = std::from_chars(begin, end, out.value);
    if (error != std::errc{} || read != end || begin == end)
        throw InputError(fmt::format("{}: `{}` is not a number", option_text(text), std::string_view(begin, end)));
    return out;
}

// Small letters, and an instruction without the prefix that all of them share.
std::string plain(std::string name) {
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view long_form = "sfpu.sfp";
    if (name.starts_with(long_form)) name.erase(long_form.size() - 3, 3);
    return name;
}

const Constant* find(const std::vector<Constant>& list, const std::string& name) {
    const auto at = std::find_if(list.begin(), list.end(), [&](const Constant& c) { return c.name == plain(name); });
    return at == list.end() ? nullptr : &*at;
}

std::vector<int> lines(const std::string& text) {
    std::vector<int> out;
    if (text == "none") return out;
    const char *at = text.data(), *end = at + text.size();
    for (;;) {
        int line = 0;
        const auto [read, error] = std::from_chars(at, end, line);
        if (error != std::errc{} || (read != end && *read != ','))
            throw InputError(fmt::format("--harvest {}: expected NoC 0 coordinates, as 7,10, or none", text));
        out.push_back(line);
        if (read == end) return out;
        at = read + 1;
    }
}

void harvest(WhatIf& out, const std::string& text) {
    const std::vector<int> wanted = lines(text);
    if (const std::string wrong = arch::cannot_harvest(out.arch, wanted); !wrong.empty())
        throw InputError(fmt::format("--harvest {}: {}", text, wrong));
    const std::vector<int> before = arch::harvested(out.arch);
    arch::harvest(out.arch, wanted);
    if (before != arch::harvested(out.arch))
        out.changes.harvest =
            views::Harvest{out.arch.grid.die.harvests_rows ? "rows" : "columns", before, arch::harvested(out.arch)};
}

const arch::Board& board_named(const std::string& name) {
    if (const arch::Board* board = arch::find_board(name)) return *board;
    throw InputError(fmt::format("--board {}: expected {}", name, fmt::join(board_names(), ", ")));
}

WhatIf on_board(const arch::Arch& arch, const std::string& name) {
    const arch::Board& board = board_named(name);
    if (const std::string_view chip = board.chip().name; chip != arch.name)
        throw InputError(fmt::format("--board {}: its chip is {}, the run is for {}", name, chip, arch.name));
    WhatIf out{arch_of(board), {}};
    out.changes.board = views::Board{name, board.compute_width, board.compute_height};
    return out;
}

void check_twice(const WhatIfOptions& options) {
    std::vector<std::string> seen;
    for (const std::string& text : options.set) {
        const std::string name = plain(setting(text).name);
        if (std::find(seen.begin(), seen.end(), name) != seen.end())
            throw InputError(fmt::format("{}: {} is set twice", option_text(text), name));
        seen.push_back(name);
    }
}

void change(WhatIf& out, const Constant& constant, const Setting& wanted) {
    if (!constant.range.holds(wanted.value))
        throw InputError(
            fmt::format("{}: expected {} ({})", option_text(wanted.text), constant.beside.text(), constant.unit));
    const double before = constant.get(out.arch);
    constant.set(out.arch, wanted.value);
    out.changes.constants.push_back({constant.name, before, wanted.value});
    if (before != wanted.value) out.arch.calibration = not_calibrated;
}

void check_fit(const WhatIf& out) {
    if (const std::string wrong = arch::misfit(out.arch); !wrong.empty())
        throw InputError(fmt::format("--set: {}", wrong));
}

}  // namespace

bool is_calibrated(const WhatIf& what_if) { return what_if.arch.calibration != not_calibrated; }

std::vector<Constant> constants(const arch::Arch& arch) {
    std::vector<Constant> out;
    for (const arch::FigureRow& row : arch::figures()) {
        const arch::Figure& figure = row.in(arch);
        out.push_back({std::string(row.name), row.unit, name(figure.evidence), figure.source, figure.taken_from,
                       row.range, arch::range_beside(row, arch),
                       [&row](const arch::Arch& a) { return row.in(a).value; },
                       [&row](arch::Arch& a, double value) { row.of(a).value = value; }});
    }
    for (const sfpu::CostRow& row : sfpu::cost_rows(arch.sfpu))
        out.push_back({row.name,
                       "cycles",
                       "documented",
                       row.source(arch.sfpu),
                       {},
                       sfpu::cost_range,
                       sfpu::cost_range,
                       [row](const arch::Arch& a) { return row.value(a.sfpu); },
                       [row](arch::Arch& a, double value) { row.set(a.sfpu, static_cast<int>(value)); }});
    return out;
}

Constant constant_named(const arch::Arch& arch, const std::string& option, const std::string& name) {
    const std::vector<Constant> all = constants(arch);
    if (const Constant* found = find(all, name)) return *found;
    for (const arch::Arch* other : arch::all())
        if (find(constants(*other), name) != nullptr)
            throw InputError(fmt::format("{}: {} has no such instruction, {} has", option, arch.name, other->name));
    std::vector<std::string> names;
    for (const Constant& constant : all) names.push_back(constant.name);
    const std::string meant = nearest(plain(name), names);
    throw InputError(fmt::format("{}: unknown constant {}; {}`tessera list figures` shows all", option, name,
                                 meant.empty() ? "" : fmt::format("did you mean `{}`? ", meant)));
}

std::vector<std::string> board_names() {
    std::vector<std::string> names;
    for (const arch::Board& board : arch::boards()) names.emplace_back(board.name);
    return names;
}

const arch::Arch& chip_of(const std::string& board) { return board_named(board).chip(); }

WhatIf what_if(const arch::Arch& arch, const WhatIfOptions& options) {
    WhatIf out = options.board.empty() ? WhatIf{arch, {}} : on_board(arch, options.board);
    check_twice(options);
    for (const std::string& text : options.set) {
        const Setting wanted = setting(text);
        change(out, constant_named(out.arch, option_text(text), wanted.name), wanted);
    }
    check_fit(out);
    if (!options.harvest.empty()) harvest(out, options.harvest);
    return out;
}

std::vector<WhatIf> what_if_of_all(const WhatIfOptions& options) {
    std::vector<WhatIf> out;
    for (const arch::Arch* arch : arch::all()) out.push_back({*arch, {}});
    check_twice(options);
    for (const std::string& text : options.set) {
        const Setting wanted = setting(text);
        bool known = false;
        for (WhatIf& one : out) {
            const std::vector<Constant> all = constants(one.arch);
            if (const Constant* constant = find(all, wanted.name)) known = true, change(one, *constant, wanted);
        }
        if (!known) constant_named(out.front().arch, option_text(text), wanted.name);
    }
    for (const WhatIf& one : out) check_fit(one);
    return out;
}

}  // namespace tessera::host
