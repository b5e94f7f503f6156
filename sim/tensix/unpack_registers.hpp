// What an unpacker's instructions read of the configuration registers, as far as those stay as they are from one
// instruction to the next (spec/unpack-instructions.md 2). Plain data.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/tensix/config.hpp"
#include "sim/tensix/tile.hpp"
#include "sim/tensix/unpack_fields.hpp"

namespace tessera::tensix {

struct UnpackRegisters {
    // Number `context` of the contexts, which instructions without one have as 0.
    UnpackRegisters(const ConfigWords<ConfigSpace::core>& core, int column, std::size_t unpacker, bool by_context,
                    std::uint32_t context);

    const ConfigField* refused;  // set to other than zero and not modelled, or null
    bool in_is_written, out_is_written;
    bool e4m3, to_dst, transposes, tilizes, compressed, adds_counters;
    std::uint32_t in_code, out_code;
    std::uint32_t x_dim, y_dim, z_dim, w_dim, shift;
    std::uint32_t first, y_stride, z_stride, w_stride, of_context;

    // Made of these, if both codes are written and there are such formats.
    bool has_formats;
    DataFormat in, out;
    SrcForm form;                               // of a bank that was filled with the second
    bool in_blocks;                             // which have exponents of their own
    std::uint32_t in_bits;                      // of a datum
    std::uint32_t out_bytes;                    // as which a datum is addressed
    std::uint32_t exponent_bytes, datum_bytes;  // of a tile
};

// The form of a bank that was filled with a format.
SrcForm form_in_bank(DataFormat out);
// An integer of eight bits has a sign unless the matrix unit is told that it has none. Throws Fault tensix_unsupported
// where there is no such format.
DataFormat unpacked_format(std::uint32_t code, bool is_unsigned);

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
