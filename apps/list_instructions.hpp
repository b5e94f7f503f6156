// tessera list instructions: every SFPU instruction of an architecture, and how each of its modifiers is known.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/arch/arch.hpp"

namespace tessera::apps {

// Rows for a table: modifiers as sets, "0-2,5".
nlohmann::ordered_json instruction_rows(const arch::Arch& arch);
// The same with every modifier on its own, and how many there are of each kind.
nlohmann::ordered_json instruction_modes(const arch::Arch& arch);
nlohmann::ordered_json instruction_coverage(const arch::Arch& arch);
// One line under the table.
std::string coverage_line(const arch::Arch& arch);

}  // namespace tessera::apps
