// A rotation as a job: which kernels run it, and how the work is shared. Tiles where the rows are whole tiles of pairs
// that kernels/rope takes as they lie, rows otherwise (kernels/rope/rows); the report says which, and why.
#pragma once

#include <cstdint>
#include <string>

#include "host/ops/rope/rows/rotation.hpp"

namespace tessera::host {

enum class RotationPath : std::uint8_t { fitting, tiles, rows };  // fitting: the cheaper one that is possible

struct RotationOptions {
    RotationPath path = RotationPath::fitting;
    std::uint32_t cores = 0;  // at most so many take part; 0: as many as there is work for
};

// Outputs are the tensors with `result`, in their order. Judged element by element against the exact rotation and a
// bound that is derived for the path taken (rows/bound.hpp); elements that no row writes must keep every bit.
// InputError for what check() refuses, and for tiles where the rotation is none of tiles.
Job rotation_job(const arch::Arch& arch, Rotation rotation, const RotationOptions& options);

}  // namespace tessera::host
