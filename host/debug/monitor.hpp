// What gdb's `monitor` command shows of the core that the chosen RISC belongs to.
#pragma once

#include <string>
#include <string_view>

#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"

namespace tessera::host {

// Lines; of a command that is none, what there is.
std::string monitor_text(const core::Machine& machine, const core::RiscAgent& risc, std::string_view command);

}  // namespace tessera::host
