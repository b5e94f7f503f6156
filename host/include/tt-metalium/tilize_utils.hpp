// Row-major matrices to and from tiles: host/tensor under the vendor's names (spec/kernel-api.md 5.4). Sizes that do
// not fit are an InputError.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/tensor/tilize.hpp"
#include "span.hpp"

// A type of its own, so that calls find the functions here and not those of host/tensor beside them.
enum class TensorLayoutType : std::uint8_t {
    LIN_ROW_MAJOR = static_cast<std::uint8_t>(tessera::host::TensorLayoutType::LIN_ROW_MAJOR),
    TILED_SWIZZLED = static_cast<std::uint8_t>(tessera::host::TensorLayoutType::TILED_SWIZZLED),
    TILED_NFACES = static_cast<std::uint8_t>(tessera::host::TensorLayoutType::TILED_NFACES),
};
using PhysicalSize = std::array<std::uint32_t, 2>;  // height, width

namespace tessera::host {

inline Extent2D extent(const PhysicalSize& size) { return {size[0], size[1]}; }
inline std::optional<Extent2D> extent(const std::optional<PhysicalSize>& size) {
    if (!size) return std::nullopt;
    return extent(*size);
}

}  // namespace tessera::host

template <class T>
std::vector<T> convert_layout(tt::stl::Span<const T> data, const PhysicalSize& shape, TensorLayoutType from,
                              TensorLayoutType to, std::optional<PhysicalSize> tile_shape = std::nullopt,
                              std::optional<PhysicalSize> face_shape = std::nullopt, bool transpose_within_face = false,
                              bool transpose_of_faces = false) {
    const auto layout = [](TensorLayoutType type) { return static_cast<tessera::host::TensorLayoutType>(type); };
    return tessera::host::convert_layout<T>(data, tessera::host::extent(shape), layout(from), layout(to),
                                            tessera::host::extent(tile_shape), tessera::host::extent(face_shape),
                                            transpose_within_face, transpose_of_faces);
}
template <class T, class... Options>
std::vector<T> convert_layout(const std::vector<T>& data, const PhysicalSize& shape, TensorLayoutType from,
                              TensorLayoutType to, Options... options) {
    return convert_layout(tt::stl::Span<const T>(data), shape, from, to, options...);
}

// One matrix of height x width, or several one after the other.
template <class T>
std::vector<T> tilize_nfaces(const std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    return convert_layout(data, {height, width}, TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_NFACES);
}
template <class T>
std::vector<T> untilize_nfaces(const std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    return convert_layout(data, {height, width}, TensorLayoutType::TILED_NFACES, TensorLayoutType::LIN_ROW_MAJOR);
}
template <class T>
std::vector<T> tilize_swizzled(const std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    return convert_layout(data, {height, width}, TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_SWIZZLED);
}
template <class T>
std::vector<T> untilize_swizzled(const std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    return convert_layout(data, {height, width}, TensorLayoutType::TILED_SWIZZLED, TensorLayoutType::LIN_ROW_MAJOR);
}

// Tiles each row-major to tiles of four faces, and back, without a matrix around them.
template <class T, class... Options>
std::vector<T> convert_layout_tile_swizzled_to_tile_nfaces(tt::stl::Span<const T> data, Options... options) {
    return convert_layout(data, {32, static_cast<std::uint32_t>(data.size() / 32)}, TensorLayoutType::TILED_SWIZZLED,
                          TensorLayoutType::TILED_NFACES, options...);
}
template <class T, class... Options>
std::vector<T> convert_layout_tile_nfaces_to_tile_swizzled(tt::stl::Span<const T> data, Options... options) {
    return convert_layout(data, {32, static_cast<std::uint32_t>(data.size() / 32)}, TensorLayoutType::TILED_NFACES,
                          TensorLayoutType::TILED_SWIZZLED, options...);
}

// Where an element of a row-major tensor of four dimensions lies.
struct TensAddr {
    std::vector<std::uint32_t> sh;  // the sizes, N C H W
    explicit TensAddr(const std::vector<std::uint32_t>& shape) : sh(shape) {}
    std::uint32_t numel() const { return sh[0] * sh[1] * sh[2] * sh[3]; }
    int offs(int n, int c, int h, int w) const {
        const auto size = [this](std::size_t dim) { return static_cast<int>(sh[dim]); };
        return ((n * size(1) + c) * size(2) + h) * size(3) + w;
    }
};

inline std::uint32_t round_up_to_mul16(std::uint32_t value) { return (value + 15) / 16 * 16; }
inline std::uint32_t round_up_to_mul32(std::uint32_t value) { return (value + 31) / 32 * 32; }
inline std::uint32_t round_up_to_tile(int value, int tile) {
    return static_cast<std::uint32_t>((value + tile - 1) / tile * tile);
}

// The names of 2024: swizzled tiles (each 32x32 row-major) between a matrix and the faces.
template <class T>
void tilize(std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    data = convert_layout(data, {height, width}, TensorLayoutType::LIN_ROW_MAJOR, TensorLayoutType::TILED_SWIZZLED);
}
template <class T>
void untilize(std::vector<T>& data, std::uint32_t height, std::uint32_t width) {
    data = convert_layout(data, {height, width}, TensorLayoutType::TILED_SWIZZLED, TensorLayoutType::LIN_ROW_MAJOR);
}
template <class T>
std::vector<T> convert_to_tile_layout(const std::vector<T>& data) {
    return convert_layout_tile_swizzled_to_tile_nfaces(tt::stl::Span<const T>(data));
}
template <class T>
std::vector<T> convert_to_flat_layout(const std::vector<T>& data) {
    return convert_layout_tile_nfaces_to_tile_swizzled(tt::stl::Span<const T>(data));
}

namespace tt::tt_metal {

using ::convert_layout;
using ::PhysicalSize;
using ::TensorLayoutType;
using ::tilize_nfaces;
using ::untilize_nfaces;

}  // namespace tt::tt_metal
