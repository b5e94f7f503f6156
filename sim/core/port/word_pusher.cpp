#include "sim/core/port/word_pusher.hpp"

#include <utility>

#include "sim/abi/tensix_op.hpp"

namespace tessera::core {

bool WordPusher::is_private(std::uint32_t word, std::uint32_t pc) const {
    constexpr std::size_t most_queued = 64;
    if (expanded_ || expander_.recording()) return false;
    if (vectors_ != nullptr && !vectors_->flushed()) return false;
    const std::uint32_t op = word >> 24;
    std::uint32_t pushes = 1;
    if (op == abi::op_mop || op == abi::op_replay) {
        if (expander_.kept(word, pc) == nullptr) return false;
        pushes = 0;
    } else if (op == abi::op_mop_cfg || !expander_.runs_together(word)) {
        return false;
    }
    return fifo_.has_room(pushes) && fifo_.queued() < most_queued;
}

void WordPusher::push_private(std::uint32_t word, std::uint32_t pc, Cycle now) {
    const bool runs = word >> 24 == abi::op_mop || word >> 24 == abi::op_replay;
    fifo_.push(runs ? command_of(*expander_.kept(word, pc), pc) : command_of(word, pc), now);
}

void WordPusher::configure_loop(std::uint32_t index, std::uint32_t value, std::uint32_t pc) {
    expander_.configure_loop(index, value, pc);
    context_.kernel.note_caller(pc);
}

void WordPusher::note_push(bool computes, std::uint32_t pc) {
    context_.kernel.note_caller(pc);
    if (vectors_ == nullptr) return;
    vectors_->pushed(pc);
    if (computes) context_.kernel.note_tile_call(pc);
}

Command WordPusher::command_of(std::uint32_t word, std::uint32_t pc) {
    note_push(vectors_ != nullptr && computes(word), pc);
    return {.kind = Command::Kind::word, .a = word, .pc = pc};
}

// What an expander makes has no entry of the FIFO.
Command WordPusher::command_of(const std::shared_ptr<const WordRun>& run, std::uint32_t pc) {
    note_push(run->computes, pc);
    return {
        .kind = Command::Kind::word, .a = run->words.front(), .pushes = 0, .pc = pc, .mop_pc = run->mop_pc, .run = run};
}

// A Tensix word of T1 that the recorder keeps (an SFPU instruction, a Dst counter step) goes there even when it was
// built at run time; anything else ends the recording and is pushed. MOP and REPLAY stand for the words they make. A
// blocked RISC comes back here with the words that are left.
Progress WordPusher::push(std::uint32_t word, std::uint32_t pc) {
    if (!expanded_) {
        expander_.expand(word, pc, left_);
        pushed_ = 0;
        expanded_ = true;
    }
    if (left_.run != nullptr && vectors_ != nullptr && !vectors_->empty()) {
        for (const std::uint32_t made : left_.run->words) left_.words.push_back({made, pc, false});
        left_.run = nullptr;
    }
    if (left_.run != nullptr) {
        if (vectors_ != nullptr && !vectors_->flush()) return Progress::blocked;
        if (auto full = fifo_.try_push(command_of(left_.run, pc))) return context_.block(*full);
    }
    bool recorded = false;
    for (; pushed_ < left_.words.size(); ++pushed_) {
        const Expansion::Word& next = left_.words[pushed_];
        if (vectors_ != nullptr) {
            recorded = vectors_->record_word(next.word, next.pc, context_.hart.clock(), !next.pushed);
            if (recorded) continue;
            if (!vectors_->flush()) return Progress::blocked;
        }
        Command command = command_of(next.word, pc);
        if (!next.pushed) command.pushes = 0;
        if (word >> 24 == abi::op_mop) command.mop_pc = expander_.loop_written_at();
        if (auto full = fifo_.try_push(std::move(command))) return context_.block(*full);
    }
    expanded_ = false;
    // The segment counts the pushes of what it holds.
    const Cycle cost = recorded && left_.words.back().pushed ? 0 : 1;
    if (context_.pending->touch == riscv::Touch::store)
        context_.hart.finish_store(cost);
    else
        context_.hart.finish_tensix(cost);
    return Progress::finished;
}

}  // namespace tessera::core
