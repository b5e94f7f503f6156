// The instructions of a coprocessor thread outside the vector unit: a row each, as sim/sfpu has them for its own
// (spec/tensix-core.md 7.1). The rows are listed once, in isa.hpp; decoder, kernel macros, times and listings come from
// that list.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/abi/mop.hpp"
#include "sim/abi/rwc.hpp"
#include "sim/abi/tensix_op.hpp"
#include "sim/tensix/cost.hpp"
#include "sim/tensix/field.hpp"

namespace tessera::tensix {

// Bits 31:24 of the word.
enum class Op : std::uint8_t {
    mop = abi::op_mop,
    nop = abi::op_nop,
    mop_cfg = abi::op_mop_cfg,
    replay = abi::op_replay,
    movd2a = 0x08,
    movd2b = 0x0A,
    movb2a = 0x0B,
    zeroacc = 0x10,
    zerosrc = 0x11,
    mova2d = 0x12,
    movb2d = 0x13,
    trnspsrcb = 0x16,
    clrexphist = 0x21,
    mvmul = 0x26,
    elwmul = 0x27,
    elwadd = 0x28,
    elwsub = 0x30,
    gmpool = 0x33,
    gapool = 0x34,
    gatesrcrst = 0x35,
    cleardvalid = 0x36,
    setrwc = abi::op_setrwc,
    incrwc = abi::op_incrwc,
    pacr = 0x41,
    unpacr = 0x42,
    unpacr_nop = 0x43,
    setdmareg = 0x45,
    reg2flop = 0x48,
    setadc = 0x50,
    setadcxy = 0x51,
    incadcxy = 0x52,
    addrcrxy = 0x53,
    setadczw = 0x54,
    incadczw = 0x55,
    addrcrzw = 0x56,
    setdvalid = 0x57,
    adddmareg = 0x58,
    muldmareg = 0x5A,
    setadcxx = 0x5E,
    dmanop = 0x60,
    storereg = 0x67,
    atgetm = 0xA0,
    atrelm = 0xA1,
    stallwait = abi::op_stallwait,
    seminit = abi::op_seminit,
    sempost = abi::op_sempost,
    semget = abi::op_semget,
    semwait = abi::op_semwait,
    wrcfg = 0xB0,
    rdcfg = 0xB1,
    setc16 = abi::op_setc16,
    rmwcib0 = 0xB3,
    rmwcib1 = 0xB4,
    rmwcib2 = 0xB5,
    rmwcib3 = 0xB6,
    cfgshiftmask = 0xB8,
};

// Who executes an instruction: the expanders in front of the wait gate, or a unit behind it.
enum class Unit : std::uint8_t { expander, matrix, sync, configuration, miscellaneous, unpackers, scalar, packers };

struct UnitRow {
    Unit unit;
    std::string_view name;
    std::uint32_t block;  // the bit of STALLWAIT's block mask that holds its instructions back
};
inline constexpr std::array units{
    UnitRow{Unit::expander, "expander", 0},        UnitRow{Unit::matrix, "matrix", 1u << 6},
    UnitRow{Unit::sync, "sync", 1u << 1},          UnitRow{Unit::configuration, "config", 1u << 7},
    UnitRow{Unit::miscellaneous, "misc", 1u << 0}, UnitRow{Unit::unpackers, "unpack", 1u << 3},
    UnitRow{Unit::scalar, "scalar", 1u << 5},      UnitRow{Unit::packers, "pack", 1u << 2}};
constexpr const UnitRow& row_of(Unit unit) { return units[static_cast<std::size_t>(unit)]; }

// What one architecture makes of an instruction: Blackhole's matrix unit is described by Wormhole's pages.
struct Timing {
    Cost cost;
    Evidence evidence;
};

// What the next instructions of the matrix unit must wait for (tensix-core.md 6).
struct Hold {
    std::uint8_t cycles = 0;
    std::array<Op, 2> passes{};    // who need not wait
    bool for_dst_readers = false;  // only who reads Dst, ELWADD and ELWSUB apart, has to
};

struct Row {
    Op op;
    std::string_view name;  // what kernels call it: TTI_MVMUL
    Unit unit;
    std::span<const Field> fields;
    std::array<Timing, isa_columns> column;
    std::string_view meaning;
    Hold hold = {};
    std::span<const Field> second_fields = {};  // of the second column, where it has others
    bool on_first = true;                       // the second column alone has the others

    constexpr std::span<const Field> fields_at(int isa_column) const {
        return isa_column == 1 && !second_fields.empty() ? second_fields : fields;
    }
};

// A word and the column its fields are read by.
class Word {
  public:
    constexpr Word(std::uint32_t bits, int isa_column) : bits_(bits), column_(isa_column) {}
    constexpr std::uint32_t operator[](const Field& field) const {
        return (field.moves() ? field.at(column_) : field.place[0]).of(bits_);
    }
    constexpr std::uint32_t bits() const { return bits_; }
    constexpr int column() const { return column_; }

  private:
    std::uint32_t bits_;
    int column_;
};

constexpr std::uint32_t opcode(Op op) { return static_cast<std::uint32_t>(op) << 24; }

}  // namespace tessera::tensix
