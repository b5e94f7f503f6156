// What is read from Dst though nobody has put it there, or packed otherwise than the kernel means.
#include <fmt/format.h>

#include <optional>

#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/sfpu/dst_fit.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

constexpr int tile_rows = 64;

}  // namespace

// Rows that were released keep their bits, which kernels rely on (spec/kernel-api.md 3.1); a tile that nothing has
// written since the program began holds what another program left.
void ThreadAgent::check_ever_written(Command& command, std::size_t at, int row, bool wide) {
    const tensix::DstFormat format = wide ? tensix::DstFormat::fp32 : tensix::DstFormat::raw16;
    if (shared_.options().blind_time || core_.dst().holds(row, format)) return;
    const int tile = row / tile_rows * tile_rows;
    for (int r = tile; r < tile + tile_rows; ++r)
        if (core_.dst().ever_held(r, format)) return;
    command.pc = command.segment->recorded(at).pc;
    raise(
        Fault(Id::uninitialised, fmt::format("{} reads Dst row {}, of a tile that nothing has written in this program",
                                             sfpu::text(command.segment->program->code[at]), row)),
        fault::Severity::warning);
}

// 32-bit datums go to Dst as such, whatever the matrix unit takes Dst for. A half holds 256 rows of them; behind those
// come the rows of the other half (spec/tensix-core.md 1.4).
void ThreadAgent::check_room_for_32_bits(int row, int rows, const char* call) const {
    constexpr int half = tensix::Dst::rows / 2, room = half / 2;
    if (row % half + rows <= room) return;
    throw Fault(
        Id::dst_index,
        fmt::format("{} of 32-bit data to Dst row {}: a half of Dst holds {} tiles of 32 bits, and the rows behind "
                    "them are those of the other half",
                    call, row, room / tile_rows));
}

// The packer reads rows in the view that it is configured for, whatever was put there.
void ThreadAgent::check_kind_packed(const Command& command, tensix::DstFormat view, int first, int rows) {
    const bool wide = view == tensix::DstFormat::fp32;
    std::optional<tensix::DstContents::Entry> other;
    tensix::DstContents::each_row(first, rows, wide, [&](int row) {
        for (int column = 0; column < tensix::DstContents::row_columns && !other; ++column)
            if (const auto& held = core_.dst_contents.at(row, column); !tensix::fits(view, held.kind)) other = held;
    });
    if (!other) return;
    Fault fault(Id::format_mismatch, fmt::format("the packer reads Dst from row {} on as {}, but it holds {}", first,
                                                 tensix::name(view), tensix::name(other->kind)));
    kernel().locate(fault, command.pc, clock);
    note_writer(fault, *other);
    shared_.raise(fault, fault::Severity::warning);
}

void ThreadAgent::note_writer(Fault& fault, const tensix::DstContents::Entry& held) const {
    if (held.pc == 0) return;
    const Kernel& writer = *core_.kernels[static_cast<std::size_t>(held.thread) + 2];
    fault.notes += fmt::format("{}: note: the row was written here\n", writer.position(held.pc));
}

// A pool whose scaler has exponent 0 everywhere counts nothing: the row of Dst stays the lowest value for a maximum,
// and becomes zero for a sum. A row that holds something already may be left alone on purpose.
void ThreadAgent::check_scaler(const tensix::SrcBank& scaler, int scaler_row, int row) {
    if (shared_.options().blind_time || !tensix::scales_to_nothing(scaler, scaler_row)) return;
    const bool wide = core_.dst_is_32_bit();
    if (core_.dst().holds(row, wide ? tensix::DstFormat::fp32 : tensix::DstFormat::raw16)) return;
    const std::string from = scaler.cb < 0 ? std::string("SrcB") : fmt::format("cb {}", scaler.cb);
    raises()(
        Fault(Id::format_mismatch,
              fmt::format("a reduction with a scaler of zero, from {}: nothing of the tile counts; fill the scaler "
                          "tile, with 1.0 for a maximum, of which only the exponent is taken",
                          from)),
        fault::Severity::warning);
}

namespace {

// What to load datums of a kind with, where it is not the mode that was chosen.
std::string remedy(tensix::DatumKind held, const DstUse::Misfit& wrong, const arch::Arch& arch) {
    using enum tensix::DatumKind;
    const bool implied = wrong.load.mod == 0;
    switch (held) {
        case fp16:
            if (implied && arch.tensix.fpu.bank_implies_format)
                return "; the configuration of this architecture does not name fp16 to the vector unit: set "
                       "fp32_dest_acc_en, or load and store by mode 1";
            [[fallthrough]];
        case bf16:
            return implied ? "; mode 0 takes the format that SrcB is configured for"
                           : fmt::format("; load them by mode {}", held == fp16 ? 1 : 2);
        case int8: return "; load them by mode 5";
        case raw16: return "; load them by mode 6 (UINT16)";
        case fp32: return "; load them by mode 3";
        case int32:
        case any32: return fmt::format("; load them by mode {}", arch.sfpu.dst_reg_int_mode);
        default: return "";
    }
}

}  // namespace

// A mode that does not fit what lies in the rows takes other bits for the number, and often those of other rows
// (spec/tensix-core.md 4.2).
void ThreadAgent::refuse_misfit(const DstUse::Misfit& wrong) {
    const std::string mode = wrong.mode == wrong.load.mod ? fmt::format("mode {}", wrong.mode)
                                                          : fmt::format("mode {}, here {}", wrong.load.mod, wrong.mode);
    Fault fault(Id::format_mismatch,
                fmt::format("{} ({}) reads Dst row {} as {}, but it holds {}{}", sfpu::text(wrong.load), mode,
                            wrong.row, sfpu::expected(shared_.arch().sfpu, wrong.mode), tensix::name(wrong.held.kind),
                            remedy(wrong.held.kind, wrong, shared_.arch())));
    kernel().locate(fault, wrong.pc, clock);
    note_writer(fault, wrong.held);
    shared_.raise(fault, fault::Severity::error);
}

}  // namespace tessera::core
