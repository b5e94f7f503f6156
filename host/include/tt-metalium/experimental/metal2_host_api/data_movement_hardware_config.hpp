// On which RISC a data movement kernel runs and on which NoC. The forms of 2026: a role, explicit settings inside, and
// settings of one generation alone.
#pragma once

#include <optional>

#include "../../kernel_types.hpp"
#include "advanced_options.hpp"

namespace tt::tt_metal::experimental {

struct DataMovementHardwareConfig;

struct DataMovementGen1Config {
    DataMovementProcessor processor = DataMovementProcessor::RISCV_0;
    NOC noc = NOC::RISCV_0_default;
    NOC_MODE noc_mode = NOC_MODE::DM_DEDICATED_NOC;
    operator DataMovementHardwareConfig() const;
};
// Of a chip that is not simulated.
struct DataMovementGen2Config {
    Group<DFBSpecName> disable_dfb_implicit_sync_for = {};
    bool disable_dfb_implicit_sync_for_all = false;
    operator DataMovementHardwareConfig() const;
};

struct DataMovementHardwareConfig {
    enum class RoleHint : std::uint8_t { READER, WRITER, UNSPECIFIED };
    using Gen1Config = DataMovementGen1Config;
    using Gen2Config = DataMovementGen2Config;
    using DataMovement1XXConfig = DataMovementGen1Config;
    using DataMovement2XXConfig = DataMovementGen2Config;

    RoleHint role = RoleHint::UNSPECIFIED;
    std::optional<Gen1Config> gen1_config = std::nullopt;
    std::optional<Gen2Config> gen2_config = std::nullopt;
    std::optional<DataMovement1XXConfig> config_1xx = std::nullopt;
    std::optional<DataMovement2XXConfig> config_2xx = std::nullopt;
};
using DataMovementRoleHint = DataMovementHardwareConfig::RoleHint;

inline DataMovementGen1Config::operator DataMovementHardwareConfig() const { return {.gen1_config = *this}; }
inline DataMovementGen2Config::operator DataMovementHardwareConfig() const { return {.gen2_config = *this}; }

inline DataMovementGen1Config CreateReaderGen1DataMovementConfig() {
    return {.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_0};
}
inline DataMovementGen1Config CreateWriterGen1DataMovementConfig() {
    return {.processor = DataMovementProcessor::RISCV_0, .noc = NOC::NOC_1};
}
// The same under the names of earlier and later months.
inline DataMovementGen1Config create_reader_gen1_datamovement_config() { return CreateReaderGen1DataMovementConfig(); }
inline DataMovementGen1Config create_writer_gen1_datamovement_config() { return CreateWriterGen1DataMovementConfig(); }
inline DataMovementGen1Config CreateReader1xxDataMovementConfig() { return CreateReaderGen1DataMovementConfig(); }
inline DataMovementGen1Config CreateWriter1xxDataMovementConfig() { return CreateWriterGen1DataMovementConfig(); }

}  // namespace tt::tt_metal::experimental
