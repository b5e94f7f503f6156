// The configuration registers of the packers, as named fields with a place an architecture (spec/pack-instructions.md
// 2). Documented: the vendor's lists of registers, whose names these are, without the number of the packer.
#pragma once

#include "sim/tensix/config_fields.hpp"

namespace tessera::tensix::config {

// Wormhole has four packers, Blackhole one with the registers of the first.
inline constexpr std::size_t packers_of_wormhole = 4;
inline constexpr std::array<int, packers_of_wormhole> packer_base{56, 84, 96, 124};
inline constexpr int only_packer_base = 68;

// Of one packer, by architecture: a word counted from its first, and bits; no width: there is no such field.
struct PackerPlace {
    int word;
    Place bits;
};
inline constexpr PackerPlace nowhere{0, {0, 0}};
constexpr ConfigField of_packer(std::string_view name, std::size_t packer, PackerPlace first, PackerPlace second,
                                ConfigUse use) {
    ConfigField field{name, core, {}, use};
    if (first.bits.width != 0) field.place[0] = {packer_base[packer] + first.word, first.bits};
    if (second.bits.width != 0 && packer == 0) field.place[1] = {only_packer_base + second.word, second.bits};
    return field;
}

struct PackerFields {
    ConfigField exponent_section, address, uncompressed, out_format, in_format, no_header, accumulates;
    ConfigField thresholds, threshold;
    ConfigField adds_offset, no_shared_exponent, by_planes, fifo, from_l1, compresses_all, adds_header, first_interface,
        keeps_start, downsample, downsample_rate, read_mode, e4m3;
    ConfigField row_section, counter_context, zero_flags, throttle, l1_source;

    constexpr auto all() const {
        return std::array{
            exponent_section,   address,         uncompressed,   out_format,  in_format,       no_header,
            accumulates,        thresholds,      threshold,      adds_offset, by_planes,       fifo,
            no_shared_exponent, from_l1,         compresses_all, adds_header, first_interface, keeps_start,
            downsample,         downsample_rate, read_mode,      e4m3,        row_section,     zero_flags,
            counter_context,    throttle,        l1_source};
    }
};

constexpr PackerFields fields_of_packer(std::size_t p) {
    const auto on_both = [&](std::string_view name, int word, Place bits, ConfigUse use) {
        return of_packer(name, p, {word, bits}, {word, bits}, use);
    };
    const auto on_first = [&](std::string_view name, int word, Place bits, ConfigUse use) {
        return of_packer(name, p, {word, bits}, nowhere, use);
    };
    const auto on_second = [&](std::string_view name, int word, Place bits, ConfigUse use) {
        return of_packer(name, p, nowhere, {word, bits}, use);
    };
    return {
        .exponent_section = on_both("THCON_SEC_REG1_Exp_section_size", 0, {16, 16}, read),
        .address = on_both("THCON_SEC_REG1_L1_Dest_addr", 1, {0, 32}, each_time),
        .uncompressed = on_both("THCON_SEC_REG1_Disable_zero_compress", 2, {0, 1}, read),
        .out_format = on_both("THCON_SEC_REG1_Out_data_format", 2, {4, 4}, read),
        .in_format = on_both("THCON_SEC_REG1_In_data_format", 2, {8, 4}, read),
        .no_header = on_both("THCON_SEC_REG1_Sub_l1_tile_header_size", 2, {15, 1}, read),
        .accumulates = of_packer("THCON_SEC_REG1_Pack_L1_Acc", p, {3, {21, 1}}, {3, {19, 1}}, read),
        .thresholds = on_both("THCON_SEC_REG1_Exp_threshold_en", 3, {20, 1}, read),
        .threshold = on_both("THCON_SEC_REG1_Exp_threshold", 3, {24, 8}, read),
        .adds_offset = on_both("THCON_SEC_REG1_Add_l1_dest_addr_offset", 2, {1, 1}, packers_refuse),
        .no_shared_exponent = on_both("THCON_SEC_REG1_Dis_shared_exp_assembler", 2, {12, 1}, packers_refuse),
        .by_planes = of_packer(
            p == 0 ? "THCON_SEC_REG1_Auto_set_last_pacr_intf_sel" : "THCON_SEC_REG1_Force_pack_per_max_xy_plane", p,
            {2, {13, 1}}, {2, {13, 1}}, packers_refuse),
        .fifo = on_both("THCON_SEC_REG1_Enable_out_fifo", 2, {14, 1}, packers_refuse),
        .from_l1 = on_both("THCON_SEC_REG1_Source_interface_selection", 2, {16, 1}, packers_refuse),
        .compresses_all = on_both("THCON_SEC_REG1_All_pack_disable_zero_compress_ovrd", 2, {21, 1}, packers_refuse),
        .adds_header = of_packer("THCON_SEC_REG1_Add_tile_header_size", p,
                                 {2, p % 2 == 0 ? Place{22, 1} : Place{17, 1}}, {2, {22, 1}}, without_effect),
        .first_interface = on_second("THCON_SEC_REG1_pack_start_intf_pos", 2, {17, 4}, packers_refuse),
        .keeps_start = on_second("THCON_SEC_REG1_pack_dis_y_pos_start_offset", 2, {23, 1}, packers_refuse),
        .downsample = on_both("THCON_SEC_REG1_Downsample_mask", 3, {0, 16}, packers_refuse),
        .downsample_rate = on_both("THCON_SEC_REG1_Downsample_rate", 3, {16, 3}, packers_refuse),
        .read_mode = on_first("THCON_SEC_REG1_Read_mode", 3, {19, 1}, packers_refuse),
        .e4m3 = on_second("THCON_SEC_REG1_Pac_LF8_4b_exp", 3, {23, 1}, packers_refuse),
        .row_section = on_both("THCON_SEC_REG1_Row_start_section_size", 0, {0, 16}, without_effect),
        .counter_context = on_first("THCON_SEC_REG1_Addr_cnt_context", 2, {2, 2}, without_effect),
        .zero_flags = of_packer("THCON_SEC_REG1_Disable_pack_zero_flags", p, {3, {22, 1}}, {2, {2, 1}}, without_effect),
        .throttle = on_second("THCON_SEC_REG1_ovrd_default_throttle_mode", 2, {3, 1}, without_effect),
        .l1_source = on_both("THCON_SEC_REG1_L1_source_addr", 2, {24, 8}, without_effect)};
}
inline constexpr std::array packers{fields_of_packer(0), fields_of_packer(1), fields_of_packer(2), fields_of_packer(3)};

// Of all packers together. A stride of channel 0 is one of Dst, of channel 1 one of L1.
inline constexpr ConfigField pack_x_stride{
    "PCK0_ADDR_CTRL_XY_REG_0_Xstride", core, {{{8, {0, 12}}, {12, {0, 16}}}}, read};
inline constexpr std::array pack_y_stride{
    ConfigField{"PCK0_ADDR_CTRL_XY_REG_0_Ystride", core, {{{8, {12, 12}}, {12, {16, 16}}}}, read},
    ConfigField{"PCK0_ADDR_CTRL_XY_REG_1_Ystride", core, {{{10, {12, 12}}, {14, {16, 16}}}}, read}};
inline constexpr std::array pack_z_stride{
    ConfigField{"PCK0_ADDR_CTRL_ZW_REG_0_Zstride", core, {{{9, {0, 12}}, {13, {0, 16}}}}, read},
    ConfigField{"PCK0_ADDR_CTRL_ZW_REG_1_Zstride", core, {{{11, {0, 12}}, {15, {0, 16}}}}, read}};
inline constexpr std::array pack_w_stride{
    ConfigField{"PCK0_ADDR_CTRL_ZW_REG_0_Wstride", core, {{{9, {12, 16}}, {13, {16, 16}}}}, read},
    ConfigField{"PCK0_ADDR_CTRL_ZW_REG_1_Wstride", core, {{{11, {12, 16}}, {15, {16, 16}}}}, read}};
inline constexpr std::array pack_base{
    ConfigField{"PCK0_ADDR_BASE_REG_0_Base", core, {{{12, {0, 16}}, {16, {0, 18}}}}, read},
    ConfigField{"PCK0_ADDR_BASE_REG_1_Base", core, {{{13, {0, 16}}, {17, {0, 18}}}}, read}};
inline constexpr ConfigField pack_reads_32_bits{
    "PCK_DEST_RD_CTRL_Read_32b_data", core, {{{14, {0, 1}}, {18, {0, 1}}}}, read};
inline constexpr ConfigField pack_reads_unsigned{
    "PCK_DEST_RD_CTRL_Read_unsigned", core, {{{14, {1, 1}}, {18, {1, 1}}}}, read};
inline constexpr ConfigField pack_reads_raw{"PCK_DEST_RD_CTRL_Read_int8", core, {{{14, {2, 1}}, {18, {2, 1}}}}, read};
inline constexpr ConfigField pack_rounds{"PCK_DEST_RD_CTRL_Round_10b_mant", core, {{{14, {3, 1}}, {18, {3, 1}}}}, read};
inline constexpr ConfigField pack_dst_offset{
    "DEST_TARGET_REG_CFG_PACK_SEC_Offset", core, {{{152, {0, 12}, 4}, {180, {0, 12}, 4}}}, each_time};

inline constexpr ConfigField edge_mask{"PCK_EDGE_OFFSET_SEC_mask", core, {{{20, {0, 16}, 4}, {24, {0, 16}, 4}}}, read};
inline constexpr ConfigField edge_to_lowest{
    "PCK_EDGE_MODE_mode", core, {{{20, {16, 1}}, {24, {16, 1}}}}, packers_refuse};
inline constexpr ConfigField edge_rows{
    "PCK_EDGE_TILE_ROW_SET_SELECT_select", core, {{{20, {17, 8}}, {24, {17, 8}}}}, read};
inline constexpr ConfigField edge_faces{
    "PCK_EDGE_TILE_FACE_SET_SELECT_enable", core, {{{15, {8, 1}}, {19, {8, 1}}}}, packers_refuse};
inline constexpr ConfigField edge_row_map{
    "TILE_ROW_SET_MAPPING_row_set_mapping_0", core, {{{16, {0, 32}, 4}, {20, {0, 32}, 4}}}, read};
inline constexpr ConfigField rows_of_plane{
    "PACK_COUNTERS_SEC_pack_reads_per_xy_plane", core, {{{24, {8, 8}, 4}, {28, {8, 8}, 4}}}, read};
inline constexpr ConfigField packs_of_plane{
    "PACK_COUNTERS_SEC_pack_per_xy_plane", core, {{{24, {0, 8}, 4}, {28, {0, 8}, 4}}}, packers_refuse};
inline constexpr ConfigField planes_of_tile{
    "PACK_COUNTERS_SEC_pack_xys_per_tile", core, {{{24, {16, 7}, 4}, {28, {16, 7}, 4}}}, packers_refuse};
inline constexpr ConfigField planes_first{
    "PACK_COUNTERS_SEC_pack_yz_transposed", core, {{{24, {23, 1}, 4}, {28, {23, 1}, 4}}}, packers_refuse};
inline constexpr ConfigField plane_offset{
    "PACK_COUNTERS_SEC_pack_per_xy_plane_offset", core, {{{24, {24, 8}, 4}, {28, {24, 8}, 4}}}, packers_refuse};
inline constexpr ConfigField stochastic_pack = both("ALU_ROUNDING_MODE_Packer_srnd_en", core, {1, {2, 1}}, read);
inline constexpr ConfigField descales{"INT_DESCALE_Enable", core, {{{7, {0, 1}}, {8, {0, 1}}}}, packers_refuse};

inline constexpr std::array of_packers{
    pack_x_stride,    pack_y_stride[0], pack_y_stride[1],   pack_z_stride[0],    pack_z_stride[1],
    pack_w_stride[0], pack_w_stride[1], pack_base[0],       pack_base[1],        pack_rounds,
    pack_reads_raw,   pack_dst_offset,  pack_reads_32_bits, pack_reads_unsigned, edge_mask,
    edge_to_lowest,   edge_rows,        edge_faces,         edge_row_map,        rows_of_plane,
    packs_of_plane,   planes_of_tile,   planes_first,       plane_offset,        stochastic_pack,
    descales};

}  // namespace tessera::tensix::config
