#include "tests/sim/tensix/slow_unpack.hpp"

#include <cmath>
#include <stdexcept>

#include "sim/tensix/unpack.hpp"

namespace tessera::tensix {
namespace {

std::uint32_t bits(std::uint32_t word, int low, int count) { return word >> low & ((1ull << count) - 1); }

}  // namespace

void SlowUnpack::run(std::uint32_t word) {
    const std::uint32_t opcode = word >> 24;
    if (opcode == 0x42) return unpack(word);
    const std::uint32_t zw_limit = second() ? 0x1FFF : 0xFF;
    for (std::size_t set = 0; set < 3; ++set) {
        if (bits(word, 21 + static_cast<int>(set), 1) == 0) continue;
        std::array<Channel, 2>& c = counters[set];
        if (opcode == 0x50) {
            Channel& to = c[bits(word, 20, 1)];
            const std::uint32_t value = bits(word, 0, 18);
            switch (bits(word, 18, 2)) {
                case 0: to.x = to.x_cr = value; break;
                case 1: to.y = to.y_cr = value & 0x1FFF; break;
                case 2: to.z = to.z_cr = value & zw_limit; break;
                default: to.w = to.w_cr = value & zw_limit; break;
            }
            continue;
        }
        if (opcode == 0x5E) {
            c[0].x = c[0].x_cr = bits(word, 0, 10);
            c[1].x = c[1].x_cr = bits(word, 10, 11);
            continue;
        }
        const bool zw = opcode >= 0x54;
        const std::uint32_t operation = zw ? opcode - 0x54 : opcode - 0x51;  // set, increment, by carriage return
        const auto each = [&](std::uint32_t& value, std::uint32_t& cr, std::uint32_t by, bool chosen,
                              std::uint32_t limit) {
            if (operation == 0 && chosen) value = cr = by;
            if (operation == 1) value = (value + by) & limit;
            if (operation == 2 && chosen) value = cr = (cr + by) & limit;
        };
        for (int channel = 0; channel < 2; ++channel) {
            Channel& to = c[static_cast<std::size_t>(channel)];
            const std::uint32_t low = bits(word, 6 + 6 * channel, 3), high = bits(word, 9 + 6 * channel, 3);
            const bool first = bits(word, 2 * channel, 1) != 0, other = bits(word, 2 * channel + 1, 1) != 0;
            each(zw ? to.z : to.x, zw ? to.z_cr : to.x_cr, low, first, zw ? zw_limit : 0x3FFFF);
            each(zw ? to.w : to.y, zw ? to.w_cr : to.y_cr, high, other, zw ? zw_limit : 0x1FFF);
        }
    }
}

std::uint32_t SlowUnpack::datum_at(double address, double bytes) const {
    std::uint32_t value = 0;
    const auto first = static_cast<std::uint64_t>(address * 8), count = static_cast<std::uint64_t>(bytes * 8);
    for (std::uint64_t i = 0; i < count; ++i)
        value |= static_cast<std::uint32_t>(l1.at((first + i) / 8) >> ((first + i) % 8) & 1) << i;
    return value;
}

void SlowUnpack::unpack(std::uint32_t word) {
    const std::uint32_t u = bits(word, 23, 1);
    const std::uint32_t section = second() ? 64 + 48 * u : 52 + 40 * u;
    const bool by_context = bits(word, 7, 1) != 0;
    const std::uint32_t context =
        by_context ? bits(word, 10, 3) + bits(thread[second() ? 41 : 39], 8 * static_cast<int>(u), 4) : 0;
    const std::uint32_t descriptor = core[section], more = core[section + 1];
    const std::uint32_t in_code = bits(descriptor, 0, 4), out_code = bits(core[section + 8], 0, 4);
    std::uint32_t x_dim = bits(descriptor, 16, 16), y_dim = bits(more, 0, 8), z_dim = bits(more, 16, 8),
                  w_dim = bits(core[section + 2], 0, 8);
    if (by_context && u == 0)
        x_dim = bits(core[section + 22 + (context & 3) / 2], 16 * static_cast<int>(context & 1), 16);
    if (z_dim == 0) z_dim = 1;
    if (w_dim == 0) w_dim = 1;
    const auto in = static_cast<DataFormat>(in_code);
    const double size = in_code == 7 || in_code == 3     ? 0.5
                        : in_code == 15 || in_code == 11 ? 0.25
                        : in_code == 6 || in_code == 2   ? 1
                        : in_code == 1 || in_code == 5   ? 2
                                                         : 4;
    double address = (core[section + 12 + context] + bits(core[section + 28 + (context & 3)], 0, 16) + 1) * 16.0;
    double exponents = address;
    const bool shares = in_code == 2 || in_code == 3 || in_code == 6 || in_code == 7 || in_code == 11 || in_code == 15;
    if (shares) address += std::ceil(std::ceil(x_dim * y_dim * z_dim * w_dim / 16.) / 16.) * 16;
    const Channel &from = counters[u][0], &to = counters[u][1];
    const std::uint32_t first = (((from.w & 255) * z_dim + (from.z & 255)) * y_dim + from.y) * x_dim + from.x;
    const std::uint32_t count = to.x + 1 - from.x;
    exponents += first / 16.;
    address += first * size;
    const bool apart = bits(core[section + 8], 9, 1) != 0;
    const double stride = apart ? bits(core[section + 8], 16, 12) * 16. : size * 16;
    const std::uint32_t control = (second() ? 56u : 44u) + 2 * u;
    const std::uint32_t y_stride = second() ? core[control] >> 16 : bits(core[control], 12, 12);
    const std::uint32_t z_stride = second() ? bits(core[control + 1], 0, 16) : bits(core[control + 1], 0, 12);
    const std::uint32_t w_stride = second() ? core[control + 1] >> 16 : bits(core[control + 1], 12, 16);
    std::uint32_t out = to.y * y_stride + to.z * z_stride + to.w * w_stride;
    if (out_code == 0 || out_code == 4) out /= 4;
    if (out_code == 1 || out_code == 5) out /= 2;
    if (u == 0 && by_context)
        out += bits(core[section + 20 + (context & 3) / 2], 16 * static_cast<int>(context & 1), 16);
    const bool transposes = u == 0 && bits(core[section + 8], 8, 1) != 0;
    const UnpackRule rule =
        unpack_rule({.in = in, .out = static_cast<DataFormat>(out_code), .rules = arch_.tensix.unpack});
    for (std::uint32_t i = 0; i < count; ++i, ++out) {
        const std::uint32_t line = second() && apart && count == 1024 ? 32 : 16;
        const double at = apart ? address + (i / line) * stride + (i % line) * size : address + i * size;
        const std::uint32_t raw = datum_at(at, size);
        const std::uint32_t exponent = shares ? l1.at(static_cast<std::size_t>(exponents + i / 16.)) : 0;
        std::uint32_t value = rule.datum(arch_.tensix.unpack, raw, exponent);
        if (bits(word, 4, 1) != 0) value = 0;
        int row = static_cast<int>(out / 16), column = static_cast<int>(out % 16);
        if (u == 0) {
            if (row < 4) continue;
            row -= 4;
            if (row >= 64) throw std::runtime_error("rows beyond SrcA");
            if (transposes) {
                const int low = row & 15;
                row = (row & ~15) | column;
                column = low;
            }
        }
        bank[u].at(row & 63, column) = value;
    }
    const std::uint32_t steps = bits(word, 15, 8);
    for (int channel = 0; channel < 2; ++channel) {
        Channel& c = counters[u][static_cast<std::size_t>(channel)];
        c.z = (c.z + bits(steps, 4 * channel, 2)) & (second() ? 0x1FFF : 0xFF);
        c.y = (c.y + bits(steps, 4 * channel + 2, 2)) & 0x1FFF;
    }
}

}  // namespace tessera::tensix
