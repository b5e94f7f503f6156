// The sub-units of the SFPU (spec/tensix-core.md 4.8, 6): which one an instruction occupies.
#pragma once

#include <array>
#include <string_view>

#include "sim/sfpu/instr.hpp"

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

// Instructions whose result is a cycle late (6).
constexpr bool is_mad_class(Op op) {
    return op == Op::mad || op == Op::add || op == Op::mul || op == Op::addi || op == Op::muli || op == Op::lut ||
           op == Op::lutfp32 || op == Op::mul24;
}

constexpr Unit unit_of(const Instr& in) {
    if (is_mad_class(in.op)) return Unit::mad;
    switch (in.op) {
        case Op::load:
        case Op::loadi:
        case Op::loadmacro: return Unit::load;
        case Op::store: return Unit::store;
        case Op::stochrnd:
        case Op::shft2: return Unit::round;
        case Op::nop: return Unit::nothing;
        case Op::setrwc:
        case Op::incrwc: return Unit::counters;
        default: return Unit::simple;
    }
}

}  // namespace tessera::sfpu
