#include "sim/core/judges/pages_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/core/judges/misplaced.hpp"
#include "sim/core/operand.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::CircularBuffer;
using tensix::PackStep;
using tensix::UnpackStep;

namespace {

bool is_format_of(const CircularBuffer& cb, tensix::DataFormat format) {
    return tensix::hardware_code(static_cast<tensix::DataFormat>(cb.format)) == tensix::hardware_code(format);
}

std::uint32_t page_from_front(const CircularBuffer& cb, std::uint32_t address) {
    const std::uint32_t page = (address - cb.base) / cb.page_bytes, front = cb.acked % cb.pages;
    return page >= front ? page - front : page + cb.pages - front;
}

// Pages are taken in order: that which the thread has not popped yet is the first that can be read. A kernel that moves
// the pointer itself reads what it likes.
bool is_read_in_order(const CircularBuffer& cb) {
    return cb.page_bytes % 16 == 0 && cb.read_ptr == cb.base + cb.consumer_acked % cb.pages * cb.page_bytes &&
           !(cb.on_buffer && cb.producer < 0);
}
bool is_there(const CircularBuffer& cb, std::uint32_t address) {
    return !is_read_in_order(cb) || page_from_front(cb, address) < cb.received - cb.acked;
}

// Pages reserved and not seen yet by who takes them. A kernel that moves the pointer itself writes what it likes.
struct Reserved {
    bool in_order;
    std::uint32_t page, count, free;  // from the first on
};
// By what T2 had asked for when it pushed the instruction, at that cycle.
Reserved reserved_at(const CircularBuffer& cb, std::uint32_t address, Cycle pushed) {
    const std::uint32_t page = (address - cb.base) / cb.page_bytes, first = cb.received % cb.pages;
    return {cb.page_bytes % 16 == 0 && cb.write_ptr == cb.base + cb.producer_received % cb.pages * cb.page_bytes,
            (page + cb.pages - first) % cb.pages, cb.reserved_by(pushed),
            cb.pages - std::min(cb.pages, cb.received - cb.acked)};
}

bool is_reserved(const CircularBuffer& cb, std::uint32_t address, Cycle pushed) {
    const Reserved at = reserved_at(cb, address, pushed);
    return !at.in_order || at.page < at.count;
}

// Where the kernel has configured the buffer that a unit's format is of (0: SrcA, 1: SrcB, 2: packers).
std::string configured_buffer(const Issue& in, std::size_t which) {
    const auto& cb = in.kernel().announced.configured(which).cb;
    return cb ? fmt::format(" (cb {})", *cb) : "";
}
std::string configured_note(const Issue& in, std::size_t which) {
    const std::uint32_t pc = in.kernel().announced.configured(which).pc;
    return pc == 0 ? "" : fmt::format("{}: note: configured here\n", in.kernel().position(pc));
}

void judge_written(const Issue& in, const PackStep::Output& out, const PackStep::Range& range) {
    const std::uint32_t end = range.begin + range.bytes;
    CircularBuffer* cb = in.core.buffer_at(range.begin, [&](const CircularBuffer& one) {
        return is_format_of(one, out.conversion.out) && end <= one.limit() &&
               is_reserved(one, range.begin, in.pushed) && is_reserved(one, end - 1, in.pushed);
    });
    if (cb == nullptr) {
        if (auto wrong = misplaced(in.core, range.begin, range.bytes, true, "PACR"))
            in.raise(std::move(wrong->fault), wrong->severity);
        return;
    }
    const auto to = static_cast<tensix::DataFormat>(cb->format);
    if (!is_format_of(*cb, out.conversion.out)) {
        Fault fault(Id::format_mismatch, fmt::format("{}: cb {} holds {}, but the packer is configured for {}{}",
                                                     in.actor("PACR"), cb->index, tensix::name(to),
                                                     tensix::name(out.conversion.out), configured_buffer(in, 2)));
        fault.notes = configured_note(in, 2);
        in.raise(std::move(fault));
    }
    if (cb->tile_bytes > cb->page_bytes && in.kernel().announced.running() == 1u << abi::whole_tiles_family)
        in.raise(Fault(Id::format_mismatch,
                       fmt::format("{}: a tile of {} has {} bytes, a page of cb {} only {}", in.actor("PACR"),
                                   tensix::name(to), cb->tile_bytes, cb->index, cb->page_bytes)));
    CircularBuffer::User& own = cb->users[static_cast<std::size_t>(abi::Risc::t2)];
    own.packs = own.packs || own.reserve.pages != 0;
    if (end > cb->limit())
        in.raise(
            Fault(Id::cb_bad_count, fmt::format("{} writes beyond the end of cb {}", in.actor("PACR"), cb->index)));
    for (const std::uint32_t address : {range.begin, end - 1}) {
        const Reserved at = reserved_at(*cb, address, in.pushed);
        if (!at.in_order || at.page < at.count) continue;
        if (at.page >= at.free)
            cb->check_rewritten(address, out.accumulates, watch::trisc0, in.raises());
        else
            in.raise(cb->beyond_reserve(at.page, at.count), fault::Severity::warning);
    }
}

}  // namespace

const CircularBuffer* read_buffer(Core& core, const UnpackStep& step) {
    if (step.kind != UnpackStep::Kind::unpack || step.zeros || step.behind_face) return nullptr;
    return core.buffer_at(step.datums, [&](const CircularBuffer& cb) {
        return is_format_of(cb, step.conversion.in) && is_there(cb, step.datums);
    });
}

void PagesJudge::unpacks(const Issue& in, const UnpackStep& step, const CircularBuffer* cb) {
    if (cb == nullptr || step.behind_face) return;
    if (cb->unpack_to_dst && !step.to_dst())
        in.raise(Fault(Id::tensix_unsupported,
                       fmt::format("{} of cb {}, which is unpacked to Dst", in.actor("UNPACR"), cb->index)));
    const auto which = static_cast<std::size_t>(step.unpacker);
    if (!is_format_of(*cb, step.conversion.in)) {
        Fault fault(Id::format_mismatch,
                    fmt::format("{}: cb {} holds {}, but the unpacker of {} is configured for {}{}", in.actor("UNPACR"),
                                cb->index, tensix::name(static_cast<tensix::DataFormat>(cb->format)),
                                which == src_a ? "SrcA" : "SrcB", tensix::name(step.conversion.in),
                                configured_buffer(in, which)));
        fault.notes = configured_note(in, which);
        in.raise(std::move(fault));
    }
    const std::uint32_t page = page_from_front(*cb, step.datums), there = cb->received - cb->acked;
    const std::uint32_t covered = cb->waited_by(in.pushed);
    if (is_read_in_order(*cb) && page >= covered && (page >= there || in.is_of_api()))
        in.raise(cb->beyond_wait(page, covered));
}

void PagesJudge::packs(const Issue& in, const PackStep& step) {
    for (const PackStep::Output& out : step.output) {
        if (!out.works || out.runs == 0) continue;
        for (const PackStep::Range& range : {out.exponents, out.datums})
            if (range.bytes != 0) judge_written(in, out, range);
    }
}

}  // namespace tessera::core
