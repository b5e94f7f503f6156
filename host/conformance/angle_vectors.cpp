#include "host/conformance/angle_vectors.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

#include "host/conformance/published_sequences.hpp"
#include "sim/sfpu/executor.hpp"

namespace tessera::conformance {
namespace {

using lane::Lanes;
using sfpu::Instr;
using sfpu::Op;
using Program = std::vector<Instr>;

// One line: what goes into a lane, and the three words expected from it.
struct Angle {
    const Line* line;
    std::uint32_t column, position;
    std::uint32_t ln_base, two_over_columns;
    std::uint32_t expected[3];
};

std::uint32_t bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

double base_of(const TextFile& file, const Line& line) {
    const std::string& token = line.token[1];
    double base = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), base);
    if (error != std::errc{} || end != token.data() + token.size() || !(base > 0) || !std::isfinite(base))
        file.refuse(line, "a base above zero as token 2");
    return base;
}

Angle read(const TextFile& file, const Line& line) {
    file.expect_tokens(line, 7);
    const std::uint32_t columns = file.number(line, 0, 10);
    if (columns == 0) file.refuse(line, "at least one column");
    return {.line = &line,
            .column = file.number(line, 3, 10),
            .position = file.number(line, 2, 10),
            .ln_base = bits(std::log(base_of(file, line))),
            .two_over_columns = bits(2.0 / columns),
            .expected = {file.number(line, 4, 16), file.number(line, 5, 16), file.number(line, 6, 16)}};
}

// The steps between the published functions, on registers that hold: LReg0 column, 1 2/D, 2 ln base, 3 ln pi.
const Program exponent{{.op = Op::cast, .vd = 0, .vc = 0},
                       {.op = Op::mul, .vd = 0, .va = 0, .vb = 1, .vc = 9},
                       {.op = Op::mov, .vd = 0, .vc = 0, .mod = 1},
                       {.op = Op::mov, .vd = 3, .vc = 3, .mod = 1},
                       {.op = Op::mad, .vd = 0, .va = 0, .vb = 2, .vc = 3}};
// LReg0 position, 1 frequency.
const Program phase{{.op = Op::cast, .vd = 0, .vc = 0}, {.op = Op::mul, .vd = 0, .va = 0, .vb = 1, .vc = 9}};
// LReg0 phase: a quarter turn on.
const Program quarter{{.op = Op::loadi, .vd = 1, .mod = 0, .imm = 0x3f00},
                      {.op = Op::mad, .vd = 0, .va = 0, .vb = 11, .vc = 1}};

class AngleSequence {
  public:
    explicit AngleSequence(const arch::Sfpu& arch)
        : arch_(arch), exp_(published_sequence("exp_24f", arch)), sine_(published_sequence("sin_phase", arch)) {}

    void run(std::span<const Angle> angles, std::uint32_t (&out)[3][lane::count]) const {
        Lanes in[4], position;
        in[3] = lane::broadcast(bits(1.14472988585));
        for (std::size_t i = 0; i < angles.size(); ++i) {
            const int l = static_cast<int>(i);
            in[0][l] = angles[i].column;
            in[1][l] = angles[i].two_over_columns;
            in[2][l] = angles[i].ln_base;
            position[l] = angles[i].position;
        }
        const Lanes frequency = apply(exp_.program, {apply(exponent, {in[0], in[1], in[2], in[3]}, 0)}, exp_.output);
        const Lanes angle = apply(phase, {position, frequency}, 0);
        const Lanes sine = apply(sine_.program, {angle}, sine_.output);
        const Lanes cosine = apply(sine_.program, {apply(quarter, {angle}, 0)}, sine_.output);
        for (int l = 0; l < lane::count; ++l) out[0][l] = frequency[l], out[1][l] = sine[l], out[2][l] = cosine[l];
    }

  private:
    Lanes apply(const Program& program, std::initializer_list<Lanes> in, int output) const {
        sfpu::State state = sfpu::initial_state();
        std::copy(in.begin(), in.end(), state.lreg);
        sfpu::execute_block(arch_, {&state, 1}, program);
        return state.lreg[output];
    }

    const arch::Sfpu& arch_;
    Sequence exp_, sine_;
};

}  // namespace

Outcome run_angles(const std::filesystem::path& path, const arch::Arch& arch, std::size_t mismatches_kept) {
    return run_angles(read_lines(path), arch, mismatches_kept);
}

Outcome run_angles(const TextFile& file, const arch::Arch& arch, std::size_t mismatches_kept) {
    const AngleSequence machine(arch.sfpu);
    Outcome outcome;
    std::vector<Angle> angles;
    for (const Line& line : file.lines) angles.push_back(read(file, line));
    for (std::size_t first = 0; first < angles.size(); first += lane::count) {
        const auto some = std::span(angles).subspan(first, std::min<std::size_t>(lane::count, angles.size() - first));
        std::uint32_t got[3][lane::count];
        machine.run(some, got);
        for (std::size_t i = 0; i < some.size(); ++i) {
            ++outcome.run;
            bool good = true;
            for (std::size_t part = 0; part < 3; ++part) {
                if (got[part][i] == some[i].expected[part]) continue;
                good = false;
                static constexpr const char* names[] = {"frequency", "sine", "cosine"};
                if (outcome.mismatches.size() < mismatches_kept)
                    outcome.mismatches.push_back(fmt::format("{}:{}: {}: expected {:08x}, got {:08x}", file.path,
                                                             some[i].line->number, names[part], some[i].expected[part],
                                                             got[part][i]));
            }
            outcome.passed += good;
        }
    }
    return outcome;
}

}  // namespace tessera::conformance
