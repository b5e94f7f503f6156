#include "host/study/recorded.hpp"

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
        return sfpu::lower(recorder_.take(), setting.arch.sfpu, setting.lowering);
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

// The lanes that take part.
const std::uint32_t* mask_of(const State& state) {
    static const Lanes all = lane::broadcast(~0u);
    return (state.use ? state.flags : all).word.data();
}

void copy(const Lanes& from, Lanes& to) {
#pragma GCC ivdep
    for (int l = 0; l < lane::count; ++l) to[l] = from[l];
}

void merge(std::uint32_t* old, const std::uint32_t* lanes, const std::uint32_t* mask) {
#pragma GCC ivdep
    for (int l = 0; l < lane::count; ++l) old[l] = (lanes[l] & mask[l]) | (old[l] & ~mask[l]);
}

// A vector of fp32 patterns through Dst into its register. The 32-bit views of Dst order the bits of an fp32 datum
// otherwise, and back again.
template <int mode, bool dst_is_fp32>
void load(State& state, const Instr& instr, std::uint32_t* lanes, const sfpu::LoadRules& rules) {
    constexpr bool as_it_is = dst_is_fp32 && (mode == 3 || mode == 4 || mode == 10);
    Lanes& reg = state.lreg[instr.vd];
    std::uint32_t value[lane::count];
    for (int l = 0; l < lane::count; ++l) {
        const std::uint32_t cells = dst_is_fp32 ? num::dst_from_32(lanes[l]) : num::dst_from_bf16(lanes[l] >> 16);
        value[l] = as_it_is ? lanes[l] : sfpu::SfpLoad::value<mode>(cells, reg[l], rules);
    }
    merge(reg.word.data(), value, mask_of(state));
}

// A register's vector as Dst would show it.
template <int mode, bool dst_is_fp32>
void store(State& state, const Instr& instr, std::uint32_t* lanes, const sfpu::LoadRules& rules) {
    constexpr bool as_it_is = dst_is_fp32 && (mode == 4 || mode == 10);
    const Lanes& reg = state.lreg[instr.vd];
    for (int l = 0; l < lane::count; ++l) {
        if constexpr (as_it_is || (dst_is_fp32 && mode == 3)) {
            lanes[l] = as_it_is ? reg[l] : num::store_fp32(reg[l]);
        } else {
            const std::uint32_t cells = sfpu::SfpStore::cells<mode>(reg[l], rules);
            lanes[l] = dst_is_fp32 ? num::dst_to_32(cells) : num::dst_to_bf16(cells) << 16;
        }
    }
}

auto transfer_of(const Instr& instr, const Format& dst) {
    decltype(&load<0, true>) transfer = nullptr;
    with_mode(resolved(instr, dst), [&]<int mode>() {
        if (instr.op == Op::load)
            transfer = dst == fp32 ? load<mode, true> : load<mode, false>;
        else
            transfer = dst == fp32 ? store<mode, true> : store<mode, false>;
    });
    return transfer;
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
    folding_ = folding_of(program_.code, start_);
}

Recorded Recorded::with(std::span<const sfpu::Program> body) const {
    Recorded other = *this;
    other.program_ = joined(body);
    other.arguments_ = columns(other.program_);
    other.folding_ = folding_of(other.program_.code, start_);
    return other;
}

// Cut where the program touches Dst and where lanes may be alike.
std::vector<Recorded::Step> Recorded::steps() const {
    const std::vector<Instr>& code = program_.code;
    std::vector<Step> steps;
    auto next_fold = folding_.folds.begin();
    for (std::size_t i = 0; i < code.size(); ++i) {
        const bool folds = next_fold != folding_.folds.end() && next_fold->at == i;
        if (folds) steps.push_back({.fold = &*next_fold++});
        if (code[i].op == Op::incrwc) continue;
        if (touches_dst(code[i].op))
            steps.push_back({.first = i, .count = 1, .transfer = transfer_of(code[i], setting_.dst)});
        else if (!steps.empty() && steps.back().fold == nullptr && steps.back().transfer == nullptr &&
                 steps.back().first + steps.back().count == i)
            ++steps.back().count;
        else
            steps.push_back({.first = i, .count = 1});
    }
    for (Step& step : steps)
        while (step.first + step.straight < code.size() && !touches_dst(code[step.first + step.straight].op))
            ++step.straight;
    return steps;
}

// Some vectors on their way through a program.
class Recorded::Block {
  public:
    explicit Block(const Recorded& function)
        : function_(function), steps_(function.steps()), tries_(steps_.size()), states_(most_states, function.start_) {}

    void run(std::size_t vectors) {
        begin(vectors);
        const std::span<const Instr> code = function_.program_.code;
        std::size_t done = 0;  // instructions
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const Step& step = steps_[i];
            if (step.fold != nullptr) {
                if (in_use_ > 1 && tries_[i].is_due()) tries_[i].end(fold_at(*step.fold));
            } else if (step.transfer != nullptr) {
                transfer(step.transfer, code[step.first]);
            } else if (step.first >= done) {
                const std::size_t count = in_use_ < 2 ? step.straight : step.count;  // one vector cannot be folded
                sfpu::execute_block(function_.setting_.arch.sfpu, used(), code.subspan(step.first, count));
                done = step.first + count;
            }
        }
    }
    std::uint32_t* column(std::size_t argument) { return dst_[argument]; }

  private:
    // What the program reads before it writes it is that of the start. A program that is not followed leaves its flags
    // as it found them, and its random numbers go on from vector to vector.
    void begin(std::size_t vectors) {
        vectors_ = in_use_ = vectors;
        if (function_.folding_.folds.empty()) return;
        const State& start = function_.start_;
        for (State& state : used()) {
            copy(start.flags, state.flags);
            state.use = start.use;
            state.depth = start.depth;
            for (const std::uint8_t reg : function_.folding_.read_at_start) copy(start.lreg[reg], state.lreg[reg]);
        }
    }

    // Where a look for alike lanes found too few, the next inputs' hardly have more: it is put off, longer each time.
    class Tries {
      public:
        bool is_due() { return waits_ == 0 || --waits_ == 0; }
        void end(bool was_worth_it) {
            pause_ = was_worth_it ? 0 : std::min(2 * pause_ + 1, longest);
            waits_ = pause_ == 0 ? 0 : pause_ + 1;
        }

      private:
        static constexpr int longest = 15;
        int pause_ = 0, waits_ = 0;
    };

    bool fold_at(const Fold& place) {
        const std::size_t kept = fold(place, used(), std::span(alike_).first(in_use_ * lane::count));
        if (kept == in_use_) return false;
        for (std::size_t i = 0; i < vectors_ * lane::count; ++i)
            lane_of_[i] = alike_[in_use_ == vectors_ ? i : lane_of_[i]];
        in_use_ = kept;
        return true;
    }

    void transfer(Transfer move, const Instr& instr) {
        const arch::Sfpu& arch = function_.setting_.arch.sfpu;
        const sfpu::LoadRules rules{false, arch.int32_is_converted, arch.int8_load_bits};
        std::uint32_t* column = dst_[instr.imm / tile_rows];
        if (instr.op == Op::load) {
            for (std::size_t v = 0; v < in_use_; ++v) move(states_[v], instr, column + v * lane::count, rules);
            return;
        }
        std::uint32_t stored[most_states * lane::count], masks[most_states * lane::count];
        if (in_use_ == vectors_) {
            for (std::size_t v = 0; v < vectors_; ++v) {
                move(states_[v], instr, stored, rules);
                merge(column + v * lane::count, stored, mask_of(states_[v]));
            }
            return;
        }
        for (std::size_t v = 0; v < in_use_; ++v) {
            move(states_[v], instr, stored + v * lane::count, rules);
            std::copy_n(mask_of(states_[v]), lane::count, masks + v * lane::count);
        }
        if (lane_of_[vectors_ * lane::count - 1] == 0 && masks[0] != 0) {  // all are alike
            std::fill_n(column, vectors_ * lane::count, stored[0]);
            return;
        }
        for (std::size_t i = 0; i < vectors_ * lane::count; ++i) {
            const std::size_t from = lane_of_[i];
            column[i] = (stored[from] & masks[from]) | (column[i] & ~masks[from]);
        }
    }

    std::span<State> used() { return {states_.data(), in_use_}; }

    const Recorded& function_;
    const std::vector<Step> steps_;
    std::vector<Tries> tries_;  // of the steps that look for alike lanes
    std::vector<State> states_;
    std::size_t vectors_ = 0, in_use_ = 0;  // states; fewer where lanes are alike
    std::uint32_t dst_[most_arguments][most_states * lane::count];
    std::uint16_t lane_of_[most_states * lane::count], alike_[most_states * lane::count];
};

void Recorded::run(const Arguments& inputs, std::span<std::uint32_t> results) const {
    constexpr std::size_t lanes = most_states * lane::count;
    Block vectors(*this);
    for (std::size_t at = 0; at < results.size(); at += lanes) {
        const std::size_t here = std::min(lanes, results.size() - at);
        for (std::size_t a = 0; a < arguments_; ++a) {
            std::ranges::copy(inputs[a].subspan(at, here), vectors.column(a));
            std::fill(vectors.column(a) + here, vectors.column(a) + lanes, 0);
        }
        vectors.run((here + lane::count - 1) / lane::count);
        std::copy_n(vectors.column(0), here, results.begin() + static_cast<std::ptrdiff_t>(at));
    }
}

}  // namespace tessera::accuracy
