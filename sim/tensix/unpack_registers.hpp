// What an unpacker's instructions read of the configuration registers, as far as those stay as they are from one
// instruction to the next (spec/unpack-instructions.md 2). Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/tensix/config.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::tensix {

struct UnpackRegisters {
    // Number `context` of the contexts, which instructions without one have as 0.
    UnpackRegisters(const ConfigWords<ConfigSpace::core>& core, int column, std::size_t unpacker, bool by_context,
                    std::uint32_t context);

    const ConfigField* refused;  // set to other than zero and not modelled, or null
    bool in_is_written, out_is_written;
    bool is_unsigned, e4m3, to_dst, transposes, tilizes, compressed, adds_counters;
    std::uint32_t in, out;  // codes of formats
    std::uint32_t x_dim, y_dim, z_dim, w_dim, shift;
    std::uint32_t first, y_stride, z_stride, w_stride, of_context;
};

// Reads them again where a register has changed.
class UnpackRegistersKept {
  public:
    const UnpackRegisters& of(const ConfigWords<ConfigSpace::core>& core, int column, std::size_t unpacker,
                              bool by_context, std::uint32_t context) {
        Kept& kept = kept_[unpacker][by_context ? 1 + context : 0];
        if (!kept.registers || kept.version != core.version()) {
            kept.registers.emplace(core, column, unpacker, by_context, context);
            kept.version = core.version();
        }
        return *kept.registers;
    }

  private:
    struct Kept {
        std::uint32_t version = 0;
        std::optional<UnpackRegisters> registers;
    };
    std::array<std::array<Kept, 1 + config::contexts>, 2> kept_;
};

}  // namespace tessera::tensix
