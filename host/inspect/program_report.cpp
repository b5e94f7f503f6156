#include "host/inspect/program_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/inspect/thread_report.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::host {
namespace {

using sfpu::Analysis;
using sfpu::Unit;

// The body of a loop comes once for every turn. A new block begins where the kernel jumps backwards, or comes back to
// the line and instruction that the block began with, as unrolled loops do.
struct Block {
    std::uint32_t begin, end;
    std::size_t like;  // the first block with the same instructions from the same lines; itself if new
};

struct Part {
    const host::Listing& listing;
    const sfpu::Program& program;
    Analysis analysis;
    std::vector<Block> blocks;
    std::map<std::uint32_t, std::string> notes;  // by instruction

    Cycle cycles(const Block& block) const {
        const Cycle end = block.end == program.code.size() ? analysis.cycles : analysis.issue[block.end].at;
        return end - analysis.issue[block.begin].at;
    }
    std::size_t turns(std::size_t of) const {
        return static_cast<std::size_t>(
            std::count_if(blocks.begin(), blocks.end(), [&](const Block& b) { return b.like == of; }));
    }
};

bool begins_block(const host::Listing& listing, const Block& block, std::uint32_t i) {
    const sfpu::Program& program = *listing.program;
    if (program.pc[i] < program.pc[i - 1]) return true;
    if (program.code[i].op != program.code[block.begin].op || listing.line[i] != listing.line[block.begin])
        return false;
    const sfpu::Op before = program.code[i - 1].op;
    return listing.line[i - 1] != listing.line[i] || before == sfpu::Op::store || before == sfpu::Op::incrwc;
}

bool alike(const host::Listing& listing, const Block& a, const Block& b) {
    if (a.end - a.begin != b.end - b.begin) return false;
    for (std::uint32_t i = 0; i < a.end - a.begin; ++i) {
        const sfpu::Instr &x = listing.program->code[a.begin + i], &y = listing.program->code[b.begin + i];
        if (x.op != y.op || x.mod != y.mod || listing.line[a.begin + i] != listing.line[b.begin + i]) return false;
    }
    return true;
}

std::vector<Block> blocks_of(const host::Listing& listing) {
    std::vector<Block> blocks;
    for (std::uint32_t i = 0; i < listing.program->code.size(); ++i) {
        if (i == 0 || begins_block(listing, blocks.back(), i)) blocks.push_back({i, i, blocks.size()});
        blocks.back().end = i + 1;
    }
    for (std::size_t b = 0; b < blocks.size(); ++b)
        for (std::size_t earlier = 0; earlier < b && blocks[b].like == b; ++earlier)
            if (blocks[earlier].like == earlier && alike(listing, blocks[earlier], blocks[b])) blocks[b].like = earlier;
    return blocks;
}

Part part_of(const host::Listing& listing, const arch::Arch& arch) {
    Part part{listing, *listing.program, sfpu::analyse(*listing.program, arch.sfpu), blocks_of(listing), {}};
    const auto note = [&](std::uint32_t i, const std::string& text) {
        part.notes[i] += part.notes[i].empty() ? text : "; " + text;
    };
    for (std::uint32_t i = 0; i < part.program.code.size(); ++i) {
        const sfpu::Instr& in = part.program.code[i];
        if (in.op == sfpu::Op::nop && i > 0 && !part.program.raw[i])
            note(i, fmt::format("gap after {}", sfpu::row_of(part.program.code[i - 1].op).name));
        if (part.analysis.issue[i].stalled > 0)
            note(i, fmt::format("held {} cycle(s)", part.analysis.issue[i].stalled));
        if (part.program.built[i]) note(i, "word built at run time");
    }
    for (const sfpu::HazardPair& h : part.program.hazards)
        note(h.consumer, "HAZARD: " + text(h, part.program.code[h.producer], part.program.code[h.consumer]));
    return part;
}

double percent(double part, double whole) { return whole == 0 ? 0 : 100.0 * part / whole; }

std::string summary(const Part& p, const views::Screen& screen) {
    const Analysis& a = p.analysis;
    const auto size = p.program.code.size();
    const auto line = [&](std::string_view label, const std::string& text) {
        constexpr std::size_t column = 15;
        return views::labelled(label, text, column, screen);
    };
    std::string out = line("instructions", fmt::format("{}, of these {} SFPNOP", size, a.of(Unit::nothing)));
    out += line("cycles",
                fmt::format("{} on the SFPU ({} held by the hardware), {:.2f} instructions a cycle", a.cycles, a.stalls,
                            static_cast<double>(size) / static_cast<double>(std::max<Cycle>(a.cycles, 1))));
    out += line("T1", fmt::format("{} cycles to push them, {} of scalar work{}; the {} sets the pace",
                                  p.listing.push_cycles, p.listing.scalar_cycles,
                                  p.listing.fits_cache ? "" : ", more than its instruction cache holds",
                                  p.listing.push_cycles > a.cycles ? "pushing" : "SFPU"));
    out += line("longest chain",
                fmt::format("{} cycles through {} instructions (marked *)", a.critical_cycles, a.critical.size()));
    out += line("registers", fmt::format("{} of 8 at most", p.program.peak));
    if (const auto stores = a.of(Unit::store); stores > 0) {
        const double each = static_cast<double>(a.cycles) / stores;
        out += line("a vector", fmt::format("{:.1f} cycles for each of {} stored, {:.0f} for a face of eight", each,
                                            stores, 8 * each));
    }
    std::string units;
    for (const sfpu::UnitRow& unit : sfpu::units)
        if (a.of(unit.unit) != 0)
            units += fmt::format("{}{} {} ({:.1f} %)", units.empty() ? "" : " ", unit.name, a.of(unit.unit),
                                 percent(a.of(unit.unit), static_cast<double>(a.cycles)));
    return out + line("units", units);
}

std::size_t text_width(const Part& p) {
    std::size_t width = std::string_view("instruction").size();
    for (const sfpu::Instr& instr : p.program.code) width = std::max(width, text(instr).size());
    return width;
}

// What there is to say of an instruction stands behind it, or below where it does not fit.
std::string instructions(const Part& p, const views::Screen& screen) {
    constexpr std::size_t numbers = 22, least_line = 16;  // columns: of the numbers in front, of the line at least
    const std::size_t words = text_width(p);
    std::size_t places = 4;
    for (const std::string& line : p.listing.line) places = std::max(places, line.size());
    places = std::min(places, std::max(screen.width - std::min(numbers + words + 2, screen.width), least_line));
    std::string out = fmt::format("   #  cycle lat live  {:<{}}  {}\n", "instruction", words, "line");
    const auto row = [&](std::uint32_t i) {
        const sfpu::Issue& issue = p.analysis.issue[i];
        std::string line =
            fmt::format("{:4}{} {:>5} {:>3} {:>4}  {:<{}}  {}", i, issue.critical ? '*' : ' ', issue.at, issue.latency,
                        p.program.live[i], text(p.program.code[i]), words, views::shortened(p.listing.line[i], places));
        const auto note = p.notes.find(i);
        const bool fits = note != p.notes.end() && line.size() + 2 + note->second.size() <= screen.width;
        if (fits) line += "  " + note->second;
        out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        if (note != p.notes.end() && !fits) out += views::labelled("", note->second, numbers + 2, screen);
    };
    for (std::size_t b = 0; b < p.blocks.size(); ++b) {
        const Block& block = p.blocks[b];
        if (block.like == b) {
            if (p.blocks.size() > 1)
                out += fmt::format("-- block {}: {} instructions, {} cycles, comes {} time(s)\n", b + 1,
                                   block.end - block.begin, p.cycles(block), p.turns(b));
            for (std::uint32_t i = block.begin; i < block.end; ++i) row(i);
            continue;
        }
        std::size_t last = b;
        Cycle cycles = p.cycles(block);
        while (last + 1 < p.blocks.size() && p.blocks[last + 1].like == block.like)
            cycles += p.cycles(p.blocks[++last]);
        out += fmt::format("-- block {} {} more time(s): instructions {} to {}, {} cycles\n", block.like + 1,
                           last - b + 1, block.begin, p.blocks[last].end - 1, cycles);
        b = last;
    }
    return out;
}

// Instructions over cycles: = held, D issue, e still executing. In windows, since a program runs down a diagonal;
// blocks that repeat others are left out.
std::string timeline(const Part& p, const views::Screen& screen) {
    constexpr std::size_t beside = 16, step = 10;  // columns of the numbers and gaps; cycles between marks
    const std::size_t taken = beside + text_width(p), left = screen.width - std::min(taken, screen.width);
    const Cycle window = std::max<Cycle>(left / step * step, 2 * step);
    std::string out;
    std::vector<bool> shown(p.program.code.size());
    for (std::size_t b = 0; b < p.blocks.size(); ++b)
        for (std::uint32_t i = p.blocks[b].begin; i < p.blocks[b].end; ++i) shown[i] = p.blocks[b].like == b;
    for (Cycle begin = 0; begin < p.analysis.cycles; begin += window) {
        const auto in_window = [&](std::size_t i) {
            return shown[i] && p.analysis.issue[i].at >= begin && p.analysis.issue[i].at < begin + window;
        };
        bool any = false;
        for (std::size_t i = 0; i < p.program.code.size(); ++i) any |= in_window(i);
        if (!any) continue;
        out += fmt::format("cycle {:>5} ", begin);
        for (Cycle c = begin; c < std::min(begin + window, p.analysis.cycles + 1); c += 10)
            out += fmt::format("{:<10}", fmt::format("|{}", c));
        out = out.substr(0, out.find_last_not_of(' ') + 1) + "\n";
        for (std::size_t i = 0; i < p.program.code.size(); ++i) {
            const sfpu::Issue& issue = p.analysis.issue[i];
            if (!in_window(i)) continue;
            std::string cells(issue.at - begin, '.');
            for (Cycle held = 0; held < std::min<Cycle>(issue.stalled, cells.size()); ++held)
                cells[cells.size() - 1 - held] = '=';
            cells += 'D' + std::string(static_cast<std::size_t>(std::max(0, issue.latency - 1)), 'e');
            out += fmt::format("      {:>5} {:<{}}  {}\n", i, cells, window + 2, text(p.program.code[i]));
        }
    }
    return out;
}

std::string verdict(const host::LoweringDifference& d) {
    std::string out = fmt::format("{:.1f} % of {} sampled results differ",
                                  percent(static_cast<double>(d.differing), static_cast<double>(d.results)), d.results);
    if (d.differing > d.special) out += fmt::format(", by up to {} ULP", d.max_ulp);
    if (d.special > 0) out += fmt::format(", {} of them NaN or infinite", d.special);
    return out;
}

std::string comparison(const ProgramReport& r, const views::Screen& screen) {
    std::size_t silent = 0;
    std::string out;
    for (const host::LoweringDifference& d : *r.differences) {
        if (d.differing == 0) {
            ++silent;
            continue;
        }
        out += views::labelled("",
                               fmt::format("{}: {} under {}, {} under {}: {}", d.line, d.here, name(r.lowering),
                                           d.there, name(d.other), verdict(d)),
                               2, screen);
    }
    std::string head =
        views::wrapped(
            fmt::format(
                "lowering profiles: {} compared with the others on {} round(s) of vectors in {:g}..{:g}, seed {}",
                name(r.lowering), r.samples.rounds, r.samples.low, r.samples.high, r.samples.seed),
            screen.width, 2) +
        "\n";
    if (out.empty()) out = "  no sampled result depends on the profile\n";
    if (silent > 0)
        out += fmt::format("  {} further line(s) become other instructions with the same results\n", silent);
    return head + out;
}

}  // namespace

std::string to_text(const ProgramReport& r, const views::Screen& screen) {
    std::string out = views::wrapped(fmt::format("{}: {} vector program(s) on {}, lowering {}", r.title,
                                                 r.trace.listings.size(), r.arch.name, name(r.lowering)),
                                     screen.width, 2) +
                      "\n";
    for (std::size_t n = 0; n < r.trace.listings.size(); ++n) {
        const Part part = part_of(r.trace.listings[n], r.arch);
        out += fmt::format("\nprogram {} of {}, run {} time(s)\n\n", n + 1, r.trace.listings.size(), part.listing.runs);
        out += fmt::format("{}\n{}", summary(part, screen), instructions(part, screen));
        if (r.timeline) out += fmt::format("\n{}", timeline(part, screen));
    }
    if (r.differences != nullptr && !r.trace.listings.empty()) out += fmt::format("\n{}", comparison(r, screen));
    return out + to_text(r.threads, r.arch, screen);
}

std::string to_json(const ProgramReport& r) {
    using nlohmann::ordered_json;
    ordered_json j{{"schema_version", 1},
                   {"command", "list program"},
                   {"kernel", r.title},
                   {"arch", std::string(r.arch.name)},
                   {"lowering", std::string(name(r.lowering))}};
    ordered_json programs = ordered_json::array();
    for (const host::Listing& listing : r.trace.listings) {
        const Part p = part_of(listing, r.arch);
        ordered_json units = ordered_json::object(), code = ordered_json::array();
        for (const sfpu::UnitRow& unit : sfpu::units) units[std::string(unit.name)] = p.analysis.of(unit.unit);
        for (std::uint32_t i = 0; i < p.program.code.size(); ++i) {
            const sfpu::Issue& issue = p.analysis.issue[i];
            const int column = r.arch.sfpu.isa_column;
            code.push_back({{"text", text(p.program.code[i])},
                            {"word", fmt::format("{:08x}", encode(p.program.code[i], column))},
                            {"line", listing.line[i]},
                            {"cycle", issue.at},
                            {"held_cycles", issue.stalled},
                            {"latency_cycles", issue.latency},
                            {"unit", name(unit_of(p.program.code[i]))},
                            {"live_registers", p.program.live[i]},
                            {"on_longest_chain", issue.critical},
                            {"built_at_run_time", p.program.built[i] != 0},
                            {"raw", p.program.raw[i] != 0}});
            if (const auto note = p.notes.find(i); note != p.notes.end()) code.back()["note"] = note->second;
        }
        programs.push_back({{"runs", listing.runs},
                            {"instructions", p.program.code.size()},
                            {"cycles", p.analysis.cycles},
                            {"held_cycles", p.analysis.stalls},
                            {"push_cycles", p.listing.push_cycles},
                            {"first_fetch_cycles", p.listing.first_fetch_cycles},
                            {"scalar_cycles", listing.scalar_cycles},
                            {"longest_chain_cycles", p.analysis.critical_cycles},
                            {"peak_registers", p.program.peak},
                            {"hazards", p.program.hazards.size()},
                            {"units", units},
                            {"code", code}});
    }
    j["programs"] = programs;
    if (r.differences != nullptr) {
        ordered_json lines = ordered_json::array();
        for (const host::LoweringDifference& d : *r.differences)
            lines.push_back({{"line", d.line},
                             {"other", name(d.other)},
                             {"here", d.here},
                             {"there", d.there},
                             {"results", d.results},
                             {"differing", d.differing},
                             {"special", d.special},
                             {"max_ulp", d.max_ulp}});
        j["profiles"] = {{"rounds", r.samples.rounds},
                         {"seed", r.samples.seed},
                         {"low", r.samples.low},
                         {"high", r.samples.high},
                         {"lines", lines}};
    }
    if (!r.threads.empty()) j["threads"] = to_json(r.threads, r.arch);
    return views::json_dump(j, 2) + "\n";
}

}  // namespace tessera::host
