#include "host/inspect/lowering_compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "sim/num/dst_bits.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/isa.hpp"

namespace tessera::host {
namespace {

using sfpu::Lowering;

// A listing lowered once more with the operations of one line under another profile.
struct Variant {
    std::size_t listing;
    sfpu::Program program;
    LoweringDifference difference;
};

using Names = std::map<std::string_view, int>;

Names names_in(const sfpu::Program& program) {
    Names names;
    for (const sfpu::Instr& in : program.code)
        if (in.op != sfpu::Op::nop) ++names[sfpu::row_of(in.op).name];
    return names;
}

// The same for each source line on its own.
std::map<std::string, Names> names_by_line(const sfpu::Program& program, const SegmentRun& segment) {
    std::map<std::string, Names> lines;
    for (std::size_t i = 0; i < program.code.size(); ++i)
        if (program.code[i].op != sfpu::Op::nop)
            ++lines[segment.line[program.origin[i]]][sfpu::row_of(program.code[i].op).name];
    return lines;
}

// "2 SFPMUL + SFPADDI": what `names` has more of than `others`.
std::string surplus(const Names& names, const Names& others) {
    std::string text;
    for (const auto& [name, count] : names) {
        const auto other = others.find(name);
        const int more = count - (other == others.end() ? 0 : other->second);
        if (more <= 0) continue;
        text += text.empty() ? "" : " + ";
        text += more == 1 ? std::string(name) : fmt::format("{} {}", more, name);
    }
    return text.empty() ? "nothing" : text;
}

std::vector<Variant> variants_of(const KernelTrace& trace, const arch::Arch& arch, Lowering lowering) {
    std::vector<Variant> variants;
    std::vector<bool> seen(trace.listings.size());
    for (const SegmentRun& segment : trace.segments) {
        if (seen[segment.listing]) continue;
        seen[segment.listing] = true;
        const sfpu::Program& here = *trace.listings[segment.listing].program;
        std::vector<std::string> lines;
        for (const std::string& line : segment.line)
            if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
        for (const Lowering other : sfpu::lowerings) {
            if (other == lowering) continue;
            const sfpu::Program everywhere = sfpu::lower(segment.recording, arch.sfpu, other);
            if (everywhere.code == here.code) continue;
            auto lines_here = names_by_line(here, segment), lines_there = names_by_line(everywhere, segment);
            for (const std::string& line : lines) {
                if (lines_here[line] == lines_there[line]) continue;
                const sfpu::Program there = sfpu::lower(segment.recording, arch.sfpu, [&](std::uint32_t op) {
                    return segment.line[op] == line ? other : lowering;
                });
                if (there.code == here.code) continue;
                const auto before = names_in(here), after = names_in(there);
                variants.push_back({segment.listing, there, {}});
                LoweringDifference& difference = variants.back().difference;
                difference.line = line;
                difference.other = other;
                difference.here = surplus(before, after);
                difference.there = surplus(after, before);
            }
        }
    }
    return variants;
}

struct VectorUnit {
    sfpu::State state = sfpu::initial_state();
    tensix::Dst dst;
    sfpu::Rwc rwc;
};

void run(const arch::Arch& arch, const sfpu::Program& program, const SegmentRun& segment, VectorUnit& machine) {
    sfpu::DstPort port{.dst = machine.dst, .math_offset = segment.math_offset, .rwc = machine.rwc, .fp32 = true};
    port.slot_base = segment.slot_base;
    sfpu::execute(arch.sfpu, machine.state, port, program.code);
    machine.rwc = port.rwc;
}

sfpu::Program bound(sfpu::Program program, const SegmentRun& segment) {
    sfpu::bind(program, segment.recording);
    return program;
}

bool finite(std::uint32_t word) { return (word >> 23 & 0xff) != 0xff; }
std::int64_t ordered(std::uint32_t word) {
    const auto magnitude = static_cast<std::int64_t>(word & 0x7fffffff);
    return word >> 31 ? -magnitude : magnitude;
}

void count(std::uint32_t here, std::uint32_t there, LoweringDifference& difference) {
    if (here == there) return;
    ++difference.differing;
    if (!finite(here) || !finite(there)) {
        ++difference.special;
        return;
    }
    const std::int64_t distance = ordered(here) - ordered(there);
    difference.max_ulp = std::max(difference.max_ulp, static_cast<std::uint64_t>(std::max(distance, -distance)));
}

// What both runs left: the rows of Dst, and the vectors that live on, wherever each lowering put them.
void compare(const VectorUnit& here, const sfpu::Program& program, const VectorUnit& there,
             const sfpu::Program& variant, LoweringDifference& difference) {
    for (int row = 0; row < 512; ++row)
        for (int column = 0; column < tensix::Dst::columns; ++column)
            count(num::dst_to_32(here.dst.read32(row, column)), num::dst_to_32(there.dst.read32(row, column)),
                  difference);
    for (std::size_t v = 0; v < program.exit.registers.size(); ++v)
        for (int lane = 0; lane < lane::count; ++lane)
            count(here.state.lreg[program.exit.registers[v]][lane], there.state.lreg[variant.exit.registers[v]][lane],
                  difference);
    const auto stores = std::count_if(program.code.begin(), program.code.end(),
                                      [](const sfpu::Instr& in) { return in.op == sfpu::Op::store; });
    difference.results +=
        static_cast<std::uint64_t>(lane::count) * (static_cast<std::uint64_t>(stores) + program.exit.registers.size());
}

class Numbers {
  public:
    explicit Numbers(const Samples& samples)
        : rng_(samples.seed), low_(samples.low), step_((samples.high - samples.low) / 4294967296.0) {}
    // By its own arithmetic, so that every standard library gives the same numbers.
    float next() { return static_cast<float>(low_ + step_ * static_cast<double>(rng_())); }
    void fill(tensix::Dst& dst, int first, int rows) {
        for (int row = first; row < first + rows; ++row)
            for (int column = 0; column < tensix::Dst::columns; ++column)
                dst.write32(row & 1023, column, num::dst_from_32(__builtin_bit_cast(std::uint32_t, next())));
    }

  private:
    std::mt19937 rng_;
    double low_, step_;
};

}  // namespace

std::vector<LoweringDifference> compare_lowerings(const KernelTrace& trace, const arch::Arch& arch, Lowering lowering,
                                                  const Samples& samples) {
    std::vector<Variant> variants = variants_of(trace, arch, lowering);
    Numbers numbers(samples);
    for (int round = 0; round < samples.rounds && !variants.empty(); ++round) {
        VectorUnit machine;
        numbers.fill(machine.dst, 0, 512);
        for (const SegmentRun& segment : trace.segments) {
            for (const std::uint32_t tile : segment.new_tiles)
                numbers.fill(machine.dst, static_cast<int>(64 * tile + (segment.math_offset & 512)), 64);
            const sfpu::Program program = bound(*trace.listings[segment.listing].program, segment);
            const VectorUnit before = machine;
            run(arch, program, segment, machine);
            for (Variant& variant : variants) {
                if (variant.listing != segment.listing) continue;
                VectorUnit there = before;
                run(arch, bound(variant.program, segment), segment, there);
                compare(machine, program, there, variant.program, variant.difference);
            }
        }
    }
    std::vector<LoweringDifference> differences;
    for (Variant& variant : variants) {
        const auto same = std::find_if(differences.begin(), differences.end(), [&](const LoweringDifference& d) {
            return d.line == variant.difference.line && d.other == variant.difference.other &&
                   d.here == variant.difference.here;
        });
        if (same == differences.end()) {
            differences.push_back(std::move(variant.difference));
            continue;
        }
        same->results += variant.difference.results;
        same->differing += variant.difference.differing;
        same->special += variant.difference.special;
        same->max_ulp = std::max(same->max_ulp, variant.difference.max_ulp);
    }
    return differences;
}

}  // namespace tessera::host
