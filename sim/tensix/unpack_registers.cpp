#include "sim/tensix/unpack_registers.hpp"

#include <algorithm>

#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix {
namespace {

bool is_format(std::uint32_t code) { return code != 12 && code != 13; }

}  // namespace

SrcForm form_in_bank(DataFormat out) {
    switch (out) {
        case DataFormat::tf32: return SrcForm::tf32;
        case DataFormat::int8:
        case DataFormat::uint8: return SrcForm::int8;
        case DataFormat::int16: return SrcForm::int16;
        default: return has_small_exponent(out) ? SrcForm::fp16 : SrcForm::bf16;
    }
}

DataFormat unpacked_format(std::uint32_t code, bool is_unsigned) {
    ops::refuse(!is_format(code), "UNPACR of a format that there is none of");
    return code == hardware_code(DataFormat::int8) && is_unsigned ? DataFormat::uint8 : static_cast<DataFormat>(code);
}

UnpackRegisters::UnpackRegisters(const ConfigWords<ConfigSpace::core>& core, int column, std::size_t unpacker,
                                 bool by_context, std::uint32_t context) {
    const config::UnpackerFields& f = config::unpackers[unpacker];
    const std::uint32_t low = context & 3;
    const bool first_by_context = by_context && unpacker == 0;
    const auto get = [&](const ConfigField& field, std::uint32_t i = 0) { return core.get(field, column, i); };
    // Half a word for each context, two to a register.
    const auto half = [&](const ConfigField& field) { return get(field, low / 2) >> (16 * (low % 2)) & 0xFFFF; };
    const auto dimension = [&](const ConfigField& field) { return std::max(get(field), 1u); };
    refused = core.set(ConfigUse::unpackers_refuse);
    in_is_written = core.is_written(f.in_format, column);
    out_is_written = core.is_written(f.out_format, column);
    e4m3 = get(f.e4m3) != 0;
    to_dst = first_by_context && (get(f.to_dst_context) >> low & 1) != 0;
    transposes = get(f.transpose) != 0;
    tilizes = get(f.tilizes) != 0;
    compressed = by_context ? (get(f.uncompressed_context) >> low & 1) == 0 : get(f.uncompressed) == 0;
    adds_counters = get(f.adds_counters) != 0;
    in_code = get(f.in_format);
    out_code = get(f.out_format);
    x_dim = first_by_context ? half(f.x_dim_context) : get(f.x_dim);
    y_dim = get(f.y_dim);
    z_dim = dimension(f.z_dim);
    w_dim = dimension(f.w_dim);
    shift = get(f.shift);
    first = get(f.first);
    y_stride = get(f.y_stride);
    z_stride = get(f.z_stride);
    w_stride = get(f.w_stride);
    of_context = first_by_context ? half(f.dst_context) : 0;

    has_formats = in_is_written && out_is_written && is_format(in_code) && is_format(out_code);
    const bool is_unsigned = get(f.is_unsigned) != 0;
    in = has_formats ? unpacked_format(in_code, is_unsigned) : DataFormat::bf16;
    out = has_formats ? unpacked_format(out_code, is_unsigned) : DataFormat::bf16;
    form = form_in_bank(out);
    in_blocks = is_bfp(in);
    in_bits = static_cast<std::uint32_t>(datum_bits(in));
    // A block's datums are expanded to the sixteen bits of its family, but addressed as what they are.
    out_bytes = is_bfp(out) ? 1 : static_cast<std::uint32_t>(datum_bits(out)) / 8;
    const std::uint32_t datums = x_dim * y_dim * z_dim * w_dim;
    exponent_bytes = in_blocks ? ((datums + 15) / 16 + 15) / 16 * 16 : 0;
    datum_bytes = datums / 8 * in_bits;
}

}  // namespace tessera::tensix
