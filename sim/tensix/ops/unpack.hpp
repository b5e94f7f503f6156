// The unpackers' instructions (spec/unpack-instructions.md 2). What they do is sim/tensix/unpacker.hpp's.
#pragma once

#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

struct Unpacr {
    static constexpr Field unpacker{"Unpack_block_selection", {23, 1}}, steps{"AddrMode", {15, 8}},
        counts{"CfgContextCntInc", {13, 2}}, context{"CfgContextId", {10, 3}}, counters{"AddrCntContextId", {8, 2}},
        by_context{"OvrdThreadId", {7, 1}}, sets_valid{"SetDatValid", {6, 1}}, broadcast{"rareb_en", {5, 1}},
        zeros{"ZeroWrite2", {4, 1}}, next_context{"AutoIncContextID", {3, 1}}, search{"RowSearch", {2, 1}},
        flush{"SearchCacheFlush", {1, 1}}, last{"Last", {0, 1}};
    static constexpr Field fields[] = {unpacker,  steps, counts,       context, counters, by_context, sets_valid,
                                       broadcast, zeros, next_context, search,  flush,    last};
    // By channel: how far Z and Y step afterwards.
    static constexpr std::uint32_t step(std::uint32_t steps_field, std::size_t channel, bool of_y) {
        return steps_field >> (4 * channel + (of_y ? 2 : 0)) & 3;
    }
    static constexpr Row row{.op = Op::unpacr,
                             .name = "UNPACR",
                             .unit = Unit::unpackers,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "datums of L1 to a bank of SrcA or SrcB, or to Dst, and the bank handed over"};
};

struct UnpacrNop {
    static constexpr Field unpacker{"Unpack_block_selection", {23, 1}}, what{"NoOp", {0, 23}};
    static constexpr Field first[] = {unpacker, what};
    static constexpr Field selected{"Unpacker_Select", {23, 1}}, stream{"Stream_Id", {16, 7}},
        messages{"Msg_Clr_Cnt", {12, 4}}, sets_valid{"Set_Dvalid", {8, 4}}, to_one{"Clr_to1_fmt_Ctrl", {6, 2}},
        waits{"Stall_Clr_Cntrl", {5, 1}}, both_banks{"Bank_Clr_Ctrl", {4, 1}}, value{"Src_ClrVal_Ctrl", {2, 2}},
        kind{"Unpack_Pop", {0, 2}};
    static constexpr Field second[] = {selected, stream, messages, sets_valid, to_one, waits, both_banks, value, kind};
    static constexpr Row row{
        .op = Op::unpacr_nop,
        .name = "UNPACR_NOP",
        .unit = Unit::unpackers,
        .fields = first,
        .column = at_once,
        .meaning = "a bank of SrcA or SrcB to zeros, or handed over, after what was unpacked before",
        .second_fields = second};
};

}  // namespace tessera::tensix::ops
