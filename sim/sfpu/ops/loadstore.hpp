// Loads, stores and the counters that address Dst (spec/tensix-core.md 2.3, 4.2).
#pragma once

#include "sim/abi/rwc.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/load_store.hpp"
#include "sim/sfpu/ops/words.hpp"
#include "sim/sfpu/row.hpp"

namespace tessera::sfpu {

// What conversions depend on beside the modifier.
struct LoadRules {
    bool fp16_has_infinity;  // LaneConfig.ENABLE_FP16A_INF
    bool int_is_converted;   // arch::Sfpu::int32_is_converted
    int int8_bits;           // arch::Sfpu::int8_load_bits
};

// Mod0 = 0 takes the format from the configuration: fp32 where the SFPU reads 32 bits, else the 8-bit- or
// 5-bit-exponent family of a format code of 1.1.
[[gnu::always_inline]] constexpr int resolved_mode(int mod, bool fp32, int format) {
    constexpr Modifiers b_family = modifiers(0, 4, 5, 6, 7, 8, 9, 15);
    return mod != 0 ? mod : fp32 ? 3 : b_family >> format & 1 ? 2 : 1;
}

// Mode 10 takes all lanes and, of the Dst counter, the low two bits. (On Blackhole it adds a stack counter that nothing
// modelled here can move from zero.)
struct SfpLoad {
    static constexpr int all_lanes_mode = 10;
    static constexpr Row row{
        .op = Op::load,
        .name = "SFPLOAD",
        .layout = Layout::load,
        .reads = [](int mod) -> Operands { return operand::dst | operand::counters | (mod >= 14 ? operand::vd : 0); },
        .writes = operand::always<operand::vd | operand::counters>,
        .column = both(simple_column(any_modifier)),
        .evidence = Evidence::golden,
        .meaning = "four rows by eight columns of Dst, converted as Mod0 says (0: by the configured format)",
        .unit = Unit::load,
        .enters_template = false};
    static constexpr Modifiers wide = modifiers(3, 4, 10, 12);  // read the 32-bit view
    // The datum is one 16-bit cell, or two of the 32-bit view, as they lie in Dst.
    template <int mode>
    TESSERA_LANE Word value(Word cells, Word old, LoadRules rules) {
        switch (mode) {
            case 1: return num::fp16_to_fp32(num::dst_to_fp16(cells), rules.fp16_has_infinity);
            case 2: return num::bf16_to_fp32(num::dst_to_bf16(cells));
            case 3:
            case 4:
            case 10: return num::dst_to_32(cells);
            case 5: return num::load_int8(num::dst_to_fp16(cells), rules.int8_bits);
            case 7: return cells << 16;
            case 8: return num::load_int16(cells);
            case 11: return 0;
            case 12: {
                const Word x = num::dst_to_32(cells);
                return rules.int_is_converted ? num::sign_magnitude_to_twos(x) : x;
            }
            case 13:
                return rules.int_is_converted ? num::load_int8_twos(num::dst_to_fp16(cells))
                                              : num::load_int8(num::dst_to_fp16(cells), 10);
            case 14: return (old & 0xffff0000) | cells;
            case 15: return (old & 0xffff) | cells << 16;
            default: return cells;
        }
    }
};

struct SfpStore {
    static constexpr Row row{.op = Op::store,
                             .name = "SFPSTORE",
                             .layout = Layout::load,
                             .reads = operand::always<operand::vd | operand::counters>,
                             .writes = operand::always<operand::dst | operand::counters>,
                             .column = SfpLoad::row.column,
                             .evidence = Evidence::golden,
                             .meaning = "LReg[VD] into four rows by eight columns of Dst, converted as Mod0 says",
                             .unit = Unit::store,
                             .enters_template = false};
    static constexpr Modifiers wide = modifiers(3, 4, 7, 9, 10, 12);  // write the 32-bit view
    template <int mode>
    TESSERA_LANE Word cells(Word x, LoadRules rules) {
        switch (mode) {
            case 1: return num::dst_from_fp16(num::fp32_to_fp16_truncate(x, false));
            case 2: return num::dst_from_bf16(num::fp32_to_bf16_truncate(x));
            case 3: return num::dst_from_32(num::store_fp32(x));
            case 4:
            case 10: return num::dst_from_32(x);
            case 5: return num::dst_from_fp16(num::store_int8(x));
            case 7: return x;
            case 8: return num::store_int16(x);
            case 9: return num::store_lo16(x);
            case 11: return 0;
            case 12: return num::dst_from_32(rules.int_is_converted ? num::twos_to_sign_magnitude(x) : x);
            case 13: return num::dst_from_fp16(rules.int_is_converted ? num::store_int8_twos(x) : num::store_int8(x));
            case 15: return x >> 16;
            default: return x & 0xffff;
        }
    }
};

// What it schedules is in the configuration; sim/sfpu/load_macro.hpp runs it.
struct SfpLoadmacro {
    static constexpr Row row{.op = Op::loadmacro,
                             .name = "SFPLOADMACRO",
                             .layout = Layout::loadmacro,
                             .reads = [](int mod) -> Operands { return SfpLoad::row.reads(mod) | operand::config; },
                             .writes = operand::always<operand::vd | operand::dst | operand::counters | operand::flags>,
                             .column = SfpLoad::row.column,
                             .evidence = Evidence::documented,
                             .meaning = "SFPLOAD and up to four scheduled instructions from templates",
                             .unit = Unit::load,
                             .enters_template = false};
};

// Fields of SETRWC and INCRWC in the low 24 bits of the word.
namespace rwc {
constexpr Word dst_value(Word fields) { return abi::rwc_d.of(fields); }
constexpr bool from_carriage_return(Word fields) { return abi::rwc_cr.of(fields) & abi::rwc_cr_d; }
constexpr bool counter_to_carriage_return(Word fields) { return abi::rwc_cr.of(fields) & abi::rwc_c_to_cr; }
constexpr bool sets_dst(Word fields) { return abi::rwc_sets.of(fields) & abi::rwc_sets_d; }
static_assert(static_cast<Word>(Op::setrwc) == abi::op_setrwc && static_cast<Word>(Op::incrwc) == abi::op_incrwc);
}  // namespace rwc

struct SetRwc {
    static constexpr Row row{
        .op = Op::setrwc,
        .name = "SETRWC",
        .layout = Layout::rwc,
        .reads = operand::always<operand::counters>,
        .writes = operand::always<operand::counters>,
        .column = both(simple_column(any_modifier)),
        .evidence = Evidence::documented,
        .meaning = "Dst and its carriage return = value, added to the carriage return (CR_D) or to Dst (C_TO_CR_MODE)",
        .unit = Unit::counters};
};
struct IncRwc {
    static constexpr Row row{
        .op = Op::incrwc,
        .name = "INCRWC",
        .layout = Layout::rwc,
        .reads = operand::always<operand::counters>,
        .writes = operand::always<operand::counters>,
        .column = both(simple_column(any_modifier)),
        .evidence = Evidence::documented,
        .meaning = "Dst += value, or with CR_D the carriage return += value and Dst = carriage return",
        .unit = Unit::counters};
};

}  // namespace tessera::sfpu
