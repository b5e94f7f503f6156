// The sub-units of the SFPU (spec/tensix-core.md 4.8, 6). Which one an instruction occupies stands in its row.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tessera::sfpu {

enum class Unit : std::uint8_t { load, simple, mad, round, store, nothing, counters };

struct UnitRow {
    Unit unit;
    std::string_view name;
};
inline constexpr std::array units{UnitRow{Unit::load, "load"},
                                  UnitRow{Unit::simple, "simple"},
                                  UnitRow{Unit::mad, "mad"},
                                  UnitRow{Unit::round, "round"},
                                  UnitRow{Unit::store, "store"},
                                  UnitRow{Unit::nothing, "nop"},
                                  UnitRow{Unit::counters, "dst counters"}};
constexpr std::string_view name(Unit unit) { return units[static_cast<std::size_t>(unit)].name; }

}  // namespace tessera::sfpu
