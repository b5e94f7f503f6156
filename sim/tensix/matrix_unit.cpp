#include "sim/tensix/matrix_unit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "sim/num/dst_bits.hpp"
#include "sim/num/random.hpp"
#include "sim/num/src.hpp"

namespace tessera::tensix {

namespace {

using std::uint32_t;

Fpu fpu_of(const MatrixUnit& unit, SrcForm form) {
    return {.form = form,
            .dst_is_32_bit = unit.dst_is_32_bit,
            .phase = unit.phase,
            .rules = unit.rules,
            .random = unit.random};
}

// With draws of its own for each place and phase.
Fpu drawing(Fpu fpu, int place) {
    if (fpu.random != 0) fpu.random = num::mixed(fpu.random + static_cast<std::uint64_t>(4 * place + fpu.phase)) | 1;
    return fpu;
}

SrcForm form_of(const MatrixUnit& unit, const SrcBank& bank) { return unit.form.value_or(bank.form); }

template <std::size_t rows>
void multiply(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row) {
    const SrcForm form = common_form(unit, a, b);
    const DstFormat view = dst_format(unit, form);
    std::array<uint32_t, 256> from_a;
    std::array<uint32_t, 16 * rows> from_b, sum;
    for (std::size_t i = 0; i < from_a.size(); ++i)
        from_a[i] = masked(form_of(unit, a), a.datum[static_cast<std::size_t>(a_row) * 16 + i]);
    for (std::size_t i = 0; i < from_b.size(); ++i)
        from_b[i] = masked(form_of(unit, b), b.datum[static_cast<std::size_t>(b_row) * 16 + i]);
    for (std::size_t r = 0; r < rows; ++r)
        std::ranges::copy(dst.read_row(dst_row + static_cast<int>(r), view), sum.begin() + static_cast<int>(16 * r));
    mvmul(drawing(fpu_of(unit, form), dst_row), from_a, from_b, sum);
    for (std::size_t r = 0; r < rows; ++r)
        dst.write_row(dst_row + static_cast<int>(r), view,
                      std::span<const uint32_t, 16>(sum.data() + 16 * r, std::size_t{16}));
}

}  // namespace

DstFormat dst_format(const MatrixUnit& unit, SrcForm form) {
    if (unit.dst_is_32_bit || form == SrcForm::int8) return DstFormat::fp32;
    return form == SrcForm::fp16 ? DstFormat::fp16 : DstFormat::bf16;
}

DatumKind datum_kind(const MatrixUnit& unit, SrcForm form) {
    if (form == SrcForm::int16) return DatumKind::raw16;
    if (form == SrcForm::int8) return DatumKind::int32;
    if (unit.dst_is_32_bit) return DatumKind::fp32;
    return form == SrcForm::fp16 ? DatumKind::fp16 : DatumKind::bf16;
}

SrcForm common_form(const SrcBank& a, const SrcBank& b) {
    if (a.form == SrcForm::int16 || b.form == SrcForm::int16)
        throw fault::Fault(fault::Id::tensix_unsupported, "arithmetic of the matrix unit on int16");
    const std::optional<SrcForm> form = common_form(a.form, b.form);
    if (!form)
        throw fault::Fault(
            fault::Id::format_mismatch,
            fmt::format("cb {} and cb {} differ in the exponent width the matrix unit works with", a.cb, b.cb));
    return *form;
}

SrcForm common_form(const MatrixUnit& unit, const SrcBank& a, const SrcBank& b) {
    return unit.form ? *unit.form : common_form(a, b);
}

void elw(const MatrixUnit& unit, Elw op, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Broadcast broadcast,
         Dst& dst, int dst_row, bool accumulate) {
    const SrcForm form = common_form(unit, a, b);
    const DstFormat view = dst_format(unit, form);
    const Fpu fpu = fpu_of(unit, form);
    const auto function = op == Elw::add ? elw_add : op == Elw::subtract ? elw_sub : elw_mul;
    const bool one_row = broadcast == Broadcast::row || broadcast == Broadcast::scalar;
    const bool one_column = broadcast == Broadcast::column || broadcast == Broadcast::scalar;
    for (int r = 0; r < 8; ++r) {
        DstRow d = accumulate || op == Elw::multiply ? dst.read_row(dst_row + r, view) : DstRow{};
        for (int c = 0; c < 16; ++c) {
            const uint32_t x = masked(form_of(unit, a), a.at(a_row + r, c));
            const uint32_t y = masked(form_of(unit, b), b.at(b_row + (one_row ? 0 : r), one_column ? 0 : c));
            uint32_t& out = d[static_cast<std::size_t>(c)];
            out = function(drawing(fpu, 16 * (dst_row + r) + c), x, y, out);
        }
        dst.write_row(dst_row + r, view, d);
    }
}

void mvmul(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row) {
    multiply<8>(unit, a, a_row, b, b_row, dst, dst_row);
}

void gapool(const MatrixUnit& unit, const SrcBank& a, int a_row, const SrcBank& b, int b_row, Dst& dst, int dst_row) {
    multiply<4>(unit, a, a_row, b, b_row, dst, dst_row);
}

void movb2d(const MatrixUnit& unit, const SrcBank& b, int b_row, Dst& dst, int dst_row, int rows, Broadcast broadcast) {
    // TF32 goes to the 32-bit view; what has 16 bits to the 16-bit view even of a 32-bit Dst.
    const SrcForm form = b.form == SrcForm::int16 ? b.form : form_of(unit, b);
    const DstFormat view =
        form == SrcForm::tf32 ? DstFormat::fp32 : dst_format({.dst_is_32_bit = false, .rules = unit.rules}, form);
    const bool one_row = broadcast == Broadcast::row || broadcast == Broadcast::scalar;
    const bool one_column = broadcast == Broadcast::column || broadcast == Broadcast::scalar;
    for (int r = 0; r < rows; ++r) {
        DstRow out;
        for (int c = 0; c < 16; ++c)
            out[static_cast<std::size_t>(c)] = mova2d(form, b.at(b_row + (one_row ? 0 : r), one_column ? 0 : c),
                                                      unit.keeps_zero_exponent || form == SrcForm::int16);
        dst.write_row(dst_row + r, view, out);
    }
}

void mova2d(const MatrixUnit& unit, const SrcBank& a, int a_row, Dst& dst, int dst_row, int rows) {
    movb2d(unit, a, a_row, dst, dst_row, rows, Broadcast::none);
}

void movd2src(const MatrixUnit& unit, const Dst& dst, int dst_row, SrcForm form, SrcBank& bank, int row, int rows) {
    if (form == SrcForm::int8 || (form == SrcForm::fp16 && unit.dst_is_32_bit))
        throw fault::Fault(fault::Id::tensix_unsupported,
                           fmt::format("moving Dst to {} of {}", form == SrcForm::int8 ? "int8" : "fp16",
                                       form == SrcForm::int8 ? "Src" : "Src from a 32-bit Dst"));
    const DstFormat view = dst_format(unit, form);
    for (int r = 0; r < rows; ++r) {
        const DstRow from = dst.read_row(dst_row + r, view);
        for (int c = 0; c < 16; ++c) {
            const uint32_t d = from[static_cast<std::size_t>(c)];
            bank.at(row + r, c) = view == DstFormat::fp32   ? masked(form, num::fp32_to_src(d))
                                  : view == DstFormat::fp16 ? num::fp16_to_src(d)
                                                            : num::bf16_to_src(d);
        }
    }
}

void halves_to_dst(const SrcBank& bank, int row, Dst& dst, int dst_row, int rows, Broadcast broadcast, bool lower) {
    const bool one_row = broadcast == Broadcast::row || broadcast == Broadcast::scalar;
    const bool one_column = broadcast == Broadcast::column || broadcast == Broadcast::scalar;
    for (int r = 0; r < rows; ++r) {
        DstRow to = dst.read_row(dst_row + r, DstFormat::fp32);
        for (int c = 0; c < 16; ++c) {
            const uint32_t x = num::src_to_bf16(bank.at(row + (one_row ? 0 : r), one_column ? 0 : c)) & 0xFFFF;
            uint32_t& datum = to[static_cast<std::size_t>(c)];
            datum = lower ? (datum & 0xFFFF0000) | num::dst_from_bf16(x) : x << 16 | (datum & 0xFFFF);
        }
        dst.write_row(dst_row + r, DstFormat::fp32, to);
    }
}

void halves_to_src(const Dst& dst, int dst_row, SrcBank& bank, int row, int rows, bool lower) {
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < 16; ++c) {
            const uint32_t cells = dst.read32(dst_row + r, c);
            bank.at(row + r, c) = num::bf16_to_src(num::dst_to_bf16(lower ? cells & 0xFFFF : cells >> 16));
        }
}

void movb2a(const MatrixUnit& unit, const SrcBank& b, int b_row, SrcBank& a, int a_row, int rows) {
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < 16; ++c) {
            const uint32_t x = masked(b.form, b.at(b_row + r, c));
            a.at(a_row + r, c) = num::src_exponent(x) == 0 && !unit.keeps_zero_exponent ? 0 : x;
        }
}

void transpose_srcb(SrcBank& b) {
    for (int r = 0; r < 16; ++r)
        for (int c = 0; c < r; ++c) std::swap(b.at(16 + r, c), b.at(16 + c, r));
}

}  // namespace tessera::tensix
