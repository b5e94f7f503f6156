// A RISC pushes Tensix words to its coprocessor thread, through the MOP and the replay expander.
#include <fmt/format.h>

#include "sim/abi/tensix_op.hpp"
#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
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
    if (word >> 24 == abi::op_mop_cfg) {
        mop_.set_mask(word);
    } else if (word >> 24 != abi::op_mop) {
        expand_replay(word, pc, true);
    } else {
        if (low_level_) check_loop(pc);
        for (const std::uint32_t made : mop_.expand(word)) expand_replay(made, pc, false);
    }
}

// The header of the user's low-level library that the code comes from; none for any other code.
std::string RiscAgent::low_level_file(std::uint32_t pc) const {
    for (const riscv::Frame& frame : program().lines->frames(pc))
        if (const std::size_t at = frame.file.rfind("/llk_lib/llk_"); at != std::string::npos)
            return frame.file.substr(frame.file.rfind('/') + 1);
    return "";
}

// A low-level header writes the loops that its own functions run: a loop of another header is what the init of another
// call has left. Loops of the same header are not told apart.
void RiscAgent::check_loop(std::uint32_t pc) {
    const std::uint32_t written = mop_.written_at();
    const auto [checked, first] = checked_loops_.try_emplace(pc, written);
    if (!first && checked->second == written) return;
    checked->second = written;
    const std::string runs = low_level_file(pc), wrote = low_level_file(written);
    if (runs.empty() || wrote.empty() || runs == wrote) return;
    Fault fault(Id::wrong_init, fmt::format("{} ({}) runs the loop of a MOP that {} ({}) has left", api_function(pc),
                                            runs, api_function(written), wrote));
    fault.notes = fmt::format("{}: note: the loop was written here\n", position(written));
    throw fault;
}

void RiscAgent::expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed) {
    if (word >> 24 == abi::op_replay) {
        replay_.start(word);
        for (const ReplayBuffer::Entry& entry : replay_.played()) to_run_.push_back({entry.word, entry.pc, false});
    } else if (!replay_.recording() || replay_.keep(word, pc)) {
        to_run_.push_back({word, pc, pushed});
    }
}

// A Tensix word of T1 that the recorder keeps (an SFPU instruction, a Dst counter step) goes there even when it was
// built at run time; anything else ends the recording and is pushed. MOP and REPLAY stand for the words they make. A
// blocked RISC comes back here with the words that are left.
RiscAgent::Progress RiscAgent::push_word(std::uint32_t word, std::uint32_t pc) {
    if (!is_compute()) throw Fault(Id::illegal_instruction, "Tensix instruction on a data-movement core");
    if (!expanded_) {
        expand(word, pc);
        expanded_ = true;
    }
    bool recorded = false;
    for (; ran_ < to_run_.size(); ++ran_) {
        const Expanded& next = to_run_[ran_];
        recorded = risc_ == abi::Risc::t1 && record_word(next.word, next.pc, hart_->clock(), !next.pushed);
        if (recorded) continue;
        if (!flush_recording()) return Progress::blocked;
        pushed_pc_ = pc;
        if (risc_ == abi::Risc::t1 && computes(next.word)) tile_call_pc_ = pc;
        Command command{.kind = Command::Kind::word,
                        .a = next.word,
                        .pushes = next.pushed ? 1u : 0u,
                        .pc = next.pushed ? next.pc : pc,
                        .mop_pc = word >> 24 == abi::op_mop ? mop_.written_at() : 0};
        if (auto full = push(std::move(command))) {
            machine_.scheduler().block(*this, *full);
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

}  // namespace tessera::core
