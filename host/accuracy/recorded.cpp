#include "host/accuracy/recorded.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// Only dst_reg[0] is a column of the study; moving the window on after the last store changes nothing.
void require_one_column(const sfpu::Program& program) {
    bool moved = false;
    for (const Instr& instr : program.code) {
        if (instr.op == Op::setrwc) throw fault::InputError("a recorded function may not set the counters of Dst");
        const bool transfer = instr.op == Op::load || instr.op == Op::store;
        if (transfer && (instr.imm != 0 || moved))
            throw fault::InputError(
                fmt::format("{}: a recorded function of one argument reads and writes dst_reg[0] only", text(instr)));
        moved |= instr.op == Op::incrwc;
    }
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

// The datum of the pattern as it lies in Dst, and back.
std::uint32_t cells_of(std::uint32_t pattern, const Format& dst) {
    return dst == fp32 ? num::dst_from_32(pattern) : num::dst_from_bf16(pattern >> 16);
}
std::uint32_t pattern_of(std::uint32_t cells, const Format& dst) {
    return dst == fp32 ? num::dst_to_32(cells) : num::dst_to_bf16(cells) << 16;
}

// One vector between its register and its lanes of Dst.
template <int mode>
void transfer(State& state, const Instr& instr, std::uint32_t* dst, const Format& format,
              const sfpu::LoadRules& rules) {
    Lanes& reg = state.lreg[instr.vd];
    for (int l = 0; l < lane::count; ++l) {
        if (state.use && state.flags[l] == 0) continue;
        if (instr.op == Op::load)
            reg[l] = sfpu::SfpLoad::value<mode>(cells_of(dst[l], format), reg[l], rules);
        else
            dst[l] = pattern_of(sfpu::SfpStore::cells<mode>(reg[l], rules), format);
    }
}

}  // namespace

Recorded::Recorded(const Setting& setting, const std::function<void()>& init, const std::function<void()>& body)
    : setting_(setting), program_(record(setting, body)), start_(sfpu::initial_state()) {
    require_one_column(program_);
    const sfpu::Program constants = record(setting, init);
    if (std::any_of(constants.code.begin(), constants.code.end(), [](const Instr& i) { return touches_dst(i.op); }))
        throw fault::InputError("the init of a recorded function may not touch Dst");
    sfpu::execute_block(setting.arch.sfpu, {&start_, 1}, constants.code);
}

void Recorded::run(std::span<const std::uint32_t> inputs, std::span<std::uint32_t> results) const {
    const arch::Sfpu& arch = setting_.arch.sfpu;
    const sfpu::LoadRules rules{false, arch.int32_is_converted, arch.int8_load_bits};
    const std::span<const Instr> code = program_.code;
    constexpr std::size_t lanes = lane::count;
    std::vector<State> states(block, start_);
    for (std::size_t first = 0; first < inputs.size(); first += block * lanes) {
        const std::size_t here = std::min(block * lanes, inputs.size() - first);
        const std::size_t vectors = (here + lanes - 1) / lanes;
        std::uint32_t dst[block * lanes] = {};
        for (std::size_t i = 0; i < here; ++i) dst[i] = inputs[first + i];
        for (std::size_t from = 0; from < code.size();) {
            const std::span<const Instr> rest = code.subspan(from);
            const auto stop = std::find_if(rest.begin(), rest.end(), [](const Instr& i) { return touches_dst(i.op); });
            const auto length = static_cast<std::size_t>(stop - rest.begin());
            if (length > 0) sfpu::execute_block(arch, {states.data(), vectors}, rest.first(length));
            from += length;
            if (from == code.size()) break;
            const Instr& instr = code[from++];
            if (instr.op == Op::incrwc) continue;
            with_mode(resolved(instr, setting_.dst), [&]<int mode>() {
                for (std::size_t v = 0; v < vectors; ++v)
                    transfer<mode>(states[v], instr, dst + v * lanes, setting_.dst, rules);
            });
        }
        for (std::size_t i = 0; i < here; ++i) results[first + i] = dst[i];
    }
}

}  // namespace tessera::accuracy
