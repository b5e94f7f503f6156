// What operations on tiles are chosen by, as the vendor's low-level kernels name it (llk_defs.h). Data movement kernels
// that prepare operands for them include it by that name.
#pragma once

#include "tessera/base.h"

namespace ckernel {

// Unscoped as the vendor's: kernels write the bare names too, and take the numbers.
enum DstSync : uint8_t { SyncHalf = 0, SyncFull = 1 };
enum DstTileLayout : uint8_t { Default, Interleaved };
enum DstTileShape : uint8_t { Tile32x32, Tile32x16, Tile16x16 };
enum UnpackDestination : uint8_t { SrcRegs, DestReg };
enum BroadcastType : uint8_t { NONE = 0, COL = 1, ROW = 2, SCALAR = 3 };
enum EltwiseBinaryType : uint8_t { ELWMUL, ELWDIV, ELWADD, ELWSUB, ELWLESS };
enum class EltwiseBinaryReuseDestType : uint8_t { NONE = 0, DEST_TO_SRCA = 1, DEST_TO_SRCB = 2 };
enum PoolType : uint8_t { SUM, AVG, MAX, MIN };
enum ReduceDim : uint8_t { REDUCE_ROW, REDUCE_COL, REDUCE_SCALAR };
enum DataCopyType : uint8_t { A2D, B2D };
enum class MathFidelity : uint8_t { LoFi = 0, HiFi2 = 2, HiFi3 = 3, HiFi4 = 4 };
// Which source the first of two operands goes to: SrcA, or SrcB as products of matrices have it.
enum class SrcOrder : uint8_t { Regular = 0, Reverse = 1 };
enum ReluType : uint8_t { NO_RELU, ZERO_RELU, MIN_THRESHOLD_RELU, MAX_THRESHOLD_RELU };
// Unscoped on purpose: kernels write VectorMode::RC and (int)VectorMode::RC.
enum VectorMode : uint8_t { None = 0, R = 1, C = 2, RC = 4, RC_custom = 6, Invalid = 255 };

}  // namespace ckernel
