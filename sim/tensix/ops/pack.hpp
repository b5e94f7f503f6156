// The packers' instruction (spec/pack-instructions.md 1). What it does is sim/tensix/packer.hpp's.
#pragma once

#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

// Wormhole's chooses packers, Blackhole's read interfaces of its only one.
struct Pacr {
    static constexpr Field address_mode{"AddrMode", {15, 2}}, zeros{"ZeroWrite", {12, 1}},
        by_context{"OvrdThreadId", {7, 1}}, flush{"Flush", {1, 1}}, last{"Last", {0, 1}};
    static constexpr Field packers{"PackSel", {8, 4}}, concat{"Concat", {4, 1}};
    static constexpr Field first[] = {address_mode, zeros, packers, by_context, concat, flush, last};
    static constexpr Field config_context{"CfgContext", {21, 2}}, pads{"RowPadZero", {18, 3}},
        strided{"DstAccessMode", {17, 1}}, counter_context{"AddrCntContext", {13, 2}},
        interfaces{"ReadIntfSel", {8, 4}}, concats{"Concat", {4, 3}}, context_control{"CtxtCtrl", {2, 2}};
    static constexpr Field second[] = {config_context, pads,       strided, address_mode,    counter_context, zeros,
                                       interfaces,     by_context, concats, context_control, flush,           last};
    static constexpr Row row{.op = Op::pacr,
                             .name = "PACR",
                             .unit = Unit::packers,
                             .fields = first,
                             .column = at_once,
                             .meaning = "datums of Dst to L1, behind those packed before or from a new address on",
                             .second_fields = second};
};

}  // namespace tessera::tensix::ops
