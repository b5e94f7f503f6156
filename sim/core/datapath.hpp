// Data on its way through the units of a core: L1 to Src or Dst, Src to Dst, Dst to L1. No time here.
#pragma once

#include "sim/core/command.hpp"
#include "sim/core/core.hpp"

namespace tessera::core {

// Whether tiles of the circular buffer go to Dst past SrcA: what the host asked for, and integers that Src cannot hold.
bool unpacked_to_dst(const tensix::CircularBuffer& cb);

// What tiles of a circular buffer become in Src (spec/kernel-api.md 3.2): fp32 loses mantissa bits on the way.
tensix::DataFormat src_format(const Core& core, std::uint32_t cb);

// What `fill` takes of L1, for one of the tile function `call`. Throws uninitialised where nothing of it was written;
// where something was, the rest may be padding, and the fault is to use what depends on it: nothing where all was.
watch::Undetermined::Why unwritten(const Core& core, const Fill& fill, const char* call);
// The same of a range of L1, which some circular buffer may hold.
watch::Undetermined::Why unwritten(const Core& core, std::uint32_t address, std::uint32_t bytes,
                                   const tensix::CircularBuffer* cb, const char* call);
std::uint32_t bytes_of(const Core& core, const Fill& fill);

// What `fill` says into a bank of Src; `l1` are the bytes it takes.
void fill_bank(const Core& core, const Fill& fill, std::span<const std::uint8_t> l1, tensix::SrcBank& bank);

// A whole tile of 32-bit data, bits kept, to Dst rows `row`..`row`+63.
void fill_dst(Core& core, const Fill& fill, std::span<const std::uint8_t> l1, int row);

// One step of T1 on the banks whose turn it is; `row` is the Dst row of the step's tile. Returns the kind of datums
// that it left in Dst.
tensix::DatumKind apply(Core& core, const TileProgram& program, const MathStep& step, int row);

// How the packer reads Dst for the tiles of a circular buffer.
tensix::DstFormat packed_view(const Core& core, const tensix::CircularBuffer& cb);

// Dst rows `row`..`row`+63 to a tile at L1 `address` in the format of the circular buffer.
void pack_tile(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address,
               const PackSettings& settings);

// The same datums row by row into 32 rows of `settings.row_tiles` tiles at L1 `address`, as tile `column` of them.
void pack_rows(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address, std::uint32_t column,
               const PackSettings& settings);

// How many datums of Dst rows `row`..`row`+63 are not zero and become zero under an edge mask.
int lost_to_mask(const Core& core, int row, std::uint32_t mask);

}  // namespace tessera::core
