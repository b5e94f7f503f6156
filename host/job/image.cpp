#include "host/job/image.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "host/tensor/formats.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using tensix::DataFormat;

bool is_whole(DataFormat format) {
    switch (format) {
        case DataFormat::int32:
        case DataFormat::uint32:
        case DataFormat::int16:
        case DataFormat::int8:
        case DataFormat::uint8: return true;
        default: return false;
    }
}

// Elements whose bytes are already those of the machine: nothing is rounded on the way.
bool as_it_is(const Tensor& tensor, DType dtype) {
    if (tensor.same_bits == dtype) return true;
    switch (tensor.format) {
        case DataFormat::fp32: return dtype == DType::f4;
        case DataFormat::bf16: return dtype == DType::u2;
        case DataFormat::int32:
        case DataFormat::uint32: return dtype == DType::i4 || dtype == DType::u4;
        default: return false;
    }
}

template <class T, class Out>
std::vector<Out> converted(std::span<const std::byte> bytes) {
    std::vector<Out> out(bytes.size() / sizeof(T));
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
        if constexpr (std::is_integral_v<T> && std::is_integral_v<Out>)
            if (!std::in_range<std::int32_t>(value) && !std::in_range<std::uint32_t>(value))
                throw InputError(fmt::format("{} does not fit in 32 bits", value));
        out[i] = static_cast<Out>(value);
    }
    return out;
}

std::vector<float> reals(DType dtype, std::span<const std::byte> bytes) {
    switch (dtype) {
        case DType::f4: return converted<float, float>(bytes);
        case DType::f8: return converted<double, float>(bytes);
        default: {
            std::vector<float> out(bytes.size() / 2);
            for (std::size_t i = 0; i < out.size(); ++i) {
                std::uint16_t half = 0;
                std::memcpy(&half, bytes.data() + 2 * i, sizeof half);
                out[i] = std::bit_cast<float>(num::ieee_fp16_to_fp32(half));
            }
            return out;
        }
    }
}

std::vector<std::int32_t> wholes(DType dtype, std::span<const std::byte> bytes) {
    switch (dtype) {
        case DType::i1: return converted<std::int8_t, std::int32_t>(bytes);
        case DType::i2: return converted<std::int16_t, std::int32_t>(bytes);
        case DType::i4: return converted<std::int32_t, std::int32_t>(bytes);
        case DType::i8: return converted<std::int64_t, std::int32_t>(bytes);
        case DType::u1: return converted<std::uint8_t, std::int32_t>(bytes);
        case DType::u2: return converted<std::uint16_t, std::int32_t>(bytes);
        case DType::u4: return converted<std::uint32_t, std::int32_t>(bytes);
        default: return converted<std::uint64_t, std::int32_t>(bytes);
    }
}

constexpr std::size_t band_rows = default_tile.rows;

std::size_t matrices(const Tensor& tensor) {
    std::size_t count = 1;
    for (std::size_t d = 0; d + 2 < tensor.shape.size(); ++d) count *= tensor.shape[d];
    return count;
}

std::size_t bands_of_matrix(const Tensor& tensor) {
    return tensor.layout == Layout::tiles ? padded_to_tile(extent(tensor).rows) / band_rows : 1;
}

// Elements of one band; the last of a matrix may have fewer rows.
struct Band {
    std::size_t first;  // element of the tensor
    Extent2D extent;
};
Band band_of(const Tensor& tensor, std::size_t band) {
    const Extent2D whole = extent(tensor);
    const std::size_t in_matrix = bands_of_matrix(tensor), row = band % in_matrix * band_rows;
    const std::size_t rows = tensor.layout == Layout::tiles ? std::min(band_rows, whole.rows - row) : whole.rows;
    return {(band / in_matrix * whole.rows + row) * whole.columns, {rows, whole.columns}};
}

std::span<const std::uint8_t> octets(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

template <class T>
void append(std::span<const T> values, std::vector<std::byte>& out) {
    const auto bytes = std::as_bytes(values);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

void append_wholes(DType dtype, std::span<const std::int32_t> values, std::vector<std::byte>& out) {
    for (const std::int32_t value : values) {
        const auto* first = reinterpret_cast<const std::byte*>(&value);
        out.insert(out.end(), first, first + size_of(dtype));  // little endian: the low bytes come first
    }
}

}  // namespace

std::optional<std::size_t> element_at(const Tensor& tensor, std::uint64_t image_byte) {
    if (tensix::is_bfp(tensor.format)) return std::nullopt;
    const std::size_t datum = image_byte / element_bytes(tensor.format);
    const Extent2D whole = extent(tensor);
    if (tensor.layout == Layout::rows)
        return datum < matrices(tensor) * whole.rows * whole.columns ? std::optional(datum) : std::nullopt;
    const std::size_t across = padded_to_tile(whole.columns) / tensix::tile_side;
    const std::size_t tile = datum / tensix::tile_datums, line = tile / across;
    const auto in_tile = static_cast<int>(datum % tensix::tile_datums);
    const std::size_t row =
        line % bands_of_matrix(tensor) * tensix::tile_side + static_cast<std::size_t>(tensix::datum_row(in_tile));
    const std::size_t column =
        tile % across * tensix::tile_side + static_cast<std::size_t>(tensix::datum_column(in_tile));
    if (line / bands_of_matrix(tensor) >= matrices(tensor) || row >= whole.rows || column >= whole.columns)
        return std::nullopt;
    return (line / bands_of_matrix(tensor) * whole.rows + row) * whole.columns + column;
}

std::size_t element_bytes(DataFormat format) { return static_cast<std::size_t>(tensix::datum_bits(format)) / 8; }

DType result_dtype(DataFormat format) {
    switch (format) {
        case DataFormat::int32: return DType::i4;
        case DataFormat::uint32: return DType::u4;
        case DataFormat::int16: return DType::u2;  // the vendor's UInt16
        case DataFormat::int8: return DType::i1;
        case DataFormat::uint8: return DType::u1;
        default: return DType::f4;
    }
}

DType result_dtype(const Tensor& tensor) { return tensor.same_bits.value_or(result_dtype(tensor.format)); }

void check_dtype(const Tensor& tensor) {
    const DType given = tensor.contents->dtype;
    const bool real = given == DType::f2 || given == DType::f4 || given == DType::f8;
    if (as_it_is(tensor, given) || real != is_whole(tensor.format)) return;
    throw InputError(fmt::format("tensor {}: elements of type {} given for format {}; expected {}", tensor.name,
                                 descr(given), name(tensor.format),
                                 is_whole(tensor.format) ? "whole numbers, as <i4" : "real numbers, as <f4"));
}

Extent2D extent(const Tensor& tensor) {
    const std::size_t n = tensor.shape.size();
    return {n < 2 ? 1 : tensor.shape[n - 2], tensor.shape[n - 1]};
}

std::size_t bands(const Tensor& tensor) { return matrices(tensor) * bands_of_matrix(tensor); }

std::uint64_t band_bytes(const Tensor& tensor) {
    const Extent2D of = extent(tensor);
    if (tensor.layout == Layout::rows) return of.rows * of.columns * element_bytes(tensor.format);
    return padded_to_tile(of.columns) / default_tile.columns * tensix::tile_bytes(tensor.format);
}

std::uint64_t image_bytes(const Tensor& tensor) { return bands(tensor) * band_bytes(tensor); }

std::span<const std::uint8_t> band_image(const Tensor& tensor, std::size_t band, std::vector<std::uint8_t>& room) {
    const auto [first, of] = band_of(tensor, band);
    const DType dtype = tensor.contents->dtype;
    const auto source = tensor.contents->data.subspan(first * size_of(dtype), of.rows * of.columns * size_of(dtype));
    const bool tiles = tensor.layout == Layout::tiles;
    if (as_it_is(tensor, dtype)) {
        if (!tiles) return octets(source);
        room.resize(band_bytes(tensor));
        convert_bytes({1, of, size_of(dtype)}, source, std::as_writable_bytes(std::span(room)));
    } else if (is_whole(tensor.format)) {
        const std::vector<std::int32_t> values = wholes(dtype, source);
        room = tiles ? to_tiles(values, 1, of, tensor.format) : to_row(values, tensor.format);
    } else {
        const std::vector<float> values = reals(dtype, source);
        room = tiles ? to_tiles(values, 1, of, tensor.format) : to_row(values, tensor.format);
    }
    return room;
}

void append_elements(const Tensor& tensor, std::size_t band, std::span<const std::uint8_t> image,
                     std::vector<std::byte>& out) {
    const Extent2D of = band_of(tensor, band).extent;
    const bool tiles = tensor.layout == Layout::tiles;
    const DType dtype = result_dtype(tensor);
    if (as_it_is(tensor, dtype)) {
        if (!tiles) return append(image, out);
        const std::size_t at = out.size();
        out.resize(at + of.rows * of.columns * size_of(dtype));
        convert_bytes({1, of, size_of(dtype), TensorLayoutType::TILED_NFACES, TensorLayoutType::LIN_ROW_MAJOR},
                      std::as_bytes(image), std::span(out).subspan(at));
    } else if (is_whole(tensor.format)) {
        append_wholes(
            dtype, tiles ? integers_from_tiles(image, 1, of, tensor.format) : integers_from_row(image, tensor.format),
            out);
    } else {
        append(std::span<const float>(tiles ? from_tiles(image, 1, of, tensor.format) : from_row(image, tensor.format)),
               out);
    }
}

}  // namespace tessera::host
