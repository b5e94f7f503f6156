#include "host/debug/dump_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "sim/core/machine/core_ranges.hpp"
#include "sim/core/risc/risc_agent.hpp"

namespace tessera::host {
namespace {

struct Code {
    const riscv::Program* program;
    const core::Kernel* kernel;  // one of those that run it
    int row;
    std::vector<arch::Coord> cores = {};
    std::set<std::pair<std::string, int>> lines = {};  // that have instructions
};

std::vector<Code> code_of(const core::Machine& machine) {
    std::vector<Code> all;
    const arch::Grid& grid = machine.arch().grid;
    for (int core = 0; core < grid.compute_width * grid.compute_height; ++core)
        for (int row = 0; row <= watch::trisc2; ++row) {
            const core::RiscAgent* risc = machine.risc(core, row);
            if (risc == nullptr) continue;
            const riscv::Program* program = &risc->hart().program();
            auto known = std::ranges::find(all, program, &Code::program);
            if (known == all.end()) known = all.insert(all.end(), {program, machine.kernels.at(core, row), row});
            known->cores.push_back(machine.kernels.logical(core));
        }
    for (Code& code : all)
        for (std::uint32_t pc = code.program->text_base; pc < code.program->text_base + code.program->text_bytes();
             pc += 4)
            if (const watch::Spot& spot = code.kernel->spot(pc); spot.line > 0)
                code.lines.emplace(spot.file, spot.line);
    return all;
}

bool names(std::string_view given, std::string_view file) {
    const auto ends = [](std::string_view longer, std::string_view end) {
        return longer == end ||
               (longer.size() > end.size() && longer.ends_with(end) && longer[longer.size() - end.size() - 1] == '/');
    };
    return ends(file, given) || ends(given, file);
}

// Which RISC of a core is meant where several have code in the line: Dst and the vector unit's registers are T1's,
// circular buffers are filled and emptied by the others.
int rank(DumpRequest::What what, int row) {
    static constexpr std::array units{watch::trisc1, watch::trisc2, watch::trisc0, watch::brisc, watch::ncrisc};
    static constexpr std::array buffers{watch::brisc, watch::ncrisc, watch::trisc0, watch::trisc2, watch::trisc1};
    const auto& order = what == DumpRequest::What::cb ? buffers : units;
    return static_cast<int>(std::ranges::find(order, row) - order.begin());
}

struct File {
    std::string name, unreachable;
};

// The file that is meant, as faults name it.
File file_of(const std::vector<Code>& all, const std::string& given) {
    std::set<std::string> kernels, meant;
    for (const Code& code : all) {
        kernels.insert(code.kernel->shown(code.kernel->name()));
        for (const auto& [file, line] : code.lines)
            if (names(given, file)) meant.insert(file);
    }
    if (meant.contains(given)) return {given, ""};
    if (meant.empty())
        return {"", fmt::format("no kernel has code from {}; expected one of {} or a file that it includes", given,
                                fmt::join(kernels, ", "))};
    if (meant.size() > 1) return {"", fmt::format("{} is one of {}; name more of it", given, fmt::join(meant, ", "))};
    return {*meant.begin(), ""};
}

int nearest_line(const std::vector<Code>& all, const std::string& file, int wanted) {
    std::set<int> lines;
    for (const Code& code : all)
        for (const auto& [of, line] : code.lines)
            if (of == file) lines.insert(line);
    return *std::ranges::min_element(lines, {}, [&](int line) { return std::abs(line - wanted); });
}

struct Found {
    std::vector<const Code*> code = {};  // of one RISC
    std::string file, unreachable;
};

Found find(const std::vector<Code>& all, const DumpRequest& request) {
    const auto [file, unknown] = file_of(all, request.file);
    if (!unknown.empty()) return {.file = file, .unreachable = unknown};
    std::vector<const Code*> meant;
    std::vector<arch::Coord> cores;
    std::set<std::string> riscs;
    for (const Code& code : all) {
        if (!code.lines.contains({file, request.line})) continue;
        for (const arch::Coord& core : code.cores)
            if (std::ranges::find(cores, core) == cores.end()) cores.push_back(core);
        riscs.emplace(core::risc_name(code.row));
        const bool there = !request.core || std::ranges::find(code.cores, *request.core) != code.cores.end();
        if (there && (request.risc.empty() || request.risc == core::risc_name(code.row))) meant.push_back(&code);
    }
    if (cores.empty())
        return {.file = file,
                .unreachable = fmt::format("{}:{} has no code; the nearest line that has some is {}", file,
                                           request.line, nearest_line(all, file, request.line))};
    if (meant.empty())
        return {.file = file,
                .unreachable = fmt::format("{}:{} is run by {} of {} only", file, request.line, fmt::join(riscs, ", "),
                                           core::cores_text(cores))};
    const auto rank_of = [&](const Code* code) { return rank(request.what, code->row); };
    const int row = (*std::ranges::min_element(meant, {}, rank_of))->row;
    std::erase_if(meant, [&](const Code* code) { return code->row != row; });
    return {meant, file, ""};
}

// The first instruction of the line where the compiler says of none that a statement begins there.
void mark(const Code& code, const std::string& file, int line, DumpLines::Bits bit, DumpLines::Statements& into) {
    const riscv::Program& program = *code.program;
    into.wanted.resize(program.words.size());
    into.any.resize(program.words.size());
    bool marked = false;
    for (const riscv::Statement& statement : program.lines->statements()) {
        const std::size_t word = (statement.address - program.text_base) / 4;
        if (word >= into.any.size()) continue;
        into.any[word] = true;
        if (statement.line != line || code.kernel->shown(statement.file) != file) continue;
        into.wanted[word] |= bit;
        marked = true;
    }
    for (std::size_t word = 0; !marked && word < into.any.size(); ++word) {
        const watch::Spot& spot = code.kernel->spot(program.text_base + 4 * static_cast<std::uint32_t>(word));
        if (spot.line != line || spot.file != file) continue;
        into.wanted[word] |= bit;
        into.any[word] = marked = true;
    }
}

}  // namespace

DumpLines::DumpLines(const core::Machine& machine, std::span<const DumpRequest> requests) {
    const std::vector<Code> all = code_of(machine);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const Found found = find(all, requests[i]);
        unreachable_.push_back(found.unreachable);
        for (const Code* code : found.code)
            mark(*code, found.file, requests[i].line, Bits{1} << i, statements_[code->program]);
    }
}

const DumpLines::Statements* DumpLines::of(const riscv::Program& program) const {
    const auto at = statements_.find(&program);
    return at == statements_.end() ? nullptr : &at->second;
}

}  // namespace tessera::host
