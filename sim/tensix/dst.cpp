#include "sim/tensix/dst.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/num/dst_bits.hpp"

namespace tessera::tensix {
namespace {

void check(int row) {
    if (row < 0 || row >= Dst::rows)
        throw fault::Fault{fault::Id::dst_index, fmt::format("Dst row {} is outside 0..{}", row, Dst::rows - 1)};
}

}  // namespace

std::uint32_t Dst::read16(int row, int column) const { return valid[row] ? bits[row][column] : 0u; }

std::uint32_t Dst::read32(int row, int column) const {
    const int upper = upper_row(row);
    if (!valid[upper]) return 0;
    return static_cast<std::uint32_t>(bits[upper][column]) << 16 | bits[upper + 8][column];
}

void Dst::write16(int row, int column, std::uint32_t cell) {
    bits[row][column] = static_cast<std::uint16_t>(cell);
    valid[row] = 1;
}

void Dst::write32(int row, int column, std::uint32_t cells) {
    const int upper = upper_row(row);
    write16(upper, column, cells >> 16);
    write16(upper + 8, column, cells & 0xffff);
}

DstRow Dst::read_row(int row, DstFormat format) const {
    check(row);
    DstRow datums;
    for (int column = 0; column < columns; ++column) {
        const std::uint32_t cells = format == DstFormat::fp32 ? read32(row, column) : read16(row, column);
        std::uint32_t& datum = datums[static_cast<std::size_t>(column)];
        switch (format) {
            case DstFormat::bf16: datum = num::dst_to_bf16(cells); break;
            case DstFormat::fp16: datum = num::dst_to_fp16(cells); break;
            case DstFormat::raw16: datum = cells; break;
            case DstFormat::fp32: datum = num::dst_to_32(cells); break;
        }
    }
    return datums;
}

void Dst::write_row(int row, DstFormat format, std::span<const std::uint32_t, columns> datums) {
    check(row);
    for (int column = 0; column < columns; ++column) {
        const std::uint32_t datum = datums[static_cast<std::size_t>(column)];
        switch (format) {
            case DstFormat::bf16: write16(row, column, num::dst_from_bf16(datum)); break;
            case DstFormat::fp16: write16(row, column, num::dst_from_fp16(datum)); break;
            case DstFormat::raw16: write16(row, column, datum); break;
            case DstFormat::fp32: write32(row, column, num::dst_from_32(datum)); break;
        }
    }
}

bool Dst::holds(int row, DstFormat format) const {
    check(row);
    return valid[format == DstFormat::fp32 ? upper_row(row) : row] != 0;
}

void Dst::clear_rows(int first, int count) {
    for (int row = first; row < first + count; ++row) valid[row] = 0;
}

}  // namespace tessera::tensix
