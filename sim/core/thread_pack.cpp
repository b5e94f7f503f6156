// Single instructions of T2: the packers, which take the datums of a half of Dst that is T2's to pages of circular
// buffers, and what gives the half back (spec/pack-instructions.md 3).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "sim/core/misplaced.hpp"
#include "sim/core/non_finite.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/twice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/pack_accumulate.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::PackStep;

namespace {

constexpr int rows_of_tile = tensix::Dst::rows_of_tile;

// Pages reserved and not seen yet by who takes them. A kernel that moves the pointer itself writes what it likes.
struct Reserved {
    bool in_order;
    std::uint32_t page, count, free;  // from the first on
};
// By what T2 had asked for when it pushed the instruction, at that cycle.
Reserved reserved_at(const tensix::CircularBuffer& cb, std::uint32_t address, Cycle pushed) {
    const std::uint32_t page = (address - cb.base) / cb.page_bytes, first = cb.received % cb.pages;
    return {cb.page_bytes % 16 == 0 && cb.write_ptr == cb.base + cb.producer_received % cb.pages * cb.page_bytes,
            (page + cb.pages - first) % cb.pages, cb.reserved_by(pushed),
            cb.pages - std::min(cb.pages, cb.received - cb.acked)};
}

bool is_reserved(const tensix::CircularBuffer& cb, std::uint32_t address, Cycle pushed) {
    const Reserved at = reserved_at(cb, address, pushed);
    return !at.in_order || at.page < at.count;
}

}  // namespace

// Waits until the packers have passed on what they were given before, and holds the thread until they have passed on
// this: sixteen rows of Wormhole's pack_untilize take two cycles of PACR each and one of what moves the counters (llk
// issue 916).
ThreadAgent::Phase ThreadAgent::pack_word(const Command& command, const tensix::Word& word) {
    if (thread_ != 2) throw Fault(Id::tensix_unsupported, "PACR by another thread than T2");
    check_started(command.pc);
    check_counters(command, word, tensix::of_packers, "PACR");
    PackStep step = tensix::resolve_pack(word, {.counters = counters_,
                                                .thread = thread_config_,
                                                .core = core_.math_config.core(),
                                                .state = packers_,
                                                .rules = shared_.arch().tensix.pack});
    if (const Cycle free = pack_pipeline_.free_at(step); free > clock) return take(free - clock);
    core_.next_draw();
    if (core_.packs_stochastically())
        for (std::size_t i = 0; i < step.output.size(); ++i) step.output[i].conversion.random = core_.draw() + 2 * i;
    if (step.reads_dst()) check_granted(command.pc);
    Cycle stream = 1;
    bool writes = false;
    for (const PackStep::Output& out : step.output) {
        if (!out.works) continue;
        check_destination(command, out);
        stream = std::max(stream, pack_stream(out));
        writes = writes || out.runs != 0;
    }
    if (step.reads_dst()) check_packed(command, step);
    for (const PackStep::Output& out : step.output)
        if (out.works) store_packed(command, step, out);
    origins_.move(counters_, command.pc,
                  [&](tensix::CounterSet& counters) { tensix::move_counters(step, thread_config_, counters); });
    tensix::move_packers(step, packers_);
    const Cycle on_the_way = writes ? shared_.arch().tensix.pack_fill_cycles.cycles() : 0;
    pack_pipeline_.take(step, clock, stream, on_the_way);
    busy(clock, clock + stream, watch::packer, "PACR");
    return finish(stream);
}

// A packer of Wormhole, as a read interface of Blackhole, has a quarter of what all write in a cycle.
Cycle ThreadAgent::pack_stream(const PackStep::Output& out) const {
    const std::uint32_t bytes = out.datums.bytes + out.exponents.bytes;
    const auto interfaces = static_cast<std::uint32_t>(std::max(out.runs, 1));
    const double cycles = 4.0 * bytes / interfaces / shared_.arch().tensix.pack_bytes_per_cycle;
    return std::max<Cycle>(1, static_cast<Cycle>(cycles));
}

void ThreadAgent::check_started(std::uint32_t pc) const {
    if (kernel().announced.lacks_start() && !shared_.options().t1_alone)
        raise(Fault(Id::wrong_init, AnnouncedCalls::unstarted(actor(pc, "PACR"))));
}

// What is read must be T2's.
void ThreadAgent::check_granted(std::uint32_t pc) const {
    if (core_.dst_protocol.pack_granted) return;
    raise(Fault(Id::pack_order,
                fmt::format("{} without tile_regs_wait: math has not committed this half of Dst", actor(pc, "PACR"))));
}

// It must lie in the half that T2 has, be there, and be what the packers take it for.
void ThreadAgent::check_packed(const Command& command, const PackStep& step) {
    const DstProtocol& protocol = core_.dst_protocol;
    const int first = tensix::Dst::first_row(protocol.pack_half);
    for (const PackStep::Output& out : step.output) {
        const int count = core_.mode.dst_rows(out.view == tensix::DstFormat::fp32);
        for (int i = 0; i < out.runs; ++i) {
            const PackStep::Run& run = out.run[static_cast<std::size_t>(i)];
            const auto row = static_cast<int>(run.first / 16),
                       last = static_cast<int>((run.first + static_cast<std::uint32_t>(run.datums) - 1) / 16);
            if (row >= first + count && !kernel().api_function(command.pc).empty())
                raise(beyond_dst((row - first) / rows_of_tile));
            else if (row < first || last >= first + count)
                raise(Fault(Id::dst_index,
                            fmt::format("PACR at Dst row {}: the half waited for is rows {} to {} ({} tiles)", row,
                                        first, first + count - 1, count / rows_of_tile)));
            check_held(out, row, last, command.pc);
            check_kind_packed(command, out.view, row, last - row + 1);
        }
        check_results(command, out);
    }
}

void ThreadAgent::check_held(const PackStep::Output& out, int row, int last, std::uint32_t pc) const {
    const auto& written = core_.dst_protocol.written[static_cast<std::size_t>(core_.dst_protocol.pack_half)];
    const auto is_float = [](tensix::DstFormat format) {
        return format == tensix::DstFormat::bf16 || format == tensix::DstFormat::fp16;
    };
    if (written && *written != out.view && is_float(*written) && is_float(out.view))
        raise(Fault(Id::format_mismatch,
                    fmt::format("{}: the matrix unit wrote {} to Dst, but the packer is configured for {}",
                                actor(pc, "PACR"), *written == tensix::DstFormat::fp16 ? "fp16" : "bf16",
                                tensix::name(out.conversion.intermediate))));
    if (shared_.options().blind_time) return;
    const tensix::DstFormat format =
        out.view == tensix::DstFormat::fp32 ? tensix::DstFormat::fp32 : tensix::DstFormat::raw16;
    for (int r = row; r <= last; ++r)
        if (core_.dst().holds(r, format)) return;
    const int tile = row / rows_of_tile * rows_of_tile;
    for (int r = tile; r < tile + rows_of_tile; ++r)
        if (core_.dst().holds(r, format)) return;
    raise(Fault(Id::uninitialised,
                fmt::format("{} of Dst tile {}, which nothing has written since tile_regs_acquire", actor(pc, "PACR"),
                            (row - tensix::Dst::first_row(core_.dst_protocol.pack_half)) / rows_of_tile)));
}

// Masks that were set for the results of some operations drop datums of what others have made.
void ThreadAgent::check_results(const Command& command, const PackStep::Output& out) const {
    const AnnouncedCalls::Results& passes = kernel().announced.results();
    if (passes.families == 0 || !out.has_masks || out.runs == 0 || shared_.options().blind_time) return;
    const bool wide = out.view == tensix::DstFormat::fp32;
    const int first = static_cast<int>(out.run[0].first / 16);
    const tensix::DstContents::Entry* made = nullptr;
    tensix::DstContents::each_row(first, 1, wide, [&](int row) { made = &core_.dst_contents.at(row, 0); });
    if (made->pc == 0 || made->thread != 1) return;
    const Kernel& maker = *core_.kernels[static_cast<std::size_t>(abi::Risc::t1)];
    const std::uint32_t family = maker.family_at(made->pc);
    if (family == 0 || (family & passes.families) != 0) return;
    const int lost = tensix::lost_to_masks(out, core_.dst());
    if (lost == 0) return;
    Fault fault(
        Id::wrong_init,
        fmt::format("{} of what {} made while the packer keeps the edge mask that {} has set: {} datums that "
                    "are not zero become zero; call its uninit after the last operation that it is for",
                    actor(command.pc, "PACR"), maker.api_function(made->pc), kernel().api_function(passes.pc), lost));
    fault.notes = fmt::format("{}: note: the mask was set here\n", kernel().position(passes.pc));
    raise(std::move(fault));
}

// What is written must be of the format of the buffer that it goes to, and go to pages that T2 has reserved.
void ThreadAgent::check_destination(const Command& command, const PackStep::Output& out) {
    if (out.runs == 0) return;
    for (const PackStep::Range& range : {out.exponents, out.datums}) {
        if (range.bytes == 0) continue;
        if (!core_.l1.contains(range.begin) || range.end() > core_.l1.size())
            throw Fault(Id::out_of_bounds, fmt::format("PACR writes L1 0x{:x} to 0x{:x}, beyond its {} bytes",
                                                       range.begin, range.end() - 1, core_.l1.size()));
        const std::uint32_t end = range.begin + range.bytes;
        tensix::CircularBuffer* cb = core_.buffer_at(range.begin, [&](const tensix::CircularBuffer& one) {
            const auto code = tensix::hardware_code(static_cast<tensix::DataFormat>(one.format));
            return code == tensix::hardware_code(out.conversion.out) && end <= one.limit() &&
                   is_reserved(one, range.begin, command.pushed) && is_reserved(one, end - 1, command.pushed);
        });
        if (cb == nullptr) {
            if (auto wrong = misplaced(core_, range.begin, range.bytes, true, "PACR"))
                raise(std::move(wrong->fault), wrong->severity);
            continue;
        }
        const auto to = static_cast<tensix::DataFormat>(cb->format);
        if (tensix::hardware_code(to) != tensix::hardware_code(out.conversion.out)) {
            Fault fault(Id::format_mismatch, fmt::format("{}: cb {} holds {}, but the packer is configured for {}{}",
                                                         actor(command.pc, "PACR"), cb->index, tensix::name(to),
                                                         tensix::name(out.conversion.out), configured_buffer(2)));
            fault.notes = configured_note(2);
            raise(std::move(fault));
        }
        if (cb->tile_bytes > cb->page_bytes && kernel().announced.running() == 1u << abi::whole_tiles_family)
            raise(Fault(Id::format_mismatch,
                        fmt::format("{}: a tile of {} has {} bytes, a page of cb {} only {}", actor(command.pc, "PACR"),
                                    tensix::name(to), cb->tile_bytes, cb->index, cb->page_bytes)));
        tensix::CircularBuffer::User& own = cb->users[static_cast<std::size_t>(abi::Risc::t2)];
        own.packs = own.packs || own.reserve.pages != 0;
        if (end > cb->limit())
            raise(Fault(Id::cb_bad_count,
                        fmt::format("{} writes beyond the end of cb {}", actor(command.pc, "PACR"), cb->index)));
        for (const std::uint32_t address : {range.begin, end - 1}) {
            const Reserved at = reserved_at(*cb, address, command.pushed);
            if (!at.in_order || at.page < at.count) continue;
            if (at.page >= at.free)
                cb->check_rewritten(address, out.accumulates, watch::trisc0, raises());
            else
                raise(cb->beyond_reserve(at.page, at.count), fault::Severity::warning);
        }
    }
}

// Both ranges to L1, or on top of what is there.
void ThreadAgent::store_packed(const Command& command, const PackStep& step, const PackStep::Output& out) {
    tensix::PackedDatums packed, other;
    const bool blind = shared_.options().blind_time;
    if (!blind) {
        tensix::pack(step, out, core_.dst(), packed);
        repeat_with_other_bits(core_, [&] { tensix::pack(step, out, core_.dst(), other); });
    } else if (out.runs != 0) {
        tensix::pack_row(out.conversion, std::array<std::uint32_t, tensix::row_datums>{});
    }
    const auto store = [&](const PackStep::Range& range, std::uint8_t* bytes, std::uint8_t* other_bytes) {
        const std::uint32_t count = range.bytes + range.padding;
        if (count == 0) return;
        touches(watch::Touch::pack, range.begin, count, command);
        const auto undetermined = core_.undetermined.in(range.begin, range.end());
        core_.l1_written(range.begin, count, clock);
        if (blind) return core_.l1.mark(range.begin, count, true);
        bool again = false;
        pack_noting_dependence(core_, range.begin, count, out.accumulates, undetermined, [&] {
            const std::span from(std::exchange(again, true) ? other_bytes : bytes, count);
            if (out.accumulates) tensix::pack_accumulate(out.conversion.out, core_.l1.raw(range.begin, count), from);
            core_.l1.write(range.begin, from);
        });
    };
    store(out.exponents, packed.exponents.data(), other.exponents.data());
    store(out.datums, packed.datums.data(), other.datums.data());
    FollowedValues* const followed = shared_.options().followed;
    if (followed == nullptr || out.runs == 0 || out.datums.bytes == 0) return;
    const PackStep::Run &first = out.run[0], &last = out.run[static_cast<std::size_t>(out.runs) - 1];
    const auto row = static_cast<int>(first.first / 16);
    const int end = static_cast<int>((last.first + static_cast<std::uint32_t>(last.datums) + 15) / 16);
    followed->packed(core_, {kernel(), command.pc, clock}, row, step.zeros ? 0 : end - row, out.view, out.datums.begin,
                     out.datums.bytes, out.conversion.out);
}

// T2's ZEROACC of the half that it has packed, or of all.
ThreadAgent::Phase ThreadAgent::zero_word(const tensix::Word& word, const tensix::Row& row) {
    using Zeroacc = tensix::ops::Zeroacc;
    if (row.op != tensix::Op::zeroacc || (word[Zeroacc::mode] & 3) < Zeroacc::half)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("{} by T2 other than ZEROACC of a half of Dst or of all", row.name));
    DstProtocol& protocol = core_.dst_protocol;
    const tensix::Rwc none;
    const tensix::Step step = tensix::resolve(word, {.rwc = none, .config = core_.math_config, .math_offset = 0});
    if (!protocol.pack_granted)
        raise(Fault(Id::dst_ownership, "tile_regs_release without tile_regs_wait"), fault::Severity::warning);
    else if (!core_.mode.full_sync &&
             (step.rows == tensix::Dst::rows || (step.dst_row != 0) != (protocol.pack_half != 0)))
        raise(Fault(Id::dst_ownership, "ZEROACC by T2 clears the half of Dst that is the matrix unit's"));
    const Cycle begin = core_.pipeline.issue(step, row, clock);
    forget_packed(step.dst_row, step.rows);
    return finish(begin + 1 - clock);
}

// Rows that T2 has done with: the valid flags go, the bits stay (spec/kernel-api.md 3.1).
void ThreadAgent::forget_packed(int first, int count) {
    DstProtocol& protocol = core_.dst_protocol;
    const auto clear = [&] { core_.dst().clear_rows(first, count); };
    core_.dst_contents.forget(first, count);
    clear();
    repeat_with_other_bits(core_, clear);
    drop_equal_bits(core_);
    protocol.written[static_cast<std::size_t>(protocol.pack_half)].reset();
}

void ThreadAgent::check_waits_once() const {
    if (core_.dst_protocol.pack_granted)
        raise(Fault(Id::dst_ownership, "tile_regs_wait twice without tile_regs_release"), fault::Severity::warning);
}

// T2 has got a half of Dst, or given it back.
void ThreadAgent::granted(const Command& command) {
    if (watch::Order* ordering = shared_.order()) {
        watch::Order::Channels& with = ordering->channels(order_agent().core);
        ordering->take(with.committed, order_agent(), with.released.count() + 1);
    }
    core_.dst_protocol.pack_granted = true;
    core_.dst_protocol.wait_pc = command.pc;
}

void ThreadAgent::released(const Command& command) {
    DstProtocol& protocol = core_.dst_protocol;
    protocol.pack_granted = false;
    protocol.release_pc = command.pc;
    if (!core_.mode.full_sync) protocol.pack_half ^= 1;
    auto& committed = core_.semaphores[tensix::Semaphore::math_pack].value;
    if (committed > 0) --committed;
    if (watch::Order* ordering = shared_.order())
        ordering->hand_on(ordering->channels(order_agent().core).released, order_agent(), 1);
    semaphore_changed(static_cast<std::uint32_t>(tensix::Semaphore::math_pack));
}

}  // namespace tessera::core
