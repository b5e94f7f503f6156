#include "tests/sim/tensix/slow_math.hpp"

#include <bit>
#include <vector>

#include "sim/tensix/fpu.hpp"
#include "sim/tensix/mvmul_lanes.hpp"

namespace tessera::tensix {
namespace {

using std::uint32_t;

// Dst holds bf16: sign, mantissa, exponent from the top.
uint32_t bf16_of_cell(uint32_t cell) { return (cell & 0x8000) | (cell & 0xFF) << 7 | (cell >> 8 & 0x7F); }
uint32_t cell_of_bf16(uint32_t x) { return (x & 0x8000) | (x & 0x7F) << 8 | (x >> 7 & 0xFF); }

float value_of(uint32_t bf16) { return std::bit_cast<float>(bf16 << 16); }

}  // namespace

uint32_t SlowMath::mode() const { return blackhole_ ? bits(14, 3) : bits(15, 2); }

void SlowMath::apply_mode(uint32_t mode) {
    uint32_t index = mode;
    if (extra_bit || (!blackhole_ && (config[2] & 1) != 0)) index = (index + 4) & 7;
    const uint32_t ab = config[blackhole_ ? 12 + index : 7 + 2 * index];
    const uint32_t to_dst = config[(blackhole_ ? 28 : 23) + index];
    const uint32_t bias = config[(blackhole_ ? 47 : 48) + index];
    const auto source = [](uint32_t fields, uint32_t& counter, uint32_t& cr) {
        const uint32_t by = fields & 63;
        if (fields >> 7 & 1) {
            counter = 0;
            cr = 0;
        } else if (fields >> 6 & 1) {
            cr = (cr + by) % 64;
            counter = cr;
        } else {
            counter = (counter + by) % 64;
        }
    };
    source(ab & 0xFF, a, a_cr);
    source(ab >> 8, b, b_cr);
    const uint32_t by = to_dst & 0x3FF;
    if (to_dst >> 11 & 1) {
        dst_counter = 0;
        dst_cr = 0;
    } else if (to_dst >> 12 & 1) {
        dst_counter = (dst_counter + by) % 1024;
        dst_cr = dst_counter;
    } else if (to_dst >> 10 & 1) {
        dst_cr = (dst_cr + by) % 1024;
        dst_counter = dst_cr;
    } else {
        dst_counter = (dst_counter + by) % 1024;
    }
    phase = (to_dst >> 15 & 1) != 0 ? 0 : (phase + (to_dst >> 13 & 3)) % 4;
    if (bias >> 4 & 1)
        extra_bit = false;
    else if ((bias & 3) != 0)
        extra_bit = !extra_bit;
}

uint32_t SlowMath::dst_row(uint32_t imm, uint32_t mask) const { return (imm + config[1] + dst_counter) & 0x3FF & mask; }

bool SlowMath::keeps(int operand) const { return (config[blackhole_ ? 7 : 5] >> operand & 1) != 0; }

void SlowMath::flip(uint32_t which, bool always) {
    if (which & 1) {
        if (always || !keeps(0)) src_a[a_bank].valid = false;
        a_bank ^= 1;
    }
    if (which & 2) {
        if (always || !keeps(1)) src_b[b_bank].valid = false;
        b_bank ^= 1;
    }
}

void SlowMath::elementwise(int operation) {
    const bool accumulates = bits(21, 1) != 0 || operation == 2, one_row = bits(20, 1) != 0, one_column = bits(19, 1);
    const uint32_t ra = a & 0x38, rb = b & (one_row ? 0x3F : 0x38), rd = dst_row(bits(0, 10), 0x3F8);
    const uint32_t first_phase = config[blackhole_ ? 11 : 6] & 3;
    Fpu fpu{.rules = arch_.tensix.fpu};
    fpu.phase = static_cast<int>((phase + first_phase) & 3);
    for (uint32_t i = 0; i < 8; ++i)
        for (uint32_t j = 0; j < 16; ++j) {
            const uint32_t x = src_a[a_bank].datum[(ra + i) * 16 + j] & ~7u;
            const uint32_t y = src_b[b_bank].datum[(rb + (one_row ? 0 : i)) * 16 + (one_column ? 0 : j)] & ~7u;
            const int row = static_cast<int>(rd + i), column = static_cast<int>(j);
            const uint32_t d = accumulates ? bf16_of_cell(dst.read16(row, column)) : 0;
            const uint32_t sum = operation == 0   ? elw_add(fpu, x, y, d)
                                 : operation == 1 ? elw_sub(fpu, x, y, d)
                                                  : elw_mul(fpu, x, y, d);
            dst.bits[row][column] = static_cast<std::uint16_t>(cell_of_bf16(sum));
        }
    for (uint32_t i = 0; i < 8; ++i) dst.valid[rd + i] = 1;
    flip(bits(22, 2), false);
    apply_mode(mode());
}

void SlowMath::product(int rows) {
    const uint32_t ra = a & 0x38, rb = b & 0x38, rd = dst_row(bits(0, 10), rows == 8 ? 0x3F8 : 0x3FC);
    const uint32_t first_phase = config[blackhole_ ? 11 : 6] & 3;
    Fpu fpu{.rules = arch_.tensix.fpu};
    fpu.phase = static_cast<int>((phase + first_phase) & 3);
    std::vector<uint32_t> x(256), y(16u * static_cast<unsigned>(rows)), d(y.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = src_a[a_bank].datum[ra * 16 + i] & ~7u;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = src_b[b_bank].datum[rb * 16 + i] & ~7u;
    for (std::size_t i = 0; i < d.size(); ++i)
        d[i] = bf16_of_cell(dst.read16(static_cast<int>(rd + i / 16), static_cast<int>(i % 16)));
    mvmul_by_datum(fpu, std::span<const uint32_t, 256>(x), y, d);
    for (std::size_t i = 0; i < d.size(); ++i) {
        dst.bits[rd + i / 16][i % 16] = static_cast<std::uint16_t>(cell_of_bf16(d[i]));
        dst.valid[rd + i / 16] = 1;
    }
    flip(bits(22, 2), false);
    apply_mode(rows == 4 ? (blackhole_ ? bits(15, 3) : bits(15, 2)) : mode());
}

// Of finite numbers with a scale of one.
void SlowMath::maximum() {
    const uint32_t ra = a & 0x30, rd = dst_row(bits(0, 10), 0x3FC);
    for (uint32_t j = 0; j < 16; ++j) {
        bool any = dst.valid[rd] != 0;
        uint32_t best = any ? bf16_of_cell(dst.bits[rd][j]) : 0;
        for (uint32_t i = 0; i < 16; ++i) {
            uint32_t x = src_a[a_bank].datum[(ra + i) * 16 + j] >> 3;
            if ((x >> 7 & 0xFF) == 0) x = 0;
            if (!any || value_of(x) > value_of(best)) best = x;
            any = true;
        }
        dst.bits[rd][j] = static_cast<std::uint16_t>(cell_of_bf16(best));
        for (uint32_t i = 1; i < 4; ++i) dst.bits[rd + i][j] = 0;
    }
    for (uint32_t i = 0; i < 4; ++i) dst.valid[rd + i] = 1;
    flip(bits(22, 2), false);
    apply_mode(blackhole_ ? bits(15, 3) : bits(15, 2));
}

void SlowMath::move_to_dst(bool from_b) {
    const uint32_t kind = from_b && blackhole_ ? bits(11, 3) : bits(12, blackhole_ && !from_b ? 2 : 3);
    const bool one_column = from_b && (kind & 1) != 0, to_eight = from_b && (kind & 2) != 0;
    const bool four = from_b && (kind & 4) != 0, eight = !from_b && (kind & 2) != 0;
    const uint32_t rows = to_eight || eight ? 8 : four ? 4 : 1;
    const uint32_t mask = ~(rows - 1);
    const uint32_t from = (bits(17, 6) + (from_b ? b : a)) & 63 & (to_eight ? ~0u : mask);
    const uint32_t to = dst_row(bits(0, 10), mask);
    const SrcBank& bank = from_b ? src_b[b_bank] : src_a[a_bank];
    for (uint32_t i = 0; i < rows; ++i) {
        for (uint32_t j = 0; j < 16; ++j) {
            uint32_t x = bank.datum[(from + (to_eight ? 0 : i)) * 16 + (one_column ? 0 : j)];
            if ((x >> 10 & 0xFF) == 0) x = 0;
            dst.bits[to + i][j] = static_cast<std::uint16_t>(cell_of_bf16(x >> 3));
        }
        dst.valid[to + i] = 1;
    }
    apply_mode(mode());
}

void SlowMath::move_from_dst(bool to_b) {
    const uint32_t rows = (bits(12, 2) & 2) != 0 ? 4 : 1, mask = ~(rows - 1);
    const uint32_t to = (bits(17, 6) + (to_b ? b : a)) & 63 & mask, from = dst_row(bits(0, 10), mask);
    SrcBank& bank = to_b ? src_b[b_bank] : src_a[a_bank];
    for (uint32_t i = 0; i < rows; ++i)
        for (uint32_t j = 0; j < 16; ++j)
            bank.datum[(to + i) * 16 + j] = bf16_of_cell(dst.read16(static_cast<int>(from + i), static_cast<int>(j)))
                                            << 3;
    apply_mode(mode());
}

void SlowMath::move_b_to_a() {
    const uint32_t rows = (bits(12, 2) & 2) != 0 ? 4 : 1, mask = ~(rows - 1);
    const uint32_t to = (bits(17, 6) + a) & 63 & mask, from = (bits(0, 6) + b) & 63 & mask;
    for (uint32_t i = 0; i < rows; ++i)
        for (uint32_t j = 0; j < 16; ++j) {
            uint32_t x = src_b[b_bank].datum[(from + i) * 16 + j];
            if ((x >> 10 & 0xFF) == 0) x = 0;
            src_a[a_bank].datum[(to + i) * 16 + j] = x & ~7u;
        }
    apply_mode(mode());
}

void SlowMath::zero_dst() {
    const auto clear = [&](uint32_t row) {
        dst.held[row] |= dst.valid[row];
        dst.valid[row] = 0;
    };
    const uint32_t kind = bits(19, 2), imm = bits(0, 10);
    const bool wide = blackhole_ ? bits(18, 1) : bits(21, 1);
    if (kind == 0) {
        clear(dst_row(imm, 0x3FF));
    } else if (kind == 1) {
        // A Blackhole in its first mode: the half is that of the counters' row and the number of the group together.
        const uint32_t group = imm & 0xFF, half = blackhole_ && dst_row(group, 0x3FF) >= 512 ? 512 : 0;
        for (uint32_t i = 0; i < 16; ++i) {
            const uint32_t row = half + (wide ? group * 32 + (i & 8) * 2 + (i & 7) : group * 16 + i);
            if (row < 1024) clear(row);
        }
    } else {
        for (uint32_t row = kind == 2 && (imm & 1) != 0 ? 512 : 0; row < (kind == 2 && (imm & 1) == 0 ? 512 : 1024);
             ++row)
            clear(row);
    }
    if (kind < 2) apply_mode(mode());
}

void SlowMath::run(uint32_t word) {
    word_ = word;
    const auto set = [](bool sets, bool from_cr, uint32_t value, uint32_t modulus, uint32_t& counter, uint32_t& cr) {
        if (!sets) return;
        counter = ((from_cr ? cr : 0) + value) % modulus;
        cr = counter;
    };
    const auto add = [](bool by_cr, uint32_t value, uint32_t modulus, uint32_t& counter, uint32_t& cr) {
        if (by_cr) cr = (cr + value) % modulus;
        counter = by_cr ? cr : (counter + value) % modulus;
    };
    switch (word >> 24) {
        case 0x26: return product(8);
        case 0x34: return product(4);
        case 0x33: return maximum();
        case 0x28: return elementwise(0);
        case 0x30: return elementwise(1);
        case 0x27: return elementwise(2);
        case 0x12: return move_to_dst(false);
        case 0x13: return move_to_dst(true);
        case 0x08: return move_from_dst(false);
        case 0x0A: return move_from_dst(true);
        case 0x0B: return move_b_to_a();
        case 0x10: return zero_dst();
        case 0x16:
            for (std::size_t i = 0; i < 16; ++i)
                for (std::size_t j = 0; j < i; ++j)
                    std::swap(src_b[b_bank].datum[(16 + i) * 16 + j], src_b[b_bank].datum[(16 + j) * 16 + i]);
            return;
        case 0x36: return flip(bits(22, 2), true);
        case 0x37:
            set(bits(0, 1), bits(18, 1), bits(6, 4), 64, a, a_cr);
            set(bits(1, 1), bits(19, 1), bits(10, 4), 64, b, b_cr);
            if (bits(21, 1)) {
                dst_counter = (dst_counter + bits(14, 4)) % 1024;
                dst_cr = dst_counter;
            } else {
                set(bits(2, 1), bits(20, 1), bits(14, 4), 1024, dst_counter, dst_cr);
            }
            if (bits(3, 1)) phase = 0;
            return flip(bits(22, 2), false);
        case 0x38:
            add(bits(18, 1), bits(6, 4), 64, a, a_cr);
            add(bits(19, 1), bits(10, 4), 64, b, b_cr);
            return add(bits(20, 1), bits(14, 4), 1024, dst_counter, dst_cr);
        case 0xB2: config[bits(16, 8)] = static_cast<std::uint16_t>(bits(0, 16)); return;
        default: return;
    }
}

}  // namespace tessera::tensix
