#include "sim/core/kernels.hpp"

#include <fmt/format.h>

namespace tessera::core {
namespace {

std::size_t risc_of(const watch::Event& event) {
    return event.agent < watch::riscs_of_core ? event.agent : event.agent - watch::riscs_of_core + watch::trisc0;
}

}  // namespace

Kernels::Kernels(const arch::Grid& grid)
    : width_(grid.compute_width), all_(static_cast<std::size_t>(grid.compute_width * grid.compute_height)) {}

const Kernel& Kernels::behind(const watch::Event& event) const { return *all_[event.core][risc_of(event)]; }

std::string Kernels::position_of(const watch::Event& event) const {
    const arch::Coord at = logical(static_cast<int>(event.core));
    return fmt::format("core ({},{}) {} at {}", at.x, at.y, risc_name(static_cast<int>(risc_of(event))),
                       behind(event).position(event.pc));
}

std::string Kernels::who(const Deed& deed, int here) const {
    std::string text(risc_name(deed.risc));
    const arch::Coord there = logical(deed.core);
    if (deed.core != here) text += fmt::format(" of core ({},{})", there.x, there.y);
    if (const Kernel* kernel = at(deed.core, deed.risc)) text += " at " + kernel->position(deed.pc);
    return text;
}

}  // namespace tessera::core
