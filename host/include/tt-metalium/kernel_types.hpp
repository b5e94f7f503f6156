// How kernels are built and where they run: aggregates for designated initialisers, members in the vendor's order
// (spec/kernel-api.md 5.2).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

enum class MathFidelity : std::uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4, Invalid = 255 };
enum class UnpackToDestMode : std::uint8_t { UnpackToDestFp32, Default };

namespace tt::tt_metal {

using ::MathFidelity;
using ::UnpackToDestMode;

enum class DataMovementProcessor : std::uint8_t { RISCV_0 = 0, RISCV_1 = 1 };
enum NOC : std::uint8_t { RISCV_0_default = 0, RISCV_1_default = 1, NOC_0 = 0, NOC_1 = 1 };
// Each RISC keeps to its NoC; DM_DYNAMIC_NOC is refused.
enum NOC_MODE : std::uint8_t { DM_DEDICATED_NOC = 0, DM_DYNAMIC_NOC = 1, DM_INVALID_NOC = 2 };
// Kernels are built with the vendor's levels (spec/kernel-api.md 1.2) whatever is asked for.
enum class KernelBuildOptLevel : std::uint8_t { O0, O1, O2, O3, Os, Ofast, Oz };

using Defines = std::map<std::string, std::string>;
using NamedCompileArgs = std::unordered_map<std::string, std::uint32_t>;

struct DataMovementConfig {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
    std::vector<std::uint32_t> compile_args = {};
    Defines defines = {};
    NamedCompileArgs named_compile_args = {};
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2;
};

// RISCV_1 on NOC_0, which favours reads from DRAM.
struct ReaderDataMovementConfig : DataMovementConfig {
    ReaderDataMovementConfig(std::vector<std::uint32_t> compile_args = {}, Defines defines = {},
                             NamedCompileArgs named_compile_args = {},
                             KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2)
        : DataMovementConfig{DataMovementProcessor::RISCV_1,
                             NOC::NOC_0,
                             NOC_MODE::DM_DEDICATED_NOC,
                             std::move(compile_args),
                             std::move(defines),
                             std::move(named_compile_args),
                             opt_level} {}
};

// RISCV_0 on NOC_1.
struct WriterDataMovementConfig : DataMovementConfig {
    WriterDataMovementConfig(std::vector<std::uint32_t> compile_args = {}, Defines defines = {},
                             NamedCompileArgs named_compile_args = {},
                             KernelBuildOptLevel opt_level = KernelBuildOptLevel::O2)
        : DataMovementConfig{DataMovementProcessor::RISCV_0,
                             NOC::NOC_1,
                             NOC_MODE::DM_DEDICATED_NOC,
                             std::move(compile_args),
                             std::move(defines),
                             std::move(named_compile_args),
                             opt_level} {}
};

struct ComputeConfig {
    MathFidelity math_fidelity = MathFidelity::HiFi4;
    bool fp32_dest_acc_en = false;
    bool dst_full_sync_en = false;
    std::vector<UnpackToDestMode> unpack_to_dest_mode = {};  // by CB index; those missing are Default
    bool bfp8_pack_precise = false;
    bool math_approx_mode = false;
    std::vector<std::uint32_t> compile_args = {};
    Defines defines = {};
    NamedCompileArgs named_compile_args = {};
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::O3;
};

enum Eth : std::uint8_t { SENDER = 0, RECEIVER = 1, IDLE = 2 };
// For programs that name it: a simulated chip has no Ethernet cores, which its lists of them say, and CreateKernel
// refuses one for them (InputError).
struct EthernetConfig {
    Eth eth_mode = Eth::SENDER;
    NOC noc = NOC::NOC_0;
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    std::vector<std::uint32_t> compile_args = {};
    Defines defines = {};
    NamedCompileArgs named_compile_args = {};
    KernelBuildOptLevel opt_level = KernelBuildOptLevel::Os;
};

using KernelConfig =
    std::variant<DataMovementConfig, ReaderDataMovementConfig, WriterDataMovementConfig, ComputeConfig>;

}  // namespace tt::tt_metal
