#include "sim/core/calls/calls_print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

#include "sim/core/calls/tile_slice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::core {

namespace {

bool is_shown(const Options& options, const Core& core) {
    const auto& cores = options.print_cores;
    const arch::Coord self{core.logical_x, core.logical_y};
    return options.print_line &&
           (options.print_all_cores || std::find(cores.begin(), cores.end(), self) != cores.end());
}

}  // namespace

PrintCalls::PrintCalls(const RiscContext& context)
    : context_(context), shown_(is_shown(context.chip.options(), context.core)) {}

void PrintCalls::print(std::string_view text) {
    for (const std::string& line : printer_.add(abi::Print::text, 0, 0, text)) print_line(line);
}

void PrintCalls::print_line(std::string_view line) const {
    const watch::Hub& hub = context_.chip.hub();
    if (hub.listening())
        hub.emit(watch::Printed{context_.kernel.track(), context_.hart.clock(), line,
                                context_.kernel.spot(context_.standing_at())});
    context_.chip.options().print_line(fmt::format("core ({},{}) {}: {}", context_.core.logical_x,
                                                   context_.core.logical_y, risc_name(context_.kernel.track().row),
                                                   line));
}

void PrintCalls::end() {
    if (const auto rest = printer_.rest()) print_line(*rest);
}

void PrintCalls::piece() {
    if (!shown_) return;
    const auto kind = static_cast<abi::Print>(context_.arg(0));
    const bool is_text = kind == abi::Print::text || kind == abi::Print::format_end || kind == abi::Print::enumerator ||
                         kind == abi::Print::enumerator_type;
    const std::string text = is_text ? context_.string_at(context_.arg(1)) : std::string();
    try {
        for (const std::string& line : printer_.add(kind, context_.arg(1), context_.arg(2), text)) print_line(line);
    } catch (const fault::Fault& fault) {
        context_.refuse(fault);
    }
}

// What lies there is shown as it is, whether or not anybody wrote it.
void PrintCalls::tile_slice() {
    if (!shown_) return;
    if (context_.risc == abi::Risc::t1) return print("TileSlice: T1 has no circular buffers\n");
    const tensix::CircularBuffer& cb = context_.core.cb(context_.arg(0));
    const TileSlice slice{TileSlice::range(context_.arg(2)), TileSlice::range(context_.arg(3)),
                          (context_.arg(4) & abi::tile_ends_rows) != 0, (context_.arg(4) & abi::tile_of_faces) != 0,
                          context_.arg(5)};
    const auto format = static_cast<tensix::DataFormat>(cb.format);
    const auto bytes = static_cast<std::uint32_t>(tensix::tile_bytes(format));
    const std::uint32_t tile =
        ((context_.arg(4) & abi::tile_front) != 0 ? cb.read_ptr : cb.write_ptr) + context_.arg(1) * bytes;
    if (!context_.core.l1.contains(tile, bytes)) return print("TileSlice: the tile lies outside L1\n");
    print(slice.text(context_.core.l1.raw(tile, bytes), format, printer_));
}

// Of the half that T1 owns; T1 waits whether or not the tile is shown.
CallResult PrintCalls::dst_tile(const PushFifo& fifo) {
    if (context_.risc != abi::Risc::t1)
        throw fault::Fault(fault::Id::illegal_instruction, "dprint_tensix_dest_reg called on the wrong RISC");
    if (!fifo.drained()) return CallResult::wait({watch::WaitReason::tensix_fifo, 1, 0, 0});
    if (!shown_) return CallResult::done();
    const auto tile = static_cast<int>(context_.arg(0));
    if (tile < 0 || tile >= context_.core.dst_tiles())
        throw fault::Fault(fault::Id::dst_index, fmt::format("dprint_tensix_dest_reg({}): Dst holds {} tiles", tile,
                                                             context_.core.dst_tiles()));
    const int half = context_.core.dst_protocol.math_half;
    const tensix::DstFormat format =
        context_.core.dst_is_32_bit()
            ? tensix::DstFormat::fp32
            : context_.core.dst_protocol.written[static_cast<std::size_t>(half)].value_or(tensix::DstFormat::bf16);
    const auto value = [&](std::uint32_t bits) {
        if (format == tensix::DstFormat::fp32) return std::bit_cast<float>(bits);
        return std::bit_cast<float>(format == tensix::DstFormat::fp16 ? num::fp16_to_fp32(bits) : bits << 16);
    };
    const bool by_face = context_.arg(1) != 0;
    std::string text = fmt::format("Tile ID = {}\n", tile);
    for (int row = 0; row < tensix::face_rows; ++row) {
        // Without faces a line is a row of the tile, whose halves lie in two faces.
        const int line = row / 2, place = by_face ? row : tensix::datum_index(line, row % 2 * 16) / tensix::row_datums;
        if (by_face && row % 16 == 0) text += fmt::format("Face {}:\n", row / 16);
        for (const std::uint32_t bits : context_.core.dst().read_row(
                 tensix::Dst::first_row(half) + tensix::Dst::rows_of_tile * tile + place, format))
            text += fmt::format("{:8.4f} ", value(bits));
        if (by_face || row % 2 == 1) text += '\n';
    }
    print(text);
    return CallResult::done();
}

}  // namespace tessera::core
