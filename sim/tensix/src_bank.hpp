// A bank of SrcA or SrcB: 64 rows of 16 datums of 19 bits, and who may use it (spec/tensix-core.md 1.3, 7).
#pragma once

#include <array>
#include <cstdint>

#include "sim/tensix/fpu.hpp"

namespace tessera::tensix {

struct SrcBank {
    static constexpr int rows = 64, columns = 16;

    bool valid = false;  // filled, and the matrix unit's until it gives the bank back
    int cb = -1;         // circular buffer the data came from
    SrcForm form = SrcForm::bf16;
    std::array<std::uint32_t, rows * columns> datum{};  // row-major words of sim/num/src.hpp

    std::uint32_t& at(int row, int column) { return datum[static_cast<std::size_t>(row * columns + column)]; }
    std::uint32_t at(int row, int column) const { return datum[static_cast<std::size_t>(row * columns + column)]; }
};

}  // namespace tessera::tensix
