#include "sim/core/risc/reset_registers.hpp"

#include "sim/core/shared.hpp"

namespace tessera::core {
namespace {

constexpr std::uint32_t soft_reset = 0xFFB121B0;
// Of Blackhole: T0, T1, T2, the bits that turn these on, NC, the bit that turns that on.
constexpr std::uint32_t first_reset_pc = 0xFFB12228;
constexpr std::size_t trisc_override = 3, ncrisc = 4, ncrisc_override = 5;
// Clocks of Dst that may stand still; nothing depends on it here.
constexpr std::uint32_t dst_clock_gates = 0xFFB12240;

bool begins_by_config(const Core& core) {
    return tensix::config::trisc_reset_pc.at(core.shared.arch().sfpu.isa_column).word >= 0;
}

// Which register of Blackhole's an address is.
std::optional<std::size_t> pc_register(const Core& core, std::uint32_t address) {
    const std::size_t at = (address - first_reset_pc) / 4;
    if (address < first_reset_pc || address % 4 != 0 || at >= core.resets.pc.size() || begins_by_config(core))
        return std::nullopt;
    return at;
}

}  // namespace

std::optional<std::uint32_t> load_reset_register(const Core& core, std::uint32_t address) {
    if (address == soft_reset) return core.resets.held;
    if (const auto at = pc_register(core, address)) return core.resets.pc[*at];
    return std::nullopt;
}

bool store_reset_register(Core& core, std::uint32_t address, std::uint32_t value) {
    if (address == soft_reset) {
        const std::uint32_t before = std::exchange(core.resets.held, value);
        core.shared.reset_changed(core.index, before);
        return true;
    }
    if (const auto at = pc_register(core, address)) {
        core.resets.pc[*at] = value;
        return true;
    }
    return address == dst_clock_gates && !begins_by_config(core);
}

std::optional<std::uint32_t> reset_pc(const Core& core, abi::Risc risc) {
    if (risc == abi::Risc::b) return std::nullopt;
    const bool is_ncrisc = risc == abi::Risc::nc;
    const std::uint32_t thread =
        is_ncrisc ? 0 : static_cast<std::uint32_t>(risc) - static_cast<std::uint32_t>(abi::Risc::t0);
    if (!begins_by_config(core)) {
        const auto& registers = core.resets.pc;
        const bool overridden = (registers[is_ncrisc ? ncrisc_override : trisc_override] >> thread & 1) != 0;
        return overridden ? std::optional(registers[is_ncrisc ? ncrisc : thread]) : std::nullopt;
    }
    namespace config = tensix::config;
    const int column = core.shared.arch().sfpu.isa_column;
    const auto get = [&](const tensix::ConfigField& field, std::uint32_t i) {
        return core.math_config.core().get(field, column, i);
    };
    if ((get(is_ncrisc ? config::ncrisc_reset_pc_override : config::trisc_reset_pc_override, 0) >> thread & 1) == 0)
        return std::nullopt;
    return get(is_ncrisc ? config::ncrisc_reset_pc : config::trisc_reset_pc, thread);
}

}  // namespace tessera::core
