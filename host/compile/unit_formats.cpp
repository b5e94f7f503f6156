#include "host/compile/unit_formats.hpp"

#include <algorithm>
#include <iterator>

namespace tessera::host {
namespace {

using tensix::DataFormat;
using tensix::DstFormat;
using enum tensix::DataFormat;

// The intermediate format by what Dst holds; `precise` with bfp8_pack_precise.
struct PackRow {
    DataFormat out;
    DataFormat fp32_dst, fp32_dst_precise, bf16_dst, bf16_dst_precise, fp16_dst, fp16_dst_precise;
};

// tt_metal/jit_build/data_format.cpp, get_single_pack_src_format [D]; formats whose exponents are not Dst's as releases
// before 2025 had them, which packed such buffers. Eight-bit integers: tensix-core.md 1.8.
constexpr PackRow pack_rows[] = {
    {fp32, fp32, fp32, bf16, bf16, fp16, fp16},
    {tf32, tf32, tf32, tf32, tf32, fp16, fp16},
    {bf16, bf16, bf16, bf16, bf16, fp16, fp16},
    {fp16, bf16, bf16, bf16, bf16, fp16, fp16},
    {bfp8, bfp8, fp32, bfp8, bf16, bfp8a, fp16},
    {bfp4, bfp8, fp32, bfp8, bf16, bfp8a, fp16},
    {bfp2, bfp8, fp32, bfp8, bf16, bfp8a, fp16},
    {bfp8a, bfp8a, fp32, bfp8, bf16, bfp8a, fp16},
    {bfp4a, bfp8a, fp32, bfp8, bf16, bfp8a, fp16},
    {bfp2a, bfp8a, fp32, bfp8, bf16, bfp8a, fp16},
    {fp8, fp8, fp8, fp8, fp8, fp8, fp8},
    {int32, int32, int32, int32, int32, int32, int32},
    {uint32, uint32, uint32, uint32, uint32, uint32, uint32},
    {int16, int16, int16, int16, int16, int16, int16},
    {int8, int32, int32, int32, int32, int32, int32},
    {uint8, int32, int32, int32, int32, int32, int32},
};

}  // namespace

// check_consistent_format_across_buffers passes over fp32 and the same integers [D].
std::optional<ExponentFamily> exponent_family_of(DataFormat format) {
    switch (format) {
        case fp32:
        case int32:
        case uint32:
        case int16:
        case uint8: return std::nullopt;
        case int8: return ExponentFamily::small;
        default: return has_small_exponent(format) ? ExponentFamily::small : ExponentFamily::wide;
    }
}

ExponentFamily exponent_family(std::span<const DataFormat> formats) {
    bool wide = false, small = false;
    for (const DataFormat format : formats)
        if (const auto family = exponent_family_of(format)) (*family == ExponentFamily::wide ? wide : small) = true;
    return wide && small ? ExponentFamily::mixed : small ? ExponentFamily::small : ExponentFamily::wide;
}

DataFormat unpacked_format(DataFormat in, bool to_dst, bool fp32_dest_acc, ExponentFamily family, bool fp16_by_fp32) {
    if (in != fp32 || to_dst) return in;
    if (family == ExponentFamily::small && !(fp32_dest_acc && fp16_by_fp32)) return fp16;
    return fp32_dest_acc ? tf32 : bf16;
}

DataFormat intermediate_of(DstFormat view, DataFormat out, bool bfp8_pack_precise, bool fp16_by_fp32) {
    if (fp16_by_fp32 && view == DstFormat::fp32 && out == fp16) return fp32;
    const PackRow& row = *std::ranges::find(pack_rows, out, &PackRow::out);
    if (view == DstFormat::fp32) return bfp8_pack_precise ? row.fp32_dst_precise : row.fp32_dst;
    if (view == DstFormat::fp16) return bfp8_pack_precise ? row.fp16_dst_precise : row.fp16_dst;
    return bfp8_pack_precise ? row.bf16_dst_precise : row.bf16_dst;
}

}  // namespace tessera::host
