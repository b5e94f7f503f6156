// DPRINT: whole lines to the options' sink, for the cores it was asked for.
#include <fmt/format.h>

#include <algorithm>

#include "sim/core/risc_agent.hpp"

namespace tessera::core {

void RiscAgent::print_line(std::string_view line) const {
    machine_.options().print_line(
        fmt::format("core ({},{}) {}: {}", core_.logical_x, core_.logical_y, risc_name(track().row), line));
}

void RiscAgent::print_call() {
    const Options& options = machine_.options();
    const auto& cores = options.print_cores;
    const arch::Coord self{core_.logical_x, core_.logical_y};
    if (!options.print_line || (!options.print_all_cores && std::find(cores.begin(), cores.end(), self) == cores.end()))
        return;
    const auto kind = static_cast<abi::Print>(arg(0));
    const std::string text = kind == abi::Print::text ? kernel_string(arg(1)) : std::string();
    for (const std::string& line : printer_.add(kind, arg(1), arg(2), text)) print_line(line);
}

}  // namespace tessera::core
