#include "sim/core/port/word_expander.hpp"

#include <algorithm>
#include <utility>

#include "sim/abi/tensix_op.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

bool computes(std::uint32_t word) {
    const tensix::Row* row = tensix::row_of(word);
    return row != nullptr && row->unit == tensix::Unit::matrix && row->op != tensix::Op::setrwc &&
           row->op != tensix::Op::incrwc;
}

void WordExpander::expand(std::uint32_t word, std::uint32_t pc, Expansion& made) {
    made.words.clear();
    made.run = nullptr;
    const bool is_mop = word >> 24 == abi::op_mop;
    const bool plays = word >> 24 == abi::op_replay && abi::replay_loads.of(word) == 0;
    if ((is_mop || plays) && !replay_.recording()) {
        KeptRun& kept = kept_run(pc);
        if (kept.word == word && kept.pc == pc) {
            made.run = kept.run;
        } else {
            if (is_mop) loops_.check(pc, mop_.written_at());
            made.run = run_of(word);
            if (made.run != nullptr) kept = {word, pc, made.run};
        }
        if (made.run != nullptr) return;
    } else if (is_mop) {
        loops_.check(pc, mop_.written_at());
    }
    if (word >> 24 == abi::op_mop_cfg) {
        mop_.set_mask(word);
        forget_runs();
    } else if (is_mop) {
        for (const std::uint32_t looped : mop_.expand(word)) expand_replay(looped, pc, false, made);
    } else {
        expand_replay(word, pc, true, made);
    }
}

void WordExpander::configure_loop(std::uint32_t index, std::uint32_t value, std::uint32_t pc) {
    mop_.configure(index, value, pc);
    forget_runs();
}

void WordExpander::forget_runs() {
    if (runs_.empty()) return;
    runs_.clear();
    kept_ = {};
}

// What the recorder would keep goes word by word, as does what begins to record.
bool WordExpander::runs_together(std::uint32_t word) const {
    if (word >> 24 == abi::op_replay) return false;
    if (!records_ || sfpu::row_index[word >> 24] < 0) return true;
    const auto op = static_cast<sfpu::Op>(word >> 24);
    return op == sfpu::Op::setrwc || op == sfpu::Op::incrwc;
}

// The words that MOP or REPLAY stand for, kept until their loop or what they play changes; null where they do not go
// together.
std::shared_ptr<const WordRun> WordExpander::run_of(std::uint32_t word) {
    const auto [at, first] = runs_.try_emplace(word);
    if (!first) return at->second;
    auto run = std::make_shared<WordRun>();
    const auto play = [&](std::uint32_t replay) {
        replay_.start(replay);
        for (const ReplayBuffer::Entry& entry : replay_.played()) run->words.push_back(entry.word);
    };
    if (word >> 24 == abi::op_replay) {
        play(word);
    } else {
        run->mop_pc = mop_.written_at();
        for (const std::uint32_t made : mop_.expand(word))
            if (made >> 24 == abi::op_replay && abi::replay_loads.of(made) == 0)
                play(made);
            else
                run->words.push_back(made);
    }
    run->computes = std::ranges::any_of(run->words, computes);
    if (!run->words.empty() && std::ranges::all_of(run->words, [&](auto made) { return runs_together(made); }))
        at->second = std::move(run);
    return at->second;
}

void WordExpander::expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed, Expansion& made) {
    if (word >> 24 == abi::op_replay) {
        forget_runs();
        replay_.start(word);
        for (const ReplayBuffer::Entry& entry : replay_.played()) made.words.push_back({entry.word, entry.pc, false});
    } else if (!replay_.recording() || replay_.keep(word, pc)) {
        made.words.push_back({word, pc, pushed});
    }
}

}  // namespace tessera::core
