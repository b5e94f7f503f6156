// Row-major matrices to and from tiles (spec/kernel-api.md 5.4). A tile is 32x32; its four 16x16 faces lie one after
// the other, (0,0) (0,1) (1,0) (1,1), each row-major, so element (r,c) of a tile is at 256*f + 16*(r%16) + c%16 with
// f = 2*(r/16) + c/16. In the swizzled form a tile is one 32x32 row-major block. Tiles go row-major over the matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace tessera::host {

enum class TensorLayoutType : std::uint8_t { LIN_ROW_MAJOR, TILED_SWIZZLED, TILED_NFACES };

struct Extent2D {
    std::size_t rows = 0, columns = 0;
    friend bool operator==(const Extent2D&, const Extent2D&) = default;
};

inline constexpr Extent2D default_tile{32, 32}, default_face{16, 16};

// The two flags say how faces are stored in TILED_NFACES: each face column-major, and the faces of a tile in
// column-major order. They hold for reading and for writing, so a conversion and its inverse take the same flags.
struct TileShape {
    Extent2D tile = default_tile, face = default_face;
    bool transpose_within_face = false, transpose_of_faces = false;
};

inline std::size_t padded_to_tile(std::size_t n, std::size_t tile = 32) { return (n + tile - 1) / tile * tile; }

// Bytes of matrices of elements of 1, 2 or 4 bytes. in: count matrices of extent; each side of a tiled form is padded
// to whole tiles, padding is written as zero and dropped on the way back. Sizes must fit exactly, else InputError.
struct LayoutJob {
    std::size_t count = 1;
    Extent2D extent;
    std::size_t element_bytes = 4;
    TensorLayoutType from = TensorLayoutType::LIN_ROW_MAJOR, to = TensorLayoutType::TILED_NFACES;
    TileShape shape = {};
};
std::size_t layout_bytes(const LayoutJob& job, TensorLayoutType layout);
void convert_bytes(const LayoutJob& job, std::span<const std::byte> in, std::span<std::byte> out);

// [count][rows][columns] to [count][tile rows][tile columns][1024] and back.
template <class T>
std::vector<T> tilize(std::span<const T> values, std::size_t count, Extent2D extent) {
    const LayoutJob job{count, extent, sizeof(T)};
    std::vector<T> out(layout_bytes(job, job.to) / sizeof(T));
    convert_bytes(job, std::as_bytes(values), std::as_writable_bytes(std::span(out)));
    return out;
}

template <class T>
std::vector<T> untilize(std::span<const T> tiles, std::size_t count, Extent2D extent) {
    const LayoutJob job{count, extent, sizeof(T), TensorLayoutType::TILED_NFACES, TensorLayoutType::LIN_ROW_MAJOR};
    std::vector<T> out(layout_bytes(job, job.to) / sizeof(T));
    convert_bytes(job, std::as_bytes(tiles), std::as_writable_bytes(std::span(out)));
    return out;
}

// The extent must be whole tiles, as the vendor's function demands; leading size/(H*W) matrices are handled. Throws
// InputError where a size does not fit.
std::size_t whole_matrices(std::size_t elements, Extent2D extent, Extent2D tile);

template <class T>
std::vector<T> convert_layout(std::span<const T> in, Extent2D extent, TensorLayoutType from, TensorLayoutType to,
                              std::optional<Extent2D> tile_shape = {}, std::optional<Extent2D> face_shape = {},
                              bool transpose_within_face = false, bool transpose_of_faces = false) {
    const TileShape shape{tile_shape.value_or(default_tile), face_shape.value_or(default_face), transpose_within_face,
                          transpose_of_faces};
    const LayoutJob job{whole_matrices(in.size(), extent, shape.tile), extent, sizeof(T), from, to, shape};
    std::vector<T> out(in.size());
    convert_bytes(job, std::as_bytes(in), std::as_writable_bytes(std::span(out)));
    return out;
}

}  // namespace tessera::host
