// GMPOOL (spec/tensix-core.md 1.6): maxima of the columns of SrcA, each row scaled by the exponent of a datum of SrcB.
#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/matrix_unit.hpp"

namespace tessera::tensix {
namespace {

using std::uint32_t;

// What the unit compares: an exponent of nine bits, which is the sum of two, above ten bits of mantissa or magnitude.
struct Scaled {
    bool negative;
    uint32_t exponent, mantissa;

    std::int32_t order() const {
        const auto magnitude = static_cast<std::int32_t>(exponent << 10 | mantissa);
        return negative ? -magnitude : magnitude;
    }
};
constexpr uint32_t lowest_exponent = 0x1FF, all_of_mantissa = 0x3FF;
constexpr Scaled below_all{true, lowest_exponent, all_of_mantissa};

struct Formats {
    SrcForm src;
    DstFormat dst;
    // The exponent of 1.0 in SrcB, which a datum of Dst is taken to have been scaled by.
    uint32_t one() const { return src == SrcForm::fp16 ? 15 : 127; }
};

Scaled scaled(const Formats& formats, uint32_t a, uint32_t b) {
    const uint32_t exponent = num::src_exponent(a), scale = num::src_exponent(b);
    if (scale == 0) return below_all;
    if (exponent == 0) return {false, 0, 0};
    const bool negative = (a & num::src_sign) != 0;
    const uint32_t mantissa = num::src_mantissa(masked(formats.src, a));
    if (formats.src == SrcForm::int8) return {negative, 0, mantissa};
    const uint32_t width = formats.src == SrcForm::fp16 ? 0x1F : 0xFF;
    return {negative, (exponent & width) + (scale & width), mantissa};
}

// A datum of Dst, in ordinary bit order.
Scaled held(const Formats& formats, uint32_t d) {
    if (formats.src == SrcForm::int8) return {d >> 31 != 0, d >> 10 & lowest_exponent, d & all_of_mantissa};
    if (formats.dst == DstFormat::fp16) return {d >> 15 != 0, (d >> 10 & 0x1F) + formats.one(), d & all_of_mantissa};
    const uint32_t x = formats.dst == DstFormat::fp32 ? d : d << 16;
    return {x >> 31 != 0, (x >> 23 & 0xFF) + formats.one(), x >> 13 & all_of_mantissa};
}

// The exponent wraps where the scaler took it out of range.
uint32_t written(const Formats& formats, const Scaled& x) {
    const uint32_t sign = x.negative ? 1 : 0;
    if (formats.src == SrcForm::int8) return sign << 31 | (x.exponent & 7) << 10 | x.mantissa;
    const uint32_t exponent = x.exponent - formats.one();
    if (formats.dst == DstFormat::fp16)
        return (x.exponent & 0x3F) == 0 ? 0 : sign << 15 | (exponent & 0x1F) << 10 | x.mantissa;
    if (x.exponent == 0) return 0;
    const uint32_t bits = sign << 31 | (exponent & 0xFF) << 23 | x.mantissa << 13;
    return formats.dst == DstFormat::fp32 ? bits : bits >> 16;
}

}  // namespace

void gmpool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row) {
    const SrcForm common = common_form(unit, a, b);
    const Formats formats{unit.form.value_or(a.form), dst_format(unit, common)};
    if (formats.src == SrcForm::fp16 && formats.dst == DstFormat::fp32)
        throw fault::Fault(fault::Id::tensix_unsupported, "GMPOOL on fp16 with a 32-bit Dst");
    const bool cleared = !dst.holds(dst_row, formats.dst);
    DstRow most = dst.read_row(dst_row, formats.dst);
    for (int c = 0; c < Dst::columns; ++c) {
        uint32_t& datum = most[static_cast<std::size_t>(c)];
        // What is cleared has all bits set.
        Scaled best = held(formats, cleared ? 0xFFFFFFFF : datum);
        for (int r = 0; r < 16; ++r) {
            const Scaled x = scaled(formats, a.at(a_row + r, c), b.at(b_row, r));
            if (x.order() >= best.order()) best = x;
        }
        datum = written(formats, best);
    }
    dst.write_row(dst_row, formats.dst, most);
    for (int r = 1; r < 4; ++r) dst.write_row(dst_row + r, formats.dst, DstRow{});
}

bool scales_to_nothing(const SrcBank& b, int b_row) {
    for (int c = 0; c < Dst::columns; ++c)
        if (num::src_exponent(b.at(b_row, c)) != 0) return false;
    return true;
}

}  // namespace tessera::tensix
