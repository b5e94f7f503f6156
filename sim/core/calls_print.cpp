// DPRINT: whole lines to the options' sink, for the cores it was asked for.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"
#include "sim/core/tile_slice.hpp"

namespace tessera::core {

void RiscAgent::print_line(std::string_view line) const {
    machine_.options().print_line(
        fmt::format("core ({},{}) {}: {}", core_.logical_x, core_.logical_y, risc_name(track().row), line));
}

bool RiscAgent::prints() const {
    const Options& options = machine_.options();
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
    for (const std::string& line : printer_.add(kind, arg(1), arg(2), text)) print_line(line);
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

}  // namespace tessera::core
