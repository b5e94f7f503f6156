// The configuration registers that T1's low-level kernels write, as named fields with a place an architecture
// (spec/tensix-core.md 7.1). Documented: the vendor's lists of registers, whose names these are.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/tensix/field.hpp"

namespace tessera::tensix {

// A thread's own registers, of sixteen bits each (SETC16), or those of the core (RMWCIB).
enum class ConfigSpace : std::uint8_t { thread, core };

// What a field is to tessera. `refused`: an instruction of the matrix unit would depend on a value other than zero, so
// that it faults; `unpackers_refuse`, `packers_refuse`: one of those. `each_time`: read, and by each instruction again,
// since kernels write it for each tile.
enum class ConfigUse : std::uint8_t { refused, unpackers_refuse, packers_refuse, read, each_time, without_effect };
inline constexpr std::size_t refusing_units = 3;
constexpr bool is_refused(ConfigUse use) { return static_cast<std::size_t>(use) < refusing_units; }

struct ConfigPlace {
    int word = -1;  // -1: the architecture has no such field
    Place bits{0, 1};
    int count = 1, step = 1;  // registers of the same kind: so many, so far apart

    constexpr std::uint32_t index(std::uint32_t i = 0) const {
        return static_cast<std::uint32_t>(word) + i * static_cast<std::uint32_t>(step);
    }
    // Which register of the kind a word is; nothing where it is none of them.
    constexpr std::optional<std::uint32_t> of(std::uint32_t index) const {
        const int offset = static_cast<int>(index) - word;
        if (word < 0 || offset < 0 || offset >= count * step || offset % step != 0) return std::nullopt;
        return static_cast<std::uint32_t>(offset / step);
    }
};

struct ConfigField {
    std::string_view name;
    ConfigSpace space;
    std::array<ConfigPlace, isa_columns> place;
    ConfigUse use;

    constexpr const ConfigPlace& at(int column) const { return place[static_cast<std::size_t>(column)]; }
};

namespace config {

using enum ConfigSpace;
using enum ConfigUse;

constexpr ConfigField both(std::string_view name, ConfigSpace space, ConfigPlace place, ConfigUse use) {
    return {name, space, {place, place}, use};
}

inline constexpr ConfigField state_id = both("CFG_STATE_ID_StateID", thread, {0, {0, 1}}, read);
inline constexpr ConfigField math_offset = both("DEST_TARGET_REG_CFG_MATH_Offset", thread, {1, {0, 12}}, each_time);
inline constexpr ConfigField addr_mod_base{"ADDR_MOD_SET_Base", thread, {{{2, {0, 1}}, {}}}, read};
inline constexpr ConfigField disable_implied_a{"DISABLE_IMPLIED_SRCA_FMT_Base", thread, {{{}, {2, {0, 1}}}}, read};
inline constexpr ConfigField disable_implied_b{"DISABLE_IMPLIED_SRCB_FMT_Base", thread, {{{}, {3, {0, 1}}}}, read};
inline constexpr ConfigField sfpu_names_format{"SFPU_DEST_FMT_Enable", thread, {{{}, {4, {0, 1}}}}, read};
inline constexpr ConfigField sfpu_format{"SFPU_DEST_FMT_Base", thread, {{{}, {4, {1, 4}}}}, read};
inline constexpr ConfigField keep_a{"CLR_DVALID_SrcA_Disable", thread, {{{5, {0, 1}}, {7, {0, 1}}}}, read};
inline constexpr ConfigField keep_b{"CLR_DVALID_SrcB_Disable", thread, {{{5, {1, 1}}, {7, {1, 1}}}}, read};
inline constexpr ConfigField first_phase{"FIDELITY_BASE_Phase", thread, {{{6, {0, 2}}, {11, {0, 2}}}}, read};
inline constexpr ConfigField addr_mod_sources{
    "ADDR_MOD_AB_SEC", thread, {{{7, {0, 16}, 8, 2}, {12, {0, 16}, 8}}}, read};
inline constexpr ConfigField addr_mod_sources_2{"ADDR_MOD_AB2_SEC", thread, {{{}, {20, {0, 2}, 8}}}, refused};
inline constexpr ConfigField addr_mod_dst{"ADDR_MOD_DST_SEC", thread, {{{23, {0, 16}, 8}, {28, {0, 16}, 8}}}, read};
inline constexpr ConfigField addr_mod_pack{"ADDR_MOD_PACK_SEC", thread, {{{31, {0, 16}, 4}, {37, {0, 16}, 4}}}, read};
inline constexpr ConfigField addr_mod_bias{"ADDR_MOD_BIAS_SEC", thread, {{{48, {0, 5}, 8}, {47, {0, 5}, 8}}}, read};
inline constexpr ConfigField fp16_forced{"FP16A_FORCE_Enable", thread, {{{56, {0, 1}}, {55, {0, 1}}}}, read};
inline constexpr ConfigField bias_pointer{
    "FPU_BIAS_SEL_Pointer", thread, {{{47, {0, 1}}, {46, {0, 1}}}}, without_effect};

inline constexpr ConfigField format_a_override_value = both("ALU_FORMAT_SPEC_REG_SrcA_val", core, {0, {0, 4}}, read);
inline constexpr ConfigField format_a_override = both("ALU_FORMAT_SPEC_REG_SrcA_override", core, {0, {4, 1}}, read);
inline constexpr ConfigField format_b_override_value = both("ALU_FORMAT_SPEC_REG_SrcB_val", core, {0, {5, 4}}, read);
inline constexpr ConfigField format_b_override = both("ALU_FORMAT_SPEC_REG_SrcB_override", core, {0, {9, 1}}, read);
inline constexpr ConfigField format_dst_override =
    both("ALU_FORMAT_SPEC_REG_Dstacc_override", core, {0, {14, 1}}, refused);
inline constexpr ConfigField stochastic_fpu = both("ALU_ROUNDING_MODE_Fpu_srnd_en", core, {1, {0, 1}}, read);
inline constexpr ConfigField format_a = both("ALU_FORMAT_SPEC_REG0_SrcA", core, {1, {17, 4}}, read);
inline constexpr ConfigField format_b = both("ALU_FORMAT_SPEC_REG1_SrcB", core, {1, {21, 4}}, read);
inline constexpr ConfigField format_dst = both("ALU_FORMAT_SPEC_REG2_Dstacc", core, {1, {25, 4}}, read);
inline constexpr ConfigField dst_32_bit = both("ALU_ACC_CTRL_Fp32_enabled", core, {1, {29, 1}}, read);
inline constexpr ConfigField sfpu_32_bit = both("ALU_ACC_CTRL_SFPU_Fp32_enabled", core, {1, {30, 1}}, read);
inline constexpr ConfigField int8_math = both("ALU_ACC_CTRL_INT8_math_enabled", core, {1, {31, 1}}, read);
inline constexpr ConfigField keep_zero_exponent = both("ALU_ACC_CTRL_Zero_Flag_disabled_src", core, {2, {0, 1}}, read);
inline constexpr ConfigField keep_zero_exponent_dst =
    both("ALU_ACC_CTRL_Zero_Flag_disabled_dst", core, {2, {1, 1}}, refused);
inline constexpr ConfigField relu = both("STACC_RELU_ApplyRelu", core, {2, {2, 4}}, read);
inline constexpr ConfigField relu_threshold = both("STACC_RELU_ReluThreshold", core, {2, {6, 16}}, read);
inline constexpr ConfigField swizzle_dst{"DEST_ACCESS_CFG_swizzle_32b", core, {{{}, {220, {0, 1}}}}, without_effect};
inline constexpr ConfigField remap_dst{"DEST_ACCESS_CFG_remap_addrs", core, {{{}, {220, {1, 1}}}}, without_effect};
inline constexpr ConfigField zeroacc_absolute{
    "DEST_ACCESS_CFG_zeroacc_absolute_tile_mode", core, {{{}, {220, {3, 1}}}}, read};
inline constexpr ConfigField prng_seed{"PRNG_SEED_Seed_Val", core, {{{164, {0, 32}}, {186, {0, 32}}}}, read};
inline constexpr ConfigField dst_base = both("DEST_REGW_BASE_Base", core, {6, {0, 16}}, read);
// Where RISCs begin; Blackhole has debug registers for it.
inline constexpr ConfigField trisc_reset_pc{"TRISC_RESET_PC", core, {{{158, {0, 32}, 3}, {}}}, each_time};
inline constexpr ConfigField trisc_reset_pc_override{"TRISC_RESET_PC_OVERRIDE", core, {{{161, {0, 3}}, {}}}, each_time};
inline constexpr ConfigField ncrisc_reset_pc{"NCRISC_RESET_PC", core, {{{162, {0, 32}}, {}}}, each_time};
inline constexpr ConfigField ncrisc_reset_pc_override{
    "NCRISC_RESET_PC_OVERRIDE", core, {{{163, {0, 1}}, {}}}, each_time};

inline constexpr std::array fields{state_id,
                                   math_offset,
                                   addr_mod_base,
                                   disable_implied_a,
                                   disable_implied_b,
                                   sfpu_names_format,
                                   sfpu_format,
                                   keep_a,
                                   keep_b,
                                   first_phase,
                                   addr_mod_sources,
                                   addr_mod_sources_2,
                                   addr_mod_dst,
                                   addr_mod_pack,
                                   addr_mod_bias,
                                   fp16_forced,
                                   bias_pointer,
                                   format_a_override_value,
                                   format_a_override,
                                   format_b_override_value,
                                   format_b_override,
                                   format_dst_override,
                                   stochastic_fpu,
                                   format_a,
                                   format_b,
                                   format_dst,
                                   dst_32_bit,
                                   sfpu_32_bit,
                                   int8_math,
                                   keep_zero_exponent,
                                   keep_zero_exponent_dst,
                                   relu,
                                   relu_threshold,
                                   swizzle_dst,
                                   remap_dst,
                                   zeroacc_absolute,
                                   prng_seed,
                                   dst_base,
                                   trisc_reset_pc,
                                   trisc_reset_pc_override,
                                   ncrisc_reset_pc,
                                   ncrisc_reset_pc_override};

// Every field there is: these, and those of the unpackers and packers.
const std::vector<ConfigField>& all_fields();

}  // namespace config

}  // namespace tessera::tensix
