// A RISC pushes Tensix words to its coprocessor thread, through the MOP and the replay expander.
#include <fmt/format.h>

#include <algorithm>

#include "sim/abi/tensix_op.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

// For the matrix unit, and more than its counters.
bool computes(std::uint32_t word) {
    const tensix::Row* row = tensix::row_of(word);
    return row != nullptr && row->unit == tensix::Unit::matrix && row->op != tensix::Op::setrwc &&
           row->op != tensix::Op::incrwc;
}

}  // namespace

// What the expanders make of a pushed word: MOP its loop, and REPLAY, pushed or in that loop, what it plays.
void RiscAgent::expand(std::uint32_t word, std::uint32_t pc) {
    to_run_.clear();
    ran_ = 0;
    run_ = nullptr;
    const bool is_mop = word >> 24 == abi::op_mop;
    const bool plays = word >> 24 == abi::op_replay && abi::replay_loads.of(word) == 0;
    if ((is_mop || plays) && !replay_.recording()) {
        KeptRun& kept = kept_run(pc);
        if (kept.word == word && kept.pc == pc) {
            run_ = kept.run;
        } else {
            if (is_mop) check_loop(pc);
            run_ = run_of(word);
            if (run_ != nullptr) kept = {word, pc, run_};
        }
        if (run_ != nullptr) return;
    } else if (is_mop) {
        check_loop(pc);
    }
    if (word >> 24 == abi::op_mop_cfg) {
        mop_.set_mask(word);
        forget_runs();
    } else if (is_mop) {
        for (const std::uint32_t made : mop_.expand(word)) expand_replay(made, pc, false);
    } else {
        expand_replay(word, pc, true);
    }
}

void RiscAgent::forget_runs() {
    if (runs_.empty()) return;
    runs_.clear();
    kept_runs_ = {};
}

// Whether pushing a word is nobody's affair but the RISC's and its thread's, which takes the word up later whoever else
// acts before: what stands in the FIFO can only become less.
bool RiscAgent::is_private(std::uint32_t word, std::uint32_t pc) const {
    constexpr std::size_t most_queued = 64;
    if (!is_compute() || expanded_ || replay_.recording()) return false;
    if (risc_ == abi::Risc::t1 && (segment_sent_ || !recorder_.empty())) return false;
    const std::uint32_t op = word >> 24;
    std::uint32_t pushes = 1;
    if (op == abi::op_mop || op == abi::op_replay) {
        const KeptRun& kept = kept_runs_[pc / 4 % kept_runs_.size()];
        if (kept.run == nullptr || kept.word != word || kept.pc != pc) return false;
        pushes = 0;
    } else if (op == abi::op_mop_cfg || !runs_together(word)) {
        return false;
    }
    const ThreadAgent& thread = *core_.threads[static_cast<std::size_t>(risc_) - 2];
    return thread.has_room(pushes) && thread.queued() < most_queued;
}

void RiscAgent::push_private(std::uint32_t word, std::uint32_t pc, Cycle now) {
    const bool runs = word >> 24 == abi::op_mop || word >> 24 == abi::op_replay;
    fifo_->push(runs ? command_of(kept_run(pc).run, pc) : command_of(word, pc), now);
}

Command RiscAgent::command_of(std::uint32_t word, std::uint32_t pc) {
    pushed_pc_ = pc;
    kernel_.note_caller(pc);
    if (risc_ == abi::Risc::t1 && computes(word)) kernel_.note_tile_call(pc);
    return {.kind = Command::Kind::word, .a = word, .pc = pc};
}

// What an expander makes has no entry of the FIFO.
Command RiscAgent::command_of(const std::shared_ptr<const WordRun>& run, std::uint32_t pc) {
    pushed_pc_ = pc;
    kernel_.note_caller(pc);
    if (risc_ == abi::Risc::t1 && run->computes) kernel_.note_tile_call(pc);
    return {
        .kind = Command::Kind::word, .a = run->words.front(), .pushes = 0, .pc = pc, .mop_pc = run->mop_pc, .run = run};
}

// Whether the RISC need not wait for its turn with what it is about to do.
bool RiscAgent::may_go_on(const riscv::Pause& pause) const {
    if (pause.touch == riscv::Touch::tensix) return is_private(pause.tensix_word, pause.pc);
    if (pause.touch != riscv::Touch::store || !is_compute()) return false;
    if (pause.address == abi::tensix_fifo_base) return is_private(pause.value, pause.pc);
    return pause.bytes == 4 && pause.address - abi::mop_config_base < 4 * abi::mop_config_words;
}

// What the recorder would keep goes word by word, as does what begins to record.
bool RiscAgent::runs_together(std::uint32_t word) const {
    if (word >> 24 == abi::op_replay) return false;
    if (risc_ != abi::Risc::t1 || sfpu::row_index[word >> 24] < 0) return true;
    const auto op = static_cast<sfpu::Op>(word >> 24);
    return op == sfpu::Op::setrwc || op == sfpu::Op::incrwc;
}

// The words that MOP or REPLAY stand for, kept until their loop or what they play changes; null where they do not go
// together.
std::shared_ptr<const WordRun> RiscAgent::run_of(std::uint32_t word) {
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

// A low-level header writes the loops that its own functions run: a loop of another header is what the init of another
// call has left. Loops of the same header are not told apart.
void RiscAgent::check_loop(std::uint32_t pc) {
    const std::uint32_t written = mop_.written_at();
    const auto [checked, first] = checked_loops_.try_emplace(pc, written);
    if (!first && checked->second == written) return;
    checked->second = written;
    const std::string runs = kernel_.low_level_file(pc), wrote = kernel_.low_level_file(written);
    if (runs.empty() || wrote.empty() || runs == wrote) return;
    Fault fault(Id::wrong_init, fmt::format("{} ({}) runs the loop of a MOP that {} ({}) has left",
                                            kernel_.api_function(pc), runs, kernel_.api_function(written), wrote));
    fault.notes = fmt::format("{}: note: the loop was written here\n", kernel_.position(written));
    throw fault;
}

void RiscAgent::expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed) {
    if (word >> 24 == abi::op_replay) {
        forget_runs();
        replay_.start(word);
        for (const ReplayBuffer::Entry& entry : replay_.played()) to_run_.push_back({entry.word, entry.pc, false});
    } else if (!replay_.recording() || replay_.keep(word, pc)) {
        to_run_.push_back({word, pc, pushed});
    }
}

// A Tensix word of T1 that the recorder keeps (an SFPU instruction, a Dst counter step) goes there even when it was
// built at run time; anything else ends the recording and is pushed. MOP and REPLAY stand for the words they make. A
// blocked RISC comes back here with the words that are left.
Progress RiscAgent::push_word(std::uint32_t word, std::uint32_t pc) {
    if (!is_compute()) throw Fault(Id::illegal_instruction, "Tensix instruction on a data-movement core");
    if (!expanded_) {
        expand(word, pc);
        expanded_ = true;
    }
    if (run_ != nullptr && risc_ == abi::Risc::t1 && !recorder_.empty()) {
        for (const std::uint32_t made : run_->words) to_run_.push_back({made, pc, false});
        run_ = nullptr;
    }
    if (run_ != nullptr) {
        if (!flush_recording()) return Progress::blocked;
        if (auto full = fifo_->try_push(command_of(run_, pc))) {
            chip_.scheduler().block(*this, *full);
            return Progress::blocked;
        }
    }
    bool recorded = false;
    for (; ran_ < to_run_.size(); ++ran_) {
        const Expanded& next = to_run_[ran_];
        recorded = risc_ == abi::Risc::t1 && record_word(next.word, next.pc, hart_->clock(), !next.pushed);
        if (recorded) continue;
        if (!flush_recording()) return Progress::blocked;
        Command command = command_of(next.word, pc);
        if (!next.pushed) command.pushes = 0;
        if (word >> 24 == abi::op_mop) command.mop_pc = mop_.written_at();
        if (auto full = fifo_->try_push(std::move(command))) {
            chip_.scheduler().block(*this, *full);
            return Progress::blocked;
        }
    }
    expanded_ = false;
    // The segment counts the pushes of what it holds.
    const Cycle cost = recorded && to_run_.back().pushed ? 0 : 1;
    if (pending_->touch == riscv::Touch::store)
        hart_->finish_store(cost);
    else
        hart_->finish_tensix(cost);
    return Progress::finished;
}

// What was pushed before draws from the old sequence, as the vendor's code waits for it to (tensix-core.md 3.4).
Progress RiscAgent::seed_random(std::uint32_t seed, std::uint32_t pc) {
    if (!flush_recording()) return Progress::blocked;
    if (auto full = fifo_->try_push({.kind = Command::Kind::seed, .a = seed, .pc = pc})) {
        chip_.scheduler().block(*this, *full);
        return Progress::blocked;
    }
    hart_->finish_store(1);
    return Progress::finished;
}

}  // namespace tessera::core
