// What-if: `--set NAME=VALUE` gives a constant of the architecture another value, `--board` takes the chip of a card,
// `--harvest` other lines of the die.
// A run with either says so, and with other constants it is never called calibrated.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/arch/figures.hpp"
#include "sim/views/changes.hpp"

namespace tessera::host {

// A figure of sim/arch or a cost of an SFPU instruction, by name.
struct Constant {
    std::string name;
    std::string_view unit, evidence, source;
    std::string_view taken_from;  // the architecture whose figure it is, or empty
    arch::Range range;            // whatever the others are
    arch::Range beside;           // with the others as they are
    std::function<double(const arch::Arch&)> get;
    std::function<void(arch::Arch&, double)> set;
};
std::vector<Constant> constants(const arch::Arch& arch);

// The constant that is meant: `sfpu.sfpmad.latency` is `sfpu.mad.latency`. InputError with `option`, the nearest name
// or the architectures that have it.
Constant constant_named(const arch::Arch& arch, const std::string& option, const std::string& name);

struct WhatIfOptions {
    std::vector<std::string> set;  // NAME=VALUE
    std::string board = {};
    std::string harvest = {};
};

struct WhatIf {
    arch::Arch arch;
    views::Changes changes;
};

// Whether its constants are those that were calibrated.
bool is_calibrated(const WhatIf& what_if);

std::vector<std::string> board_names();
// The chip of a board, by the name that --board takes. InputError for another name.
const arch::Arch& chip_of(const std::string& board);

// The architecture as asked for. InputError in one line: name unknown, value out of range or given twice, figures that
// do not fit together, a board with another chip than `arch`.
WhatIf what_if(const arch::Arch& arch, const WhatIfOptions& options);
// All architectures; a name that only some have changes those.
std::vector<WhatIf> what_if_of_all(const WhatIfOptions& options);

}  // namespace tessera::host
