#include "sim/core/judges/dst_formats.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/dst_fit.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::DstContents;
using tensix::DstFormat;
using tensix::PackStep;

namespace {

void note_writer(const Issue& in, Fault& fault, const DstContents::Entry& held) {
    if (held.pc == 0) return;
    const Kernel& writer = *in.core.kernels[static_cast<std::size_t>(held.thread) + 2];
    fault.notes += fmt::format("{}: note: the row was written here\n", writer.position(held.pc));
}

// Located before its note, which is all that it has.
void raise_with_writer(const Issue& in, Fault fault, const DstContents::Entry& held, fault::Severity severity) {
    in.kernel().locate(fault, in.pc, in.now);
    note_writer(in, fault, held);
    in.shared().raise(fault, severity);
}

// The matrix unit wrote one 16-bit float format to the half, the packers take it for the other.
void judge_written(const Issue& in, const PackStep::Output& out) {
    const DstProtocol& protocol = in.core.dst_protocol;
    const auto& written = protocol.written[static_cast<std::size_t>(protocol.pack_half)];
    const auto is_float = [](DstFormat format) { return format == DstFormat::bf16 || format == DstFormat::fp16; };
    if (!written || *written == out.view || !is_float(*written) || !is_float(out.view)) return;
    in.raise(
        Fault(Id::format_mismatch,
              fmt::format("{}: the matrix unit wrote {} to Dst, but the packer is configured for {}", in.actor("PACR"),
                          *written == DstFormat::fp16 ? "fp16" : "bf16", tensix::name(out.conversion.intermediate))));
}

// The packer reads rows in the view that it is configured for, whatever was put there.
void judge_kinds(const Issue& in, DstFormat view, int first, int rows) {
    std::optional<DstContents::Entry> other;
    DstContents::each_row(first, rows, view == DstFormat::fp32, [&](int row) {
        for (int column = 0; column < DstContents::row_columns && !other; ++column)
            if (const auto& held = in.core.dst_contents.at(row, column); !tensix::fits(view, held.kind)) other = held;
    });
    if (!other) return;
    raise_with_writer(
        in,
        Fault(Id::format_mismatch, fmt::format("the packer reads Dst from row {} on as {}, but it holds {}", first,
                                               tensix::name(view), tensix::name(other->kind))),
        *other, fault::Severity::warning);
}

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

// A mode that does not fit what lies in the rows takes other bits for the number, and often those of other rows.
void refuse_misfit(const Issue& in, const DstUse::Misfit& wrong) {
    const arch::Arch& arch = in.shared().arch();
    const std::string mode = wrong.mode == wrong.load.mod ? fmt::format("mode {}", wrong.mode)
                                                          : fmt::format("mode {}, here {}", wrong.load.mod, wrong.mode);
    raise_with_writer(in.at(wrong.pc),
                      Fault(Id::format_mismatch,
                            fmt::format("{} ({}) reads Dst row {} as {}, but it holds {}{}", sfpu::text(wrong.load),
                                        mode, wrong.row, sfpu::expected(arch.sfpu, wrong.mode),
                                        tensix::name(wrong.held.kind), remedy(wrong.held.kind, wrong, arch))),
                      wrong.held, fault::Severity::error);
}

}  // namespace

void DstFormats::packs(const Issue& in, const PackStep& step) {
    if (!step.reads_dst()) return;
    for (const PackStep::Output& out : step.output)
        for (int i = 0; i < out.runs; ++i) {
            const PackStep::Run& run = out.run[static_cast<std::size_t>(i)];
            judge_written(in, out);
            judge_kinds(in, out.view, run.first_row(), run.last_row() - run.first_row() + 1);
        }
}

void DstFormats::begins(const Issue& in) { use_[static_cast<std::size_t>(in.thread)].begin(in.core.sfpu); }

void DstFormats::runs(const Issue& in, const sfpu::Instr& instr) { follow(in, instr, {}); }

void DstFormats::accesses(const Issue& in, const VectorAccess& access) {
    follow(in, access.instr,
           {.pc = in.pc, .place = {access.row & ~3, access.column}, .mode = access.halves ? 0 : access.mode});
}

void DstFormats::follow(const Issue& in, const sfpu::Instr& instr, const DstUse::Access& access) {
    Core& core = in.core;
    const auto wrong = use_[static_cast<std::size_t>(in.thread)].follow(in.shared().arch().sfpu, core.sfpu, instr,
                                                                        access, core.dst_contents);
    if (wrong) refuse_misfit(in, *wrong);
}

}  // namespace tessera::core
