// The configuration registers of the unpackers, as named fields with a place an architecture
// (spec/unpack-instructions.md 2). Documented: the vendor's lists of registers, whose names these are, without the
// number of the unpacker.
#pragma once

#include "sim/tensix/config_fields.hpp"

namespace tessera::tensix::config {

// Where the registers that REG2FLOP reaches begin, and those of the second unpacker behind them.
inline constexpr std::array<std::uint32_t, isa_columns> thcon_base{52, 64}, second_unpacker{40, 48};

// Of one unpacker: a word counted from its first.
constexpr ConfigField thcon(std::string_view name, std::size_t unpacker, int word, Place bits, ConfigUse use,
                            int count = 1) {
    const auto at = [&](std::size_t column) {
        const std::uint32_t first = thcon_base[column] + (unpacker != 0 ? second_unpacker[column] : 0);
        return ConfigPlace{static_cast<int>(first) + word, bits, count};
    };
    return {name, core, {at(0), at(1)}, use};
}
constexpr ConfigField only_second(const ConfigField& field) {
    return {field.name, field.space, {ConfigPlace{}, field.place[1]}, field.use};
}
constexpr ConfigField output(std::string_view name, std::array<int, isa_columns> word, Place first, Place second) {
    return {name, core, {ConfigPlace{word[0], first}, ConfigPlace{word[1], second}}, read};
}

inline constexpr int contexts = 8;

// What one unpacker reads. Fields with a place for each context have a bit, or half a word, further on for the next.
struct UnpackerFields {
    ConfigField in_format, uncompressed, x_dim, y_dim, z_dim, w_dim, digest;
    ConfigField out_format, transpose, tilizes, register_update, upsample, other_formats, shift;
    ConfigField uncompressed_context, to_dst_context, shared_exponent, limit, wraps;
    ConfigField base, dst_context, x_dim_context, offset, e4m3;
    ConfigField y_stride, z_stride, w_stride, first, adds_counters, is_unsigned;

    constexpr auto all() const {
        return std::array{in_format,       uncompressed,    x_dim,         y_dim,         z_dim,
                          w_dim,           digest,          out_format,    transpose,     tilizes,
                          register_update, upsample,        other_formats, shift,         uncompressed_context,
                          to_dst_context,  shared_exponent, limit,         wraps,         base,
                          dst_context,     x_dim_context,   offset,        e4m3,          y_stride,
                          z_stride,        w_stride,        first,         adds_counters, is_unsigned};
    }
};

constexpr UnpackerFields fields_of_unpacker(std::size_t u) {
    const bool b = u != 0;
    return {.in_format = thcon("THCON_SEC_REG0_TileDescriptor in_data_format", u, 0, {0, 4}, read),
            .uncompressed = thcon("THCON_SEC_REG0_TileDescriptor uncompressed", u, 0, {4, 1}, read),
            .x_dim = thcon("THCON_SEC_REG0_TileDescriptor x_dim", u, 0, {16, 16}, read),
            .y_dim = thcon("THCON_SEC_REG0_TileDescriptor y_dim", u, 1, {0, 8}, read),
            .z_dim = thcon("THCON_SEC_REG0_TileDescriptor z_dim", u, 1, {16, 8}, read),
            .w_dim = thcon("THCON_SEC_REG0_TileDescriptor w_dim", u, 2, {0, 8}, read),
            .digest = thcon("THCON_SEC_REG0_TileDescriptor digest_size", u, 3, {24, 8}, unpackers_refuse),
            .out_format = thcon("THCON_SEC_REG2_Out_data_format", u, 8, {0, 4}, read),
            .transpose = thcon("THCON_SEC_REG2_Haloize_mode", u, 8, {8, 1}, read),
            .tilizes = thcon("THCON_SEC_REG2_Tileize_mode", u, 8, {9, 1}, read),
            .register_update = thcon("THCON_SEC_REG2_Unpack_Src_Reg_Set_Upd", u, 8, {10, 1}, unpackers_refuse),
            .upsample = thcon("THCON_SEC_REG2_Upsample_rate", u, 8, {12, 2}, unpackers_refuse),
            .other_formats = thcon("THCON_SEC_REG2_Ovrd_data_format", u, 8, {14, 1}, unpackers_refuse),
            .shift = thcon("THCON_SEC_REG2_Shift_amount", u, 8, {16, 16}, read),
            .uncompressed_context = thcon("THCON_SEC_REG2_Disable_zero_compress", u, 9, {0, 4}, read),
            .to_dst_context = thcon("THCON_SEC_REG2_Unpack_if_sel", u, 9, {4, 4}, read),
            .shared_exponent = thcon("THCON_SEC_REG2_Force_shared_exp", u, 9, {8, 1}, unpackers_refuse),
            .limit = thcon("THCON_SEC_REG2_Unpack_limit_address", u, 10, {0, 17}, without_effect),
            .wraps = thcon("THCON_SEC_REG2_Unpack_fifo_size", u, 11, {0, 17}, unpackers_refuse),
            .base = thcon("THCON_SEC_REG3_Base_address", u, 12, {0, 32}, each_time, contexts),
            .dst_context = thcon("THCON_SEC_REG5_Dest_cntx_address", u, 20, {0, 32}, read, 2),
            .x_dim_context = thcon("THCON_SEC_REG5_Tile_x_dim", u, 22, {0, 32}, read, 2),
            .offset = thcon("THCON_SEC_REG7_Offset_address", u, 28, {0, 16}, each_time, 4),
            .e4m3 = only_second(thcon("THCON_SEC_REG1_Unp_LF8_4b_exp", u, 7, {22, 1}, read)),
            .y_stride = output("UNP_ADDR_CTRL_XY_REG_1_Ystride", {b ? 46 : 44, b ? 58 : 56}, {12, 12}, {16, 16}),
            .z_stride = output("UNP_ADDR_CTRL_ZW_REG_1_Zstride", {b ? 47 : 45, b ? 59 : 57}, {0, 12}, {0, 16}),
            .w_stride = output("UNP_ADDR_CTRL_ZW_REG_1_Wstride", {b ? 47 : 45, b ? 59 : 57}, {12, 16}, {16, 16}),
            .first = output("UNP_ADDR_BASE_REG_1_Base", {b ? 48 : 40, b ? 61 : 49}, {16, 16}, {0, 18}),
            .adds_counters =
                output("UNP_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr", {b ? 49 : 41, b ? 62 : 50}, {8, 1}, {8, 1}),
            .is_unsigned = both("ALU_FORMAT_SPEC_REG0_SrcUnsigned", core, {1, {b ? 16 : 15, 1}}, read)};
}
inline constexpr std::array unpackers{fields_of_unpacker(0), fields_of_unpacker(1)};

// A thread's own.
inline constexpr ConfigField src_a_base{"SRCA_SET_Base", thread, {{{3, {0, 2}}, {5, {0, 2}}}}, unpackers_refuse};
inline constexpr ConfigField src_a_by_address{"SRCA_SET_SetOvrdWithAddr", thread, {{{3, {2, 1}}, {5, {2, 1}}}}, read};
inline constexpr ConfigField src_b_base{"SRCB_SET_Base", thread, {{{4, {0, 2}}, {6, {0, 2}}}}, unpackers_refuse};
inline constexpr std::array context_offset{
    ConfigField{"UNPACK_MISC_CFG_CfgContextOffset_0", thread, {{{39, {0, 4}}, {41, {0, 4}}}}, read},
    ConfigField{"UNPACK_MISC_CFG_CfgContextOffset_1", thread, {{{39, {8, 4}}, {41, {8, 4}}}}, read}};
// Of the core: what CFGSHIFTMASK adds.
inline constexpr ConfigField scratch{"SCRATCH_SEC", core, {{{}, {209, {0, 32}, 4}}}, read};

inline constexpr std::array of_threads{src_a_base, src_a_by_address, src_b_base, context_offset[0], context_offset[1]};

}  // namespace tessera::tensix::config
