#include "host/conformance/tvec.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::conformance {
namespace {

using sfpu::DstPort;
using sfpu::Instr;
using sfpu::State;
using tensix::Dst;

// What a case observes. LReg16, the generator and LaneConfig have no line and are not compared.
struct Snapshot {
    State state = sfpu::initial_state();
    Dst dst;
    sfpu::Rwc rwc;
};

void read_lreg(const TextFile& file, const Line& line, std::size_t at, State& state) {
    const auto index = file.number(line, at, 10, 15);
    if (line.token.size() == at + 2 && line.token[at + 1].starts_with('*')) {
        Line repeated{line.number, {line.token[at + 1].substr(1)}};
        state.lreg[index] = lane::broadcast(file.number(repeated, 0, 16));
        return;
    }
    file.expect_tokens(line, at + 33);
    for (int l = 0; l < lane::count; ++l)
        state.lreg[index][l] = file.number(line, at + 1 + static_cast<std::size_t>(l), 16);
}

void read_dst(const TextFile& file, const Line& line, std::size_t at, Dst& dst) {
    file.expect_tokens(line, at + 17);
    const int row = static_cast<int>(file.number(line, at, 10, Dst::rows - 1));
    for (int column = 0; column < Dst::columns; ++column)
        dst.write16(row, column, file.number(line, at + 1 + static_cast<std::size_t>(column), 16, 0xffff));
}

void read_rwc(const TextFile& file, const Line& line, std::size_t at, sfpu::Rwc& rwc) {
    file.expect_tokens(line, at + 2);
    rwc = {file.number(line, at, 10, 1023), file.number(line, at + 1, 10, 1023)};
}

void read_flags(const TextFile& file, const Line& line, std::size_t at, bool with_depth, State& state) {
    file.expect_tokens(line, at + (with_depth ? 3 : 2));
    state.flags = lane::mask_from_bits(file.number(line, at, 16));
    state.use = file.number(line, at + 1, 10, 1) != 0;
    if (with_depth) state.depth = static_cast<int>(file.number(line, at + 2, 10, State::stack_limit));
}

void read_addr_mod(const TextFile& file, const Line& line, DstPort& port) {
    file.expect_tokens(line, 6);
    port.slots[file.number(line, 1, 10, 7)] = {.increment = file.number(line, 2, 10, 1023),
                                               .clear = file.number(line, 3, 10, 1) != 0,
                                               .cr = file.number(line, 4, 10, 1) != 0,
                                               .c_to_cr = file.number(line, 5, 10, 1) != 0};
}

bool read_state(const TextFile& file, const Line& line, State& state, DstPort& port) {
    const std::string& what = line.token[0];
    if (what == "lreg")
        read_lreg(file, line, 1, state);
    else if (what == "flags")
        read_flags(file, line, 1, false, state);
    else if (what == "dst")
        read_dst(file, line, 1, port.dst);
    else if (what == "rwc")
        read_rwc(file, line, 1, port.rwc);
    else if (what == "addrmod")
        read_addr_mod(file, line, port);
    else if (what == "mathoffset") {
        file.expect_tokens(line, 2);
        port.math_offset = file.number(line, 1, 10, 1023);
    } else if (what == "format") {
        file.expect_tokens(line, 3);
        port.fp32 = file.number(line, 1, 10, 1) != 0;
        port.implied_format = static_cast<int>(file.number(line, 2, 10, 15));
    } else if (what == "laneconfig") {
        file.expect_tokens(line, 2);
        state.lane_config = file.number(line, 1, 16, 0x3ffff);
    } else if (what == "seed") {
        file.expect_tokens(line, 2);
        sfpu::seed_prng(state, file.number(line, 1, 16));
    } else {
        return false;
    }
    return true;
}

void read_out(const TextFile& file, const Line& line, Snapshot& expected) {
    if (line.token.size() < 2) file.refuse(line, "what comes out");
    const std::string& what = line.token[1];
    if (what == "lreg")
        read_lreg(file, line, 2, expected.state);
    else if (what == "flags")
        read_flags(file, line, 2, true, expected.state);
    else if (what == "rwc")
        read_rwc(file, line, 2, expected.rwc);
    else if (what == "dst")
        read_dst(file, line, 2, expected.dst);
    else
        file.refuse(line, "lreg, flags, rwc or dst");
}

// A name that belongs to another opcode contradicts the word; one that is not known here is only a comment.
void check_mnemonic(const TextFile& file, const Line& line, std::uint32_t word) {
    for (const sfpu::Row& row : sfpu::rows)
        if (row.name == line.token[2] && static_cast<std::uint32_t>(row.op) != word >> 24)
            file.refuse(line, fmt::format("the mnemonic of word {:08x}", word));
}

// `out`, `out.wh`, `op.bh`, ...: whether the line is of the kind, and whether it holds on this architecture.
struct Tagged {
    bool kind, holds;
};
Tagged tagged(const std::string& token, std::string_view kind, std::string_view tag) {
    if (token == kind) return {true, true};
    if (token == fmt::format("{}.wh", kind) || token == fmt::format("{}.bh", kind))
        return {true, token.substr(kind.size() + 1) == tag};
    return {false, false};
}

std::vector<std::string> differences(const Snapshot& expected, const Snapshot& got) {
    std::vector<std::string> out;
    for (int i = 0; i < 16; ++i)
        for (int l = 0; l < lane::count; ++l)
            if (expected.state.lreg[i][l] != got.state.lreg[i][l]) {
                out.push_back(fmt::format("LReg{} lane {}: expected {:08x}, got {:08x}", i, l,
                                          expected.state.lreg[i][l], got.state.lreg[i][l]));
                break;
            }
    if (expected.state.flags != got.state.flags || expected.state.use != got.state.use ||
        expected.state.depth != got.state.depth)
        out.push_back(fmt::format("flags: expected {:08x} {:d} {}, got {:08x} {:d} {}", bits_of(expected.state.flags),
                                  expected.state.use, expected.state.depth, bits_of(got.state.flags), got.state.use,
                                  got.state.depth));
    if (expected.rwc != got.rwc)
        out.push_back(fmt::format("rwc: expected {} {}, got {} {}", expected.rwc.dst, expected.rwc.dst_cr, got.rwc.dst,
                                  got.rwc.dst_cr));
    for (int row = 0; row < Dst::rows; ++row)
        for (int column = 0; column < Dst::columns; ++column)
            if (expected.dst.read16(row, column) != got.dst.read16(row, column)) {
                out.push_back(fmt::format("Dst row {} column {}: expected {:04x}, got {:04x}", row, column,
                                          expected.dst.read16(row, column), got.dst.read16(row, column)));
                break;
            }
    return out;
}

// One case: what differs. Throws the Fault it ended with.
std::vector<std::string> run_case(const TextFile& file, const Case& it, const arch::Arch& arch, std::string_view tag) {
    const int column = arch.sfpu.isa_column;
    const auto before = std::make_unique<Snapshot>();
    DstPort port{.dst = before->dst};
    std::vector<Instr> program;
    std::vector<const Line*> outs;
    bool has_ops = false;
    for (const Line& line : it.lines) {
        if (const Tagged op = tagged(line.token[0], "op", tag); op.kind) {
            if (!outs.empty()) file.refuse(line, "no op after out");
            if (line.token.size() < 3) file.refuse(line, "op WORD MNEMONIC");
            has_ops = true;
            const std::uint32_t word = file.number(line, 1, 16);
            check_mnemonic(file, line, word);
            if (op.holds) program.push_back(sfpu::decode(word, column));
        } else if (const Tagged out = tagged(line.token[0], "out", tag); out.kind) {
            if (!has_ops) file.refuse(line, "an op before out");
            if (out.holds) outs.push_back(&line);
        } else if (has_ops || !read_state(file, line, before->state, port)) {
            file.refuse(line, has_ops ? "op or out" : "a state line, op or out");
        }
    }
    if (!has_ops) throw fault::InputError{fmt::format("{}:{}: case {} has no op", file.path, it.line, it.name)};
    before->rwc = port.rwc;
    const auto expected = std::make_unique<Snapshot>(*before);
    for (const Line* line : outs) read_out(file, *line, *expected);
    if (before->state.lane_config & ~sfpu::lane_config::known)
        throw fault::Fault{fault::Id::tensix_unsupported,
                           fmt::format("LaneConfig {:x} has bits that are not modelled", before->state.lane_config)};
    sfpu::execute(arch.sfpu, before->state, port, program);
    before->rwc = port.rwc;
    return differences(*expected, *before);
}

}  // namespace

TvecFile read_tvec(const std::filesystem::path& path) { return read_tvec(read_lines(path)); }

TvecFile read_tvec(TextFile text) {
    TvecFile file{std::move(text), {}};
    bool open = false;
    for (Line& line : file.text.lines) {
        const std::string& what = line.token[0];
        if (what == "case") {
            if (open || line.token.size() != 3)
                file.text.refuse(line, open ? "end before the next case" : "case NAME ARCHS");
            const std::string& archs = line.token[2];
            if (archs != "wh" && archs != "bh" && archs != "wh+bh" && archs != "bh+wh")
                file.text.refuse(line, "wh, bh or wh+bh");
            file.cases.push_back({line.token[1], archs != "bh", archs != "wh", line.number, {}});
            open = true;
        } else if (!open) {
            file.text.refuse(line, "case");
        } else if (what == "end") {
            file.text.expect_tokens(line, 1);
            open = false;
        } else {
            file.cases.back().lines.push_back(std::move(line));
        }
    }
    if (open) throw fault::InputError{fmt::format("{}: the last case has no end", file.text.path)};
    return file;
}

Outcome run_tvec(const TvecFile& file, const arch::Arch& arch, std::size_t mismatches_kept) {
    const std::string_view tag = tag_of(arch);
    Outcome outcome;
    for (const Case& it : file.cases) {
        if (!it.on(tag)) continue;
        ++outcome.run;
        std::vector<std::string> found;
        try {
            found = run_case(file.text, it, arch, tag);
        } catch (const fault::Fault& fault) {
            found = {outcome.refused(fault)};
        }
        if (found.empty()) ++outcome.passed;
        for (const std::string& difference : found)
            if (outcome.mismatches.size() < mismatches_kept)
                outcome.mismatches.push_back(
                    fmt::format("{}:{}: case {} on {}: {}", file.text.path, it.line, it.name, tag, difference));
    }
    return outcome;
}

}  // namespace tessera::conformance
