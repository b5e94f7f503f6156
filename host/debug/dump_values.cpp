#include "host/debug/dump_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "host/tensor/formats.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/bf16.hpp"
#include "sim/num/fp16.hpp"
#include "sim/num/integer.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::host {
namespace {

using tensix::DatumKind;
using tensix::Dst;
using tensix::DstFormat;

constexpr auto side = static_cast<std::size_t>(tensix::tile_side);

// The last word of a page may be filled up with zeros.
DumpedValues pages_as_words(std::span<const std::uint8_t> bytes, std::size_t pages) {
    const std::size_t page = bytes.size() / pages, count = (page + 3) / 4;
    std::vector<std::uint32_t> words(pages * count);
    for (std::size_t i = 0; i < pages; ++i) std::memcpy(&words[i * count], &bytes[i * page], page);
    return {.shape = {pages, count}, .values = std::move(words), .bits = true};
}

// In formats that tensors have; a page that is not of whole tiles is one row.
DumpedValues pages_as_numbers(std::span<const std::uint8_t> bytes, std::size_t pages, tensix::DataFormat format) {
    using enum tensix::DataFormat;
    const bool whole = format == int32 || format == uint32 || format == int16 || format == int8 || format == uint8;
    const std::size_t page = bytes.size() / pages, tile = tensix::tile_bytes(format);
    DumpedValues out;
    if (page % tile == 0) {
        const std::size_t tiles = page / tile, count = pages * tiles;
        out.shape = {count, side, side};
        for (std::size_t i = 0; i < count; ++i)
            out.names.push_back(tiles == 1 ? fmt::format("page {}", i)
                                           : fmt::format("page {}, tile {}", i / tiles, i % tiles));
        if (whole)
            out.values = integers_from_tiles(bytes, count, {side, side}, format);
        else
            out.values = from_tiles(bytes, count, {side, side}, format);
    } else {
        out.shape = {pages, page * 8 / static_cast<std::size_t>(tensix::datum_bits(format))};
        if (whole)
            out.values = integers_from_row(bytes, format);
        else
            out.values = from_row(bytes, format);
    }
    if (format == uint32) {
        const auto& all = std::get<std::vector<std::int32_t>>(out.values);
        out.values = std::vector<std::uint32_t>(all.begin(), all.end());
    }
    return out;
}

bool has_numbers(tensix::DataFormat format, std::uint32_t page_bytes) {
    if (format == tensix::DataFormat::fp8) return false;
    if (tensix::is_bfp(format)) return page_bytes % tensix::tile_bytes(format) == 0;
    return page_bytes * 8 % static_cast<std::uint32_t>(tensix::datum_bits(format)) == 0;
}

DumpedValues circular_buffer(const core::Core& core, const DumpRequest& request) {
    const tensix::CircularBuffer& cb = core.cbs[static_cast<std::size_t>(request.number)];
    if (!cb.configured)
        throw fault::InputError(
            fmt::format("core ({},{}) has no cb {}", core.logical_x, core.logical_y, request.number));
    const std::uint32_t filled = std::min(cb.received - cb.acked, cb.pages), shown = std::max(filled, 1u);
    std::vector<std::uint8_t> bytes;
    bool written = true;
    // By what the other side sees: pointers of a compute RISC run ahead of its unit.
    for (std::uint32_t page = 0; page < shown; ++page) {
        const std::uint32_t at = cb.base + (cb.acked + page) % cb.pages * cb.page_bytes;
        const auto raw = core.l1.raw(at, cb.page_bytes);
        bytes.insert(bytes.end(), raw.begin(), raw.end());
        written = written && core.l1.valid(at, cb.page_bytes);
    }
    const auto format = static_cast<tensix::DataFormat>(cb.format);
    DumpedValues out;
    if (!request.raw && has_numbers(format, cb.page_bytes))
        out = pages_as_numbers(bytes, shown, format);
    else
        out = pages_as_words(bytes, shown);
    out.about = fmt::format("{}, {} of {} pages filled", tensix::name(format), filled, cb.pages);
    if (filled == 0) out.about += "; the page to be filled next is shown";
    if (!written) out.about += "; not all of it was written";
    return out;
}

// A datum as its kind says, and whether it is a whole number.
std::pair<double, bool> datum_value(DstFormat view, DatumKind kind, std::uint32_t bits) {
    const auto whole = [](std::uint32_t x) { return std::pair<double, bool>{std::bit_cast<std::int32_t>(x), true}; };
    switch (kind) {
        case DatumKind::int8: return whole(num::sign_magnitude_to_twos((bits >> 15) << 31 | (bits & 0x3FF)));
        case DatumKind::raw16: return whole(bits);
        case DatumKind::int32: return whole(num::sign_magnitude_to_twos(bits));
        default: break;
    }
    const std::uint32_t wide = view == DstFormat::bf16   ? num::bf16_to_fp32(bits)
                               : view == DstFormat::fp16 ? num::fp16_to_fp32(bits)
                                                         : bits;
    return {std::bit_cast<float>(wide), false};
}

DstFormat view_of(DatumKind kind, DstFormat otherwise) {
    switch (kind) {
        case DatumKind::unknown: return otherwise;
        case DatumKind::bf16: return DstFormat::bf16;
        case DatumKind::fp16:
        case DatumKind::int8: return DstFormat::fp16;
        case DatumKind::raw16: return DstFormat::raw16;
        default: return DstFormat::fp32;
    }
}

DumpedValues dst_tile(const core::Core& core, int risc, const DumpRequest& request) {
    if (request.number >= core.dst_tiles())
        throw fault::InputError(fmt::format("Dst holds {} tiles there", core.dst_tiles()));
    const int half = risc == watch::trisc2 ? core.dst_protocol.pack_half : core.dst_protocol.math_half;
    const bool wide = core.dst_is_32_bit();
    const DstFormat usual =
        wide ? DstFormat::fp32 : core.dst_protocol.written[static_cast<std::size_t>(half)].value_or(DstFormat::bf16);
    std::vector<double> values(tensix::tile_datums);
    std::vector<std::uint32_t> raw(tensix::tile_datums);
    std::set<std::string_view> kinds;
    bool any_real = false;
    for (int i = 0; i < tensix::tile_datums; ++i) {
        const int row = Dst::first_row(half) + request.number * Dst::rows_of_tile + i / Dst::columns;
        const int column = i % Dst::columns;
        const DatumKind held = core.dst_contents.at(wide ? Dst::upper_row(row) : row, column % 2).kind;
        // Of the other width it says nothing about what is read here.
        const DatumKind kind = tensix::is_wide(held) == wide ? held : DatumKind::unknown;
        const DstFormat view = view_of(kind, usual);
        const std::uint32_t bits = core.dst().read_row(row, view)[static_cast<std::size_t>(column)];
        const auto [value, whole] = datum_value(view, kind, bits);
        const auto at = static_cast<std::size_t>(tensix::datum_row(i) * tensix::tile_side + tensix::datum_column(i));
        values[at] = value;
        raw[at] = bits;
        if (kind == DatumKind::unknown) continue;
        kinds.insert(name(kind));
        any_real = any_real || !whole;
    }
    DumpedValues out{.shape = {side, side},
                     .bits = request.raw,
                     .about = kinds.empty() ? "nothing written" : fmt::format("{}", fmt::join(kinds, ", "))};
    if (request.raw)
        out.values = std::move(raw);
    else if (kinds.empty() || any_real)
        out.values = std::vector<float>(values.begin(), values.end());
    else
        out.values = std::vector<std::int32_t>(values.begin(), values.end());
    return out;
}

DumpedValues lane_register(const core::Core& core, const DumpRequest& request) {
    const lane::Lanes& lanes = core.sfpu.lreg[request.number];
    std::vector<std::uint32_t> bits(lane::count);
    for (int l = 0; l < lane::count; ++l) bits[static_cast<std::size_t>(l)] = lanes[l];
    DumpedValues out{.shape = {4, lane::count / 4}, .bits = request.raw, .about = "lanes 0 to 31, eight a line"};
    if (request.raw) {
        out.values = std::move(bits);
    } else {
        std::vector<float> values(bits.size());
        std::ranges::transform(bits, values.begin(), [](std::uint32_t x) { return std::bit_cast<float>(x); });
        out.values = std::move(values);
    }
    return out;
}

}  // namespace

NpyArray DumpedValues::npy() const {
    return std::visit([&](const auto& all) { return npy_array(std::span(all), shape); }, values);
}

DumpedValues dumped_values(const core::Core& core, int risc, const DumpRequest& request) {
    switch (request.what) {
        case DumpRequest::What::cb: return circular_buffer(core, request);
        case DumpRequest::What::dst: return dst_tile(core, risc, request);
        case DumpRequest::What::lreg: return lane_register(core, request);
    }
    throw fault::Fault(fault::Id::internal_error, "unknown thing to dump");
}

}  // namespace tessera::host
