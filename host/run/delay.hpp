// How one line's transfers are held up, as text: FILE:LINE=CYCLES, or FILE:LINE@X,Y:RISC=CYCLES for those of one RISC
// of one logical core.
#pragma once

#include <string>
#include <string_view>

#include "sim/fault/fault.hpp"
#include "sim/schedule/perturb.hpp"

namespace tessera::host {

schedule::Delay parse_delay(std::string_view text);  // throws fault::InputError
// The part before `=` that names who asks for a transfer, for a place that a fault names.
std::string place_to_delay(const fault::Where& where);

}  // namespace tessera::host
