#include "sim/tensix/dst.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

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

// One loop a format, with what holds for the whole row outside, so that it becomes vectors.
DstRow Dst::read_row(int row, DstFormat format) const {
    DstRow datums{};
    if (!holds(row, format)) return datums;
    const auto each = [&](const std::uint16_t* cells, auto datum_of) {
        for (std::size_t column = 0; column < columns; ++column) datums[column] = datum_of(cells[column]);
    };
    switch (format) {
        case DstFormat::bf16: each(bits[row], [](std::uint32_t cell) { return num::dst_to_bf16(cell); }); break;
        case DstFormat::fp16: each(bits[row], [](std::uint32_t cell) { return num::dst_to_fp16(cell); }); break;
        case DstFormat::raw16: each(bits[row], std::identity{}); break;
        case DstFormat::fp32: {
            const std::uint16_t *upper = bits[upper_row(row)], *lower = bits[upper_row(row) + 8];
            for (std::size_t column = 0; column < columns; ++column)
                datums[column] = num::dst_to_32(static_cast<std::uint32_t>(upper[column]) << 16 | lower[column]);
            break;
        }
    }
    return datums;
}

void Dst::write_row(int row, DstFormat format, std::span<const std::uint32_t, columns> datums) {
    check(row);
    const auto each = [&](int to, auto cell_of) {
        valid[to] = 1;
        for (std::size_t column = 0; column < columns; ++column)
            bits[to][column] = static_cast<std::uint16_t>(cell_of(datums[column]));
    };
    switch (format) {
        case DstFormat::bf16: each(row, [](std::uint32_t datum) { return num::dst_from_bf16(datum); }); break;
        case DstFormat::fp16: each(row, [](std::uint32_t datum) { return num::dst_from_fp16(datum); }); break;
        case DstFormat::raw16: each(row, std::identity{}); break;
        case DstFormat::fp32:
            each(upper_row(row), [](std::uint32_t datum) { return num::dst_from_bf16(datum >> 16); });
            each(upper_row(row) + 8, std::identity{});
            break;
    }
}

bool Dst::holds(int row, DstFormat format) const {
    check(row);
    return valid[format == DstFormat::fp32 ? upper_row(row) : row] != 0;
}

void Dst::clear_rows(int first, int count) {
    for (int row = first; row < first + count; ++row) {
        held[row] |= valid[row];
        valid[row] = 0;
    }
}

bool Dst::ever_held(int row, DstFormat format) const {
    return holds(row, format) || held[format == DstFormat::fp32 ? upper_row(row) : row] != 0;
}

void Dst::forget() { std::fill(std::begin(held), std::end(held), std::uint8_t{0}); }

}  // namespace tessera::tensix
