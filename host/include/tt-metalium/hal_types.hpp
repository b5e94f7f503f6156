#pragma once

#include <cstdint>

namespace tt::tt_metal {

using DeviceAddr = std::uint64_t;

enum class HalMemType : std::uint8_t { L1, DRAM, HOST, COUNT };
// Only Tensix cores are simulated.
enum class HalProgrammableCoreType : std::uint8_t { TENSIX, ACTIVE_ETH, IDLE_ETH, COUNT };
enum class HalProcessorClassType : std::uint8_t { DM, COMPUTE };
// Of the vendor's regions of L1 those that this machine has too.
enum class HalL1MemAddrType : std::uint8_t { BASE, KERNEL_CONFIG, UNRESERVED, DEFAULT_UNRESERVED, COUNT };

}  // namespace tt::tt_metal

enum class CoreType : std::uint8_t { ARC, DRAM, ACTIVE_ETH, IDLE_ETH, PCIE, TENSIX, ROUTER_ONLY, ETH, WORKER };

namespace tt {

using ::CoreType;

}  // namespace tt
