#include "host/accuracy/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/abi/emit.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/ops/loadstore.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::accuracy {
namespace {

using sfpu::Instr;
using sfpu::Lanes;
using sfpu::Op;
using sfpu::State;

constexpr std::size_t most_arguments = std::tuple_size_v<Recorded::Arguments>;
constexpr std::size_t block = 16;  // states that fit a first-level cache

// Operations get rising pcs: one straight line of code.
class Recording : public abi::HostRecorder {
  public:
    Recording() : previous_(abi::host_recorder) { abi::host_recorder = this; }
    ~Recording() { abi::host_recorder = previous_; }
    Recording(const Recording&) = delete;
    std::uint32_t record(abi::VectorOp op, std::uint32_t a, std::uint32_t b, bool literal) override {
        pc_ += 4;
        return recorder_.record(op, a, b, literal, pc_, 0);
    }
    sfpu::Program lowered(const Setting& setting) {
        return sfpu::lower(recorder_.take(), setting.arch.sfpu, setting.profile);
    }

  private:
    abi::HostRecorder* previous_;
    sfpu::Recorder recorder_;
    std::uint32_t pc_ = 0;
};

sfpu::Program record(const Setting& setting, const std::function<void()>& code) {
    Recording recording;
    if (code) code();
    return recording.lowered(setting);
}

bool touches_dst(Op op) { return op == Op::load || op == Op::store || op == Op::incrwc; }

constexpr std::uint32_t tile_rows = 64;  // of Dst, two to a vector

// How many columns the function reads: dst_reg[0], and dst_reg[32], [64], [96] if there are more. It writes dst_reg[0].
// Moving the window on after the last transfer changes nothing.
std::size_t columns(const sfpu::Program& program) {
    bool moved = false;
    std::size_t count = 1;
    for (const Instr& instr : program.code) {
        if (instr.op == Op::setrwc) throw fault::InputError("a recorded function may not set the counters of Dst");
        moved |= instr.op == Op::incrwc;
        if (instr.op != Op::load && instr.op != Op::store) continue;
        const std::size_t tile = instr.imm / tile_rows;
        const bool is_argument = instr.op == Op::load && instr.imm % tile_rows == 0 && tile < most_arguments;
        if (moved || (instr.imm != 0 && !is_argument))
            throw fault::InputError(
                fmt::format("{}: a recorded function reads and writes dst_reg[0] only, or reads more "
                            "arguments from dst_reg[32], [64] and [96]",
                            text(instr)));
        count = std::max(count, tile + 1);
    }
    return count;
}

sfpu::Program joined(std::span<const sfpu::Program> programs) {
    if (programs.size() == 1) return programs.front();
    sfpu::Program all;
    for (const sfpu::Program& program : programs) {
        all.code.insert(all.code.end(), program.code.begin(), program.code.end());
        all.peak = std::max(all.peak, program.peak);
    }
    return all;
}

// f.operator()<wanted>().
template <int mode = 0, class F>
void with_mode(int wanted, F f) {
    if constexpr (mode < 16) {
        if (mode == wanted) return f.template operator()<mode>();
        with_mode<mode + 1>(wanted, f);
    }
}

// Where Dst's format decides (mode 0) it is that of the setting.
int resolved(const Instr& instr, const Format& dst) { return instr.mod != 0 ? instr.mod : dst == fp32 ? 3 : 2; }

// One vector between its register and its lanes of Dst.
template <int mode, bool dst_is_fp32>
void transfer(State& state, const Instr& instr, std::uint32_t* dst, const sfpu::LoadRules& rules) {
    const auto cells_of = [](std::uint32_t pattern) {
        return dst_is_fp32 ? num::dst_from_32(pattern) : num::dst_from_bf16(pattern >> 16);
    };
    const auto pattern_of = [](std::uint32_t cells) {
        return dst_is_fp32 ? num::dst_to_32(cells) : num::dst_to_bf16(cells) << 16;
    };
    Lanes& reg = state.lreg[instr.vd];
    for (int l = 0; l < lane::count; ++l) {
        const bool takes_part = !state.use || state.flags[l] != 0;
        if (instr.op == Op::load)
            reg[l] = takes_part ? sfpu::SfpLoad::value<mode>(cells_of(dst[l]), reg[l], rules) : reg[l];
        else
            dst[l] = takes_part ? pattern_of(sfpu::SfpStore::cells<mode>(reg[l], rules)) : dst[l];
    }
}

}  // namespace

Recorded::Recorded(const Setting& setting, const std::function<void()>& init, const std::function<void()>& body)
    : Recorded(setting, std::array{record(setting, init)}, std::array{record(setting, body)}) {}

Recorded::Recorded(const Setting& setting, std::span<const sfpu::Program> init, std::span<const sfpu::Program> body)
    : setting_(setting), program_(joined(body)), arguments_(columns(program_)), start_(sfpu::initial_state()) {
    for (const sfpu::Program& constants : init) {
        if (std::any_of(constants.code.begin(), constants.code.end(), [](const Instr& i) { return touches_dst(i.op); }))
            throw fault::InputError("the init of a recorded function may not touch Dst");
        sfpu::execute_block(setting.arch.sfpu, {&start_, 1}, constants.code);
    }
}

void Recorded::run(const Arguments& inputs, std::span<std::uint32_t> results) const {
    const arch::Sfpu& arch = setting_.arch.sfpu;
    const sfpu::LoadRules rules{false, arch.int32_is_converted, arch.int8_load_bits};
    const std::span<const Instr> code = program_.code;
    constexpr std::size_t lanes = lane::count;
    std::vector<State> states(block, start_);
    for (std::size_t at = 0; at < results.size(); at += block * lanes) {
        const std::size_t here = std::min(block * lanes, results.size() - at);
        const std::size_t vectors = (here + lanes - 1) / lanes;
        std::uint32_t dst[most_arguments][block * lanes];
        for (std::size_t a = 0; a < arguments_; ++a) {
            std::ranges::copy(inputs[a].subspan(at, here), dst[a]);
            std::fill(dst[a] + here, std::end(dst[a]), 0);
        }
        for (std::size_t from = 0; from < code.size();) {
            const std::span<const Instr> rest = code.subspan(from);
            const auto stop = std::find_if(rest.begin(), rest.end(), [](const Instr& i) { return touches_dst(i.op); });
            const auto length = static_cast<std::size_t>(stop - rest.begin());
            if (length > 0) sfpu::execute_block(arch, {states.data(), vectors}, rest.first(length));
            from += length;
            if (from == code.size()) break;
            const Instr& instr = code[from++];
            if (instr.op == Op::incrwc) continue;
            std::uint32_t* column = dst[instr.imm / tile_rows];
            with_mode(resolved(instr, setting_.dst), [&]<int mode>() {
                for (std::size_t v = 0; v < vectors; ++v)
                    if (setting_.dst == fp32)
                        transfer<mode, true>(states[v], instr, column + v * lanes, rules);
                    else
                        transfer<mode, false>(states[v], instr, column + v * lanes, rules);
            });
        }
        std::copy_n(dst[0], here, results.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

}  // namespace tessera::accuracy
