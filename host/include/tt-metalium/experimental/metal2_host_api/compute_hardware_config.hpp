// How a compute kernel uses the coprocessor.
#pragma once

#include <optional>

#include "../../kernel_types.hpp"
#include "advanced_options.hpp"

namespace tt::tt_metal {

enum class UnpackMode : std::uint8_t { UnpackToSrc, UnpackToDest };
enum class Precision : std::uint8_t { Precise, Approximate };

}  // namespace tt::tt_metal

namespace tt::tt_metal::experimental {

using ComputeUnpackModes = Table<DFBSpecName, UnpackMode>;

struct ComputeHardwareConfig {
    MathFidelity fpu_math_fidelity = MathFidelity::HiFi4;
    Precision sfpu_precision_mode = Precision::Precise;
    bool enable_32_bit_dest = false;
    bool double_buffer_dest = true;
    ComputeUnpackModes unpack_modes = {};

    struct Compute1XXConfig {
        Precision bfp_pack_precision_mode = Precision::Approximate;
        bool enable_trisc2_rvv = false;
    };
    std::optional<Compute1XXConfig> config_1xx = std::nullopt;
    struct Compute2XXConfig {
        bool enable_trisc0_rvv = false;
    };
    std::optional<Compute2XXConfig> config_2xx = std::nullopt;
    bool is_of_gen2 = false;  // of a chip that is not simulated, and of no other
};

// The form of early summer 2026: all settings, of one generation.
struct ComputeGen1Config {
    MathFidelity fpu_math_fidelity = MathFidelity::HiFi4;
    Precision sfpu_precision_mode = Precision::Precise;
    Precision bfp_pack_precision_mode = Precision::Approximate;
    bool enable_32_bit_dest = false;
    bool double_buffer_dest = true;
    ComputeUnpackModes unpack_modes = {};
    operator ComputeHardwareConfig() const {
        return {.fpu_math_fidelity = fpu_math_fidelity,
                .sfpu_precision_mode = sfpu_precision_mode,
                .enable_32_bit_dest = enable_32_bit_dest,
                .double_buffer_dest = double_buffer_dest,
                .unpack_modes = unpack_modes,
                .config_1xx = ComputeHardwareConfig::Compute1XXConfig{bfp_pack_precision_mode}};
    }
};
struct ComputeGen2Config {
    MathFidelity fpu_math_fidelity = MathFidelity::HiFi4;
    Precision sfpu_precision_mode = Precision::Precise;
    bool enable_32_bit_dest = false;
    bool double_buffer_dest = true;
    ComputeUnpackModes unpack_modes = {};
    operator ComputeHardwareConfig() const { return {.is_of_gen2 = true}; }
};

}  // namespace tt::tt_metal::experimental
