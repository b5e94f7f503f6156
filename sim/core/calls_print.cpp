// DPRINT: whole lines to the options' sink, for the cores it was asked for.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/core/risc_agent.hpp"
#include "sim/core/thread_agent.hpp"
#include "sim/core/tile_slice.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::core {

void RiscAgent::print_line(std::string_view line) const {
    chip_.options().print_line(
        fmt::format("core ({},{}) {}: {}", core_.logical_x, core_.logical_y, risc_name(track().row), line));
}

bool RiscAgent::prints() const {
    const Options& options = chip_.options();
    const auto& cores = options.print_cores;
    const arch::Coord self{core_.logical_x, core_.logical_y};
    return options.print_line &&
           (options.print_all_cores || std::find(cores.begin(), cores.end(), self) != cores.end());
}

void RiscAgent::print_call() {
    if (!prints()) return;
    const auto kind = static_cast<abi::Print>(arg(0));
    const bool is_text = kind == abi::Print::text || kind == abi::Print::format_end;
    const std::string text = is_text ? kernel_string(arg(1)) : std::string();
    try {
        for (const std::string& line : printer_.add(kind, arg(1), arg(2), text)) print_line(line);
    } catch (const fault::Fault& fault) {
        refuse(fault);
    }
}

// A part of a tile of a circular buffer. What lies there is shown as it is, whether or not anybody wrote it.
void RiscAgent::print_tile() {
    if (!prints()) return;
    const auto say = [&](std::string_view text) {
        for (const std::string& line : printer_.add(abi::Print::text, 0, 0, text)) print_line(line);
    };
    if (risc_ == abi::Risc::t1) return say("TileSlice: T1 has no circular buffers\n");
    const tensix::CircularBuffer& cb = core_.cb(arg(0));
    const TileSlice slice{TileSlice::range(arg(2)), TileSlice::range(arg(3)), (arg(4) & abi::tile_ends_rows) != 0,
                          (arg(4) & abi::tile_of_faces) != 0, arg(5)};
    const auto format = static_cast<tensix::DataFormat>(cb.format);
    const auto bytes = static_cast<std::uint32_t>(tensix::tile_bytes(format));
    const std::uint32_t tile = ((arg(4) & abi::tile_front) != 0 ? cb.read_ptr : cb.write_ptr) + arg(1) * bytes;
    if (!core_.l1.contains(tile, bytes)) return say("TileSlice: the tile lies outside L1\n");
    say(slice.text(core_.l1.raw(tile, bytes), format, printer_));
}

// A tile of the half of Dst that T1 owns, once the coprocessor has done what T1 asked of it, shown or not.
CallResult RiscAgent::print_dst() {
    require(abi::Risc::t1, "dprint_tensix_dest_reg");
    if (!core_.threads[1]->drained()) return CallResult::wait({watch::WaitReason::tensix_fifo, 1, 0, 0});
    if (!prints()) return CallResult::done();
    const auto tile = static_cast<int>(arg(0));
    if (tile < 0 || tile >= core_.dst_tiles())
        throw fault::Fault(fault::Id::dst_index,
                           fmt::format("dprint_tensix_dest_reg({}): Dst holds {} tiles", tile, core_.dst_tiles()));
    const int half = core_.dst_protocol.math_half;
    const tensix::DstFormat format =
        core_.dst_is_32_bit()
            ? tensix::DstFormat::fp32
            : core_.dst_protocol.written[static_cast<std::size_t>(half)].value_or(tensix::DstFormat::bf16);
    const auto value = [&](std::uint32_t bits) {
        if (format == tensix::DstFormat::fp32) return std::bit_cast<float>(bits);
        return std::bit_cast<float>(format == tensix::DstFormat::fp16 ? num::fp16_to_fp32(bits) : bits << 16);
    };
    const bool by_face = arg(1) != 0;
    std::string text = fmt::format("Tile ID = {}\n", tile);
    for (int row = 0; row < tensix::face_rows; ++row) {
        // Without faces a line is a row of the tile, whose halves lie in two faces.
        const int line = row / 2, place = by_face ? row : tensix::datum_index(line, row % 2 * 16) / tensix::row_datums;
        if (by_face && row % 16 == 0) text += fmt::format("Face {}:\n", row / 16);
        for (const std::uint32_t bits :
             core_.dst().read_row(tensix::Dst::first_row(half) + tensix::Dst::rows_of_tile * tile + place, format))
            text += fmt::format("{:8.4f} ", value(bits));
        if (by_face || row % 2 == 1) text += '\n';
    }
    for (const std::string& line : printer_.add(abi::Print::text, 0, 0, text)) print_line(line);
    return CallResult::done();
}

}  // namespace tessera::core
