// Single instructions of T0: the unpackers, which the matrix unit waits for and which wait for its banks, the address
// counters, and what carries registers to the configuration (spec/unpack-instructions.md 3).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/non_finite.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::UnpackStep;
using watch::WaitReason;

namespace {

namespace ops = tensix::ops;

std::uint32_t page_from_front(const tensix::CircularBuffer& cb, std::uint32_t address) {
    const std::uint32_t page = (address - cb.base) / cb.page_bytes, front = cb.acked % cb.pages;
    return page >= front ? page - front : page + cb.pages - front;
}

// Pages are taken in order: that which the thread has not popped yet is the first that can be read. A kernel that moves
// the pointer itself reads what it likes.
bool is_read_in_order(const tensix::CircularBuffer& cb) {
    return cb.page_bytes % 16 == 0 && cb.read_ptr == cb.base + cb.consumer_acked % cb.pages * cb.page_bytes;
}
bool is_there(const tensix::CircularBuffer& cb, std::uint32_t address) {
    if ((cb.on_buffer && cb.producer < 0) || !is_read_in_order(cb)) return true;
    return page_from_front(cb, address) < cb.received - cb.acked;
}

// What it reads of L1, as far as others must keep away from it: of rows that lie apart in a circular buffer all that is
// beside them too, as for whoever reads the rest of the block.
ByteRange touched_by(const UnpackStep& step, const tensix::CircularBuffer* cb) {
    const std::uint32_t begin = step.read_begin(), end = step.read_end();
    if (cb == nullptr || !step.rows_apart || step.row_stride == 0) return {begin, end - begin};
    const std::uint32_t first = begin - (begin - cb->base) % step.row_stride;
    const std::uint32_t block = step.row_stride * static_cast<std::uint32_t>(step.rows / step.rows_together);
    return {first, std::max(end, std::min(first + block, cb->limit())) - first};
}

bool is_format_of(const tensix::CircularBuffer& cb, tensix::DataFormat format) {
    return tensix::hardware_code(static_cast<tensix::DataFormat>(cb.format)) == tensix::hardware_code(format);
}

}  // namespace

// Registers of the thread and the core, and counters.
ThreadAgent::Phase ThreadAgent::register_word(const tensix::Word& word, const tensix::Row& row, std::uint32_t pc) {
    tensix::Registers& registers = core_.registers[static_cast<std::size_t>(thread_)];
    tensix::MathConfig& config = core_.math_config;
    // Only SETC16 and RMWCIB know of the second.
    if (thread_ == 1 && row.unit == tensix::Unit::configuration && config.state() != 0)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("{} in the second state of the configuration, which is not modelled", row.name));
    switch (row.op) {
        case tensix::Op::dmanop: break;
        case tensix::Op::setdmareg: ops::Setdmareg::run(word, registers); break;
        case tensix::Op::adddmareg: ops::Adddmareg::run(word, registers); break;
        case tensix::Op::muldmareg: ops::Muldmareg::run(word, registers); break;
        case tensix::Op::storereg: ops::Storereg::run(word, registers); break;
        case tensix::Op::reg2flop: ops::Reg2flop::run(word, registers, config); break;
        case tensix::Op::wrcfg: ops::Wrcfg::run(word, registers, config); break;
        case tensix::Op::rdcfg: ops::Rdcfg::run(word, registers, config); break;
        case tensix::Op::cfgshiftmask: ops::Cfgshiftmask::run(word, static_cast<std::uint32_t>(thread_), config); break;
        default:
            origins_.move(counters_, pc, word.bits(),
                          [&](tensix::CounterSet& counters) { tensix::move_counters(word, counters); });
    }
    const Cycle issue = row.column[static_cast<std::size_t>(word.column())].cost.issue;
    if (row.op == tensix::Op::adddmareg || row.op == tensix::Op::muldmareg)
        scalar_settled_at_ = clock + issue + shared_.arch().tensix.scalar_settle_cycles.cycles();
    return finish(issue);
}

// Nobody is told when a mutex is let go: a thread that finds it taken looks again in the next cycle.
ThreadAgent::Phase ThreadAgent::mutex_word(const tensix::Word& word, const tensix::Row& row) {
    const std::uint32_t index = word[ops::Atgetm::index];
    if (index == 1 || index >= core_.mutexes.size())
        throw Fault(Id::tensix_unsupported, fmt::format("mutex {}: there are 0 and 2 to 7", index));
    int& holder = core_.mutexes[index];
    if (row.op == tensix::Op::atrelm) {
        if (holder == thread_) holder = -1;
        return finish(1);
    }
    if (holder >= 0 && holder != thread_) return take(1);
    holder = thread_;
    return finish(1);
}

ThreadAgent::Phase ThreadAgent::unpack_word(const Command& command, const tensix::Word& word) {
    const auto u = static_cast<Operand>(word[ops::Unpacr::unpacker]);
    if (held_[u]) return wait_for(WaitReason::src_free, u);
    if (unpackers_.free_at(u) > clock) return take(unpackers_.free_at(u) - clock);
    check_counters(command, word, u, "UNPACR");
    UnpackStep step = tensix::resolve_unpack(word, {.counters = counters_,
                                                    .thread = thread_config_,
                                                    .core = core_.math_config.core(),
                                                    .kept = &unpack_registers_});
    step.conversion.rules = shared_.arch().tensix.unpack;
    const tensix::CircularBuffer* cb = read_buffer(step);
    if (step.kind == UnpackStep::Kind::unpack && !step.zeros) check_unpacked(command, step, cb);
    if (step.kind == UnpackStep::Kind::unpack) origins_.added(counters_[u], u, command.pc);
    tensix::move_counters(word, counters_);
    held_[u] = Held{step, cb, command.pc, command.mop_pc};
    go_on(u, clock);
    return finish(1);
}

// Null where it reads none.
const tensix::CircularBuffer* ThreadAgent::read_buffer(const UnpackStep& step) {
    if (step.kind != UnpackStep::Kind::unpack || step.zeros || step.behind_face) return nullptr;
    return core_.buffer_at(step.datums, [&](const tensix::CircularBuffer& cb) {
        return is_format_of(cb, step.conversion.in) && is_there(cb, step.datums);
    });
}

// What lies in the buffer that is read must be of the format that the unpacker is configured for, and have come.
void ThreadAgent::check_unpacked(const Command& command, const UnpackStep& step, const tensix::CircularBuffer* cb) {
    const auto end = static_cast<std::uint64_t>(step.read_end());
    if (!core_.l1.contains(step.read_begin()) || end > core_.l1.size())
        throw Fault(Id::out_of_bounds, fmt::format("UNPACR reads L1 0x{:x} to 0x{:x}, beyond its {} bytes",
                                                   step.read_begin(), end - 1, core_.l1.size()));
    if (step.behind_face) return;
    if (step.to_dst()) check_room_for_32_bits(step.row & (tensix::Dst::rows - 1), step.rows, "UNPACR");
    if (cb == nullptr) return;
    if (cb->unpack_to_dst && !step.to_dst())
        raise(Fault(Id::tensix_unsupported,
                    fmt::format("{} of cb {}, which is unpacked to Dst", actor(command.pc, "UNPACR"), cb->index)));
    const auto which = static_cast<std::size_t>(step.unpacker);
    if (!is_format_of(*cb, step.conversion.in)) {
        Fault fault(
            Id::format_mismatch,
            fmt::format("{}: cb {} holds {}, but the unpacker of {} is configured for {}{}",
                        actor(command.pc, "UNPACR"), cb->index,
                        tensix::name(static_cast<tensix::DataFormat>(cb->format)), which == src_a ? "SrcA" : "SrcB",
                        tensix::name(step.conversion.in), configured_buffer(which)));
        fault.notes = configured_note(which);
        raise(std::move(fault));
    }
    const std::uint32_t page = page_from_front(*cb, step.datums), there = cb->received - cb->acked;
    const std::uint32_t covered = cb->waited_by(command.pushed);
    const bool in_order = is_read_in_order(*cb) && !(cb->on_buffer && cb->producer < 0);
    if (in_order && page >= covered && (page >= there || !kernel().api_function(command.pc).empty()))
        raise(cb->beyond_wait(page, covered));
}

// The matrix unit has turned to its other bank, so that an instruction may go on that waits in its unpacker.
void ThreadAgent::matrix_unit_turned(Operand operand, Cycle now) {
    if (!held_[operand]) return;
    held_[operand]->cb = read_buffer(held_[operand]->step);
    go_on(operand, now);
    if (!held_[operand]) core_.notify(WaitReason::src_free, operand, now);
}

// Does what an unpacker holds, if its bank is free. The bits come at once; until they would be there, the matrix unit
// finds the bank not to be its own.
void ThreadAgent::go_on(Operand u, Cycle now) {
    const Held& held = *held_[u];
    const UnpackStep& step = held.step;
    if (step.waits_for_bank && core_.src[u][core_.unpack_bank[u]].valid) return;
    if (step.waits_for_math && core_.src[u][core_.math_bank[u]].valid) return;
    try {
        carry_out(held, u, now);
    } catch (Fault& fault) {
        explain(fault, tensix::Word(step.word, shared_.arch().sfpu.isa_column), held.pc, held.mop_pc);
        kernel().locate(fault, held.pc, now);
        throw;
    }
    held_[u].reset();
}

void ThreadAgent::carry_out(const Held& held, Operand u, Cycle now) {
    const UnpackStep& step = held.step;
    const arch::Tensix& tensix = shared_.arch().tensix;
    tensix::SrcBank& bank = core_.src[u][core_.unpack_bank[u]];
    if (watch::Order* ordering = shared_.order(); ordering != nullptr && step.kind != UnpackStep::Kind::nothing)
        ordering->acquire(order_agent(), ordering->channels(order_agent().core).freed[u][core_.unpack_bank[u]]);
    tensix::UnpackPipeline::Span span{};
    if (step.kind == UnpackStep::Kind::unpack) {
        span = unpackers_.read(u, now, tensix.unpack_setup_cycles.cycles() / 4, stream_cycles(step));
        read_l1(held, u, bank);
    } else {
        span = unpackers_.act(u, now);
        const auto clear = [&](tensix::SrcBank& to) {
            to.cb = -1;
            if (shared_.options().blind_time) return;
            if (step.clear_value == 0)
                to.datum = {};  // so that the host clears it as a whole
            else
                to.datum.fill(step.clear_value);
        };
        if (step.kind == UnpackStep::Kind::clear) {
            clear(bank);
            if (core_.other_bits) clear(core_.other_bits->src[u][core_.unpack_bank[u]]);
        }
    }
    busy(span.begin, span.end, watch::unpacker, step.kind == UnpackStep::Kind::unpack ? "UNPACR" : "UNPACR_NOP",
         held.pc);
    if (!step.sets_valid) return;
    if (step.kind != UnpackStep::Kind::unpack || bank.cb < 0) bank.form = step.form;
    hand_over(u, span.end);
}

Cycle ThreadAgent::stream_cycles(const UnpackStep& step) const {
    const arch::Tensix& tensix = shared_.arch().tensix;
    double bytes = step.bytes();
    const std::uint64_t period = tensix.unpack_bank_period_bytes.count();
    // Rows that lie in the same banks of L1 are read one after the other.
    if (step.rows_apart && period != 0 && step.row_stride % period == 0)
        bytes = std::max(bytes, step.rows * tensix.unpack_bank_row_bytes);
    return static_cast<Cycle>(bytes / tensix.unpack_bytes_per_cycle);
}

void ThreadAgent::read_l1(const Held& held, Operand u, tensix::SrcBank& bank) {
    const UnpackStep& step = held.step;
    const tensix::CircularBuffer* const cb = held.cb;
    const std::uint32_t begin = step.read_begin(), bytes = step.read_end() - begin;
    if (!step.zeros && !step.behind_face) {
        if (watch::Order* ordering = shared_.order()) {
            const ByteRange touched = touched_by(step, cb);
            shared_.refuse(
                ordering->unit(order_agent(), watch::Touch::unpack, touched.offset, touched.bytes, {held.pc, clock}));
        }
        note_unwritten(step, cb, held.pc);
    }
    if (!step.to_dst()) {
        bank.cb = cb == nullptr ? -1 : cb->index;
        bank.form = step.form;
    }
    if (step.to_dst())
        core_.dst_contents.wrote(
            step.row & (tensix::Dst::rows - 1), step.rows,
            {step.zeros ? tensix::DatumKind::any32 : tensix::unpacked_kind(step.conversion.in), 0, held.pc});
    if (shared_.options().blind_time) return;
    const auto work = [&](std::span<const std::uint8_t> l1, tensix::SrcBank& to) {
        if (step.to_dst())
            tensix::unpack(step, l1, core_.dst());
        else
            tensix::unpack(step, l1, to);
    };
    work(step.zeros ? std::span<const std::uint8_t>() : core_.l1.raw(begin, bytes), bank);
    const auto again = [&] {
        work(step.zeros ? std::vector<std::uint8_t>() : with_other_bits(core_, begin, bytes),
             core_.src[u][core_.unpack_bank[u]]);
    };
    repeat_with_other_bits(core_, again);
    FollowedValues* const followed = shared_.options().followed;
    const FollowedValues::Actor by{kernel(), held.pc, clock};
    const std::uint32_t read = step.zeros ? 0 : bytes;
    if (followed != nullptr && step.to_dst())
        followed->unpacked_to_dst(core_, by, begin, read, step.conversion.in, cb, step.row & (tensix::Dst::rows - 1),
                                  step.rows);
    else if (followed != nullptr)
        followed->unpacked(core_, by, begin, read, step.conversion.in, cb, u, core_.unpack_bank[u]);
    if (core_.other_bits && !step.to_dst()) {
        tensix::SrcBank& other = core_.other_bits->src[u][core_.unpack_bank[u]];
        other.cb = bank.cb;
        other.form = bank.form;
    }
}

}  // namespace tessera::core
