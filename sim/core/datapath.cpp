#include "sim/core/datapath.hpp"

#include <fmt/format.h>

#include "sim/core/machine.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/fpu.hpp"
#include "sim/tensix/pack.hpp"
#include "sim/tensix/unpack.hpp"

namespace tessera::core {

using tensix::DataFormat;
using tensix::DstFormat;

namespace {

// What a circular buffer's tiles become in Src (spec/kernel-api.md 3.2): fp32 loses mantissa bits on the way.
DataFormat src_format(const Core& core, DataFormat in) {
    if (in != DataFormat::fp32) return in;
    return core.mode.fp32_dest_acc ? DataFormat::tf32 : DataFormat::bf16;
}

tensix::SrcForm src_form(const Core& core, DataFormat in) {
    const DataFormat form = src_format(core, in);
    if (form == DataFormat::tf32) return tensix::SrcForm::tf32;
    return tensix::has_small_exponent(form) ? tensix::SrcForm::fp16 : tensix::SrcForm::bf16;
}

DstFormat dst_format(const Core& core, tensix::SrcForm form) {
    if (core.mode.fp32_dest_acc) return DstFormat::fp32;
    return form == tensix::SrcForm::fp16 ? DstFormat::fp16 : DstFormat::bf16;
}

std::span<const std::uint8_t> tile_in_l1(const Core& core, const tensix::CircularBuffer& cb, std::uint32_t address) {
    if (!core.l1.valid(address, cb.tile_bytes))
        throw fault::Fault(
            fault::Id::uninitialised,
            fmt::format("copy_tile from cb {}: the tile at L1 0x{:x} holds bytes that nothing has written", cb.index,
                        address));
    return core.l1.raw(address, cb.tile_bytes);
}

}  // namespace

void unpack_face(const Core& core, const tensix::CircularBuffer& cb, std::uint32_t address, int face, SrcBank& bank) {
    const auto in = static_cast<DataFormat>(cb.format);
    const tensix::Unpack config{.in = in, .out = src_format(core, in), .rules = core.machine.arch().tensix.unpack};
    const auto l1 = tile_in_l1(core, cb, address);
    const tensix::UnpackDatum rule = tensix::unpack_rule(config);
    const int bits = tensix::datum_bits(in);
    const std::uint8_t* datums = l1.data() + tensix::exponent_bytes(in);
    for (int i = 0; i < 256; ++i) {
        const int datum = 256 * face + i;
        const std::uint32_t exponent =
            tensix::is_bfp(in) ? l1[static_cast<std::size_t>(datum / tensix::row_datums)] : 0;
        bank.datum[static_cast<std::size_t>(i)] = rule(config.rules, tensix::read_datum(datums, datum, bits), exponent);
    }
    bank.cb = cb.index;
}

void unpack_tile_to_dst(Core& core, const tensix::CircularBuffer& cb, std::uint32_t address, int row) {
    const auto in = static_cast<DataFormat>(cb.format);
    const tensix::Unpack config{
        .in = in, .out = in, .target = tensix::Target::dst, .rules = core.machine.arch().tensix.unpack};
    std::array<std::uint32_t, tensix::tile_datums> datums;
    tensix::unpack_tile(config, tile_in_l1(core, cb, address), datums);
    for (int r = 0; r < tensix::face_rows; ++r)
        core.dst.write_row(row + r, DstFormat::fp32,
                           std::span<const std::uint32_t, 16>(datums.data() + r * tensix::row_datums, 16));
}

void datacopy_face(Core& core, const SrcBank& bank, int row) {
    const auto in = static_cast<DataFormat>(core.cbs[static_cast<std::size_t>(bank.cb)].format);
    const tensix::SrcForm form = src_form(core, in);
    const tensix::Fpu fpu{
        .form = form, .dst_is_32_bit = core.mode.fp32_dest_acc, .phase = 0, .rules = core.machine.arch().tensix.fpu};
    for (int r = 0; r < 16; ++r) {
        tensix::DstRow out;
        for (std::size_t c = 0; c < 16; ++c) {
            const std::uint32_t a = bank.datum[static_cast<std::size_t>(r) * 16 + c];
            out[c] = core.mode.fp32_dest_acc ? tensix::elw_add(fpu, a, 0, 0) : tensix::mova2d(form, a);
        }
        core.dst.write_row(row + r, dst_format(core, form), out);
    }
}

void binary_face(Core& core, const SrcBank& a, const SrcBank& b, int row, abi::BinaryOp op, bool accumulate) {
    const auto form_of = [&](const SrcBank& bank) {
        return src_form(core, static_cast<DataFormat>(core.cbs[static_cast<std::size_t>(bank.cb)].format));
    };
    const tensix::SrcForm form = form_of(a);
    if (form_of(b) != form)
        throw fault::Fault(
            fault::Id::format_mismatch,
            fmt::format("cb {} and cb {} differ in the exponent width the matrix unit works with", a.cb, b.cb));
    const int phases = op == abi::BinaryOp::multiply ? core.mode.fidelity_phases : 1;
    const DstFormat view = dst_format(core, form);
    tensix::Fpu fpu{.form = form, .dst_is_32_bit = core.mode.fp32_dest_acc, .rules = core.machine.arch().tensix.fpu};
    const auto elw = op == abi::BinaryOp::add        ? tensix::elw_add
                     : op == abi::BinaryOp::subtract ? tensix::elw_sub
                                                     : tensix::elw_mul;
    for (int r = 0; r < 16; ++r) {
        tensix::DstRow d = accumulate ? core.dst.read_row(row + r, view) : tensix::DstRow{};
        for (std::size_t c = 0; c < 16; ++c) {
            const std::size_t at = static_cast<std::size_t>(r) * 16 + c;
            for (fpu.phase = 0; fpu.phase < phases; ++fpu.phase) d[c] = elw(fpu, a.datum[at], b.datum[at], d[c]);
        }
        core.dst.write_row(row + r, view, d);
    }
}

void pack_tile(Core& core, int row, const tensix::CircularBuffer& cb, std::uint32_t address) {
    const auto out = static_cast<DataFormat>(cb.format);
    const bool wide = core.mode.fp32_dest_acc;
    const bool integer = out == DataFormat::int32 || out == DataFormat::uint32 || out == DataFormat::int16;
    // The intermediate the vendor's host configures (spec/tensix-core.md 1.8, last lines of the table).
    DataFormat intermediate = wide                              ? DataFormat::fp32
                              : tensix::has_small_exponent(out) ? DataFormat::fp16
                                                                : DataFormat::bf16;
    if (!wide && tensix::is_bfp(out))
        intermediate = tensix::has_small_exponent(out) ? DataFormat::bfp8a : DataFormat::bfp8;
    if (integer) intermediate = out;
    const tensix::Pack config{
        .dst_is_32_bit = wide, .intermediate = intermediate, .out = out, .rules = core.machine.arch().tensix.pack};
    const DstFormat view = wide                                       ? DstFormat::fp32
                           : integer                                  ? DstFormat::raw16
                           : tensix::has_small_exponent(intermediate) ? DstFormat::fp16
                                                                      : DstFormat::bf16;
    std::array<std::uint32_t, tensix::tile_datums> datums;
    for (int r = 0; r < tensix::face_rows; ++r) {
        const tensix::DstRow from = core.dst.read_row(row + r, view);
        std::copy(from.begin(), from.end(), datums.begin() + r * tensix::row_datums);
    }
    std::array<std::uint8_t, 4096> bytes;
    const std::size_t size = tensix::tile_bytes(out);
    tensix::pack_tile(config, datums, std::span(bytes.data(), size));
    core.l1.write(address, std::span<const std::uint8_t>(bytes.data(), size));
}

void zero_dst(Core& core, int half) {
    if (core.mode.full_sync)
        core.dst.clear_all();
    else
        core.dst.clear_half(half);
}

}  // namespace tessera::core
