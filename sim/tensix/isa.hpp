// The one list of the instructions of a coprocessor thread outside the vector unit, and what is derived from it.
#pragma once

#include <optional>
#include <tuple>

#include "sim/tensix/ops/arithmetic.hpp"
#include "sim/tensix/ops/control.hpp"
#include "sim/tensix/ops/counters.hpp"
#include "sim/tensix/ops/move.hpp"
#include "sim/tensix/ops/pack.hpp"
#include "sim/tensix/ops/scalar.hpp"
#include "sim/tensix/ops/unpack.hpp"

namespace tessera::tensix {

using Isa =
    std::tuple<ops::Mop, ops::Nop, ops::MopCfg, ops::Replay, ops::Movd2a, ops::Movd2b, ops::Movb2a, ops::Zeroacc,
               ops::Zerosrc, ops::Mova2d, ops::Movb2d, ops::Trnspsrcb, ops::Clrexphist, ops::Mvmul, ops::Elwmul,
               ops::Elwadd, ops::Elwsub, ops::Gmpool, ops::Gapool, ops::Gatesrcrst, ops::Cleardvalid, ops::Setrwc,
               ops::Incrwc, ops::Setdvalid, ops::Stallwait, ops::Seminit, ops::Sempost, ops::Semget, ops::Semwait,
               ops::Setc16, ops::Rmwcib<0>, ops::Rmwcib<1>, ops::Rmwcib<2>, ops::Rmwcib<3>, ops::Unpacr, ops::UnpacrNop,
               ops::Pacr, ops::Setadc, ops::Setadcxx, ops::Setadcxy, ops::Setadczw, ops::Incadcxy, ops::Incadczw,
               ops::Addrcrxy, ops::Addrcrzw, ops::Dmanop, ops::Setdmareg, ops::Adddmareg, ops::Muldmareg, ops::Storereg,
               ops::Reg2flop, ops::Atgetm, ops::Atrelm, ops::Wrcfg, ops::Rdcfg, ops::Cfgshiftmask>;

template <class... I>
constexpr std::array<Row, sizeof...(I)> rows_of(std::tuple<I...>*) {
    return {I::row...};
}
inline constexpr auto rows = rows_of(static_cast<Isa*>(nullptr));

// By opcode; -1 where the opcode is none of ours.
inline constexpr auto row_index = [] {
    std::array<std::int8_t, 256> index{};
    index.fill(-1);
    for (std::size_t i = 0; i < rows.size(); ++i)
        index[static_cast<std::size_t>(rows[i].op)] = static_cast<std::int8_t>(i);
    return index;
}();
constexpr const Row* row_of(std::uint32_t word) {
    const std::int8_t index = row_index[word >> 24];
    return index < 0 ? nullptr : &rows[static_cast<std::size_t>(index)];
}

// The same of an architecture, which may lack the instruction.
constexpr const Row* row_of(std::uint32_t word, int isa_column) {
    const Row* row = row_of(word);
    return row == nullptr || (!row->on_first && isa_column == 0) ? nullptr : row;
}

// The word of an instruction, from the values of its fields in their order.
std::uint32_t encode(Op op, std::span<const std::uint32_t> values, int isa_column);
// "MVMUL clear_dvalid=1 addr_mode=2".
std::string text(std::uint32_t word, int isa_column);

// What a word of the matrix unit does, as far as it does not depend on data. Throws Fault tensix_unsupported for what
// is not modelled of it.
Step resolve(const Word& word, const Addressing& at);

// Its bits, on the banks whose turn it is.
void run(const Step& step, const MatrixUnit& unit, std::array<std::array<SrcBank, 2>, 2>& src,
         const std::array<std::size_t, 2>& math_bank, const std::array<std::size_t, 2>& unpack_bank, Dst& dst);

// Writes a configuration register, and what of it addresses Dst and the sources into `port` as well, where the vector
// unit looks at it too.
template <class Port>
void configure(MathConfig& math, Port& port, ConfigSpace space, int column, std::uint32_t reg, std::uint32_t mask,
               std::uint32_t value, std::size_t state = 0) {
    math.write(space, column, reg, mask, value, state);
    if (space != ConfigSpace::thread) return;
    if (config::math_offset.at(column).of(reg)) port.math_offset = value;
    if (config::addr_mod_base.at(column).of(reg)) port.slot_base = (value & 1) != 0 ? 4 : 0;
    const auto set = [&](const ConfigField& field, void (*to)(AddrMod&, std::uint32_t)) {
        const auto mode = field.at(column).of(reg);
        if (!mode) return;
        to(port.slots[*mode], value);
        ++port.modes_written;
    };
    set(config::addr_mod_sources, set_sources);
    set(config::addr_mod_dst, set_dst);
    set(config::addr_mod_bias, set_bias);
}

// How it leaves the counters.
void move_counters(const Step& step, std::span<const AddrMod, 8> modes, int base, Rwc& rwc);

}  // namespace tessera::tensix
