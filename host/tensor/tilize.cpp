#include "host/tensor/tilize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;
using enum TensorLayoutType;

// Where element (r, c) of one matrix lies, in elements. Within a face row, the next column is `step` further on.
class Addresses {
  public:
    Addresses(TensorLayoutType layout, Extent2D extent, const TileShape& shape)
        : layout_(layout), extent_(extent), shape_(shape) {}

    std::size_t at(std::size_t r, std::size_t c) const {
        if (layout_ == LIN_ROW_MAJOR) return r * extent_.columns + c;
        const auto [tile_rows, tile_columns] = shape_.tile;
        const std::size_t tiles_across = padded_to_tile(extent_.columns, tile_columns) / tile_columns;
        const std::size_t tile = r / tile_rows * tiles_across + c / tile_columns;
        return tile * tile_rows * tile_columns + in_tile(r % tile_rows, c % tile_columns);
    }
    std::size_t step() const { return layout_ == TILED_NFACES && shape_.transpose_within_face ? shape_.face.rows : 1; }

  private:
    std::size_t in_tile(std::size_t r, std::size_t c) const {
        if (layout_ == TILED_SWIZZLED) return r * shape_.tile.columns + c;
        const auto [rows, columns] = shape_.face;
        const std::size_t down = shape_.tile.rows / rows, across = shape_.tile.columns / columns;
        const std::size_t face =
            shape_.transpose_of_faces ? c / columns * down + r / rows : r / rows * across + c / columns;
        const std::size_t inside =
            shape_.transpose_within_face ? c % columns * rows + r % rows : r % rows * columns + c % columns;
        return face * rows * columns + inside;
    }

    TensorLayoutType layout_;
    Extent2D extent_;
    TileShape shape_;
};

std::size_t product(std::size_t a, std::size_t b) {
    std::size_t out = 0;
    if (__builtin_mul_overflow(a, b, &out)) throw InputError(fmt::format("{} x {} elements are too many", a, b));
    return out;
}

void check(const LayoutJob& job) {
    const auto& [tile, face, within, of] = job.shape;
    if (job.element_bytes != 1 && job.element_bytes != 2 && job.element_bytes != 4)
        throw InputError(fmt::format("elements of {} bytes cannot be tilized; 1, 2 or 4 can", job.element_bytes));
    if (face.rows == 0 || face.columns == 0 || tile.rows == 0 || tile.columns == 0 || tile.rows % face.rows != 0 ||
        tile.columns % face.columns != 0)
        throw InputError(fmt::format("a tile of {}x{} is not made of faces of {}x{}", tile.rows, tile.columns,
                                     face.rows, face.columns));
}

}  // namespace

std::size_t layout_bytes(const LayoutJob& job, TensorLayoutType layout) {
    check(job);
    const auto [rows, columns] = job.extent;
    const std::size_t elements = layout == LIN_ROW_MAJOR ? product(rows, columns)
                                                         : product(padded_to_tile(rows, job.shape.tile.rows),
                                                                   padded_to_tile(columns, job.shape.tile.columns));
    return product(product(elements, job.count), job.element_bytes);
}

void convert_bytes(const LayoutJob& job, std::span<const std::byte> in, std::span<std::byte> out) {
    if (in.size() != layout_bytes(job, job.from) || out.size() != layout_bytes(job, job.to))
        throw InputError(fmt::format("{} bytes into {} bytes do not fit {} matrices of {}x{} elements of {} bytes",
                                     in.size(), out.size(), job.count, job.extent.rows, job.extent.columns,
                                     job.element_bytes));
    if (in.empty() && out.empty()) return;
    if (job.from == job.to) {
        std::copy(in.begin(), in.end(), out.begin());
        return;
    }
    const auto [rows, columns] = job.extent;
    const std::size_t bytes = job.element_bytes;
    const bool pads = out.size() > product(product(rows, columns), job.count) * bytes;
    if (pads) std::memset(out.data(), 0, out.size());

    const Addresses source(job.from, job.extent, job.shape), target(job.to, job.extent, job.shape);
    const std::size_t run = job.shape.face.columns;
    const bool contiguous = source.step() == 1 && target.step() == 1;
    // An address is a part of the row plus a part of the column, in every layout.
    struct Run {
        std::size_t source, target, elements;
    };
    std::vector<Run> runs;
    for (std::size_t c = 0; c < columns; c += run)
        runs.push_back({source.at(0, c) * bytes, target.at(0, c) * bytes, std::min(run, columns - c)});
    for (std::size_t m = 0; m < job.count; ++m) {
        const std::byte* from = in.data() + in.size() / job.count * m;
        std::byte* to = out.data() + out.size() / job.count * m;
        for (std::size_t r = 0; r < rows; ++r) {
            const std::byte* source_row = from + source.at(r, 0) * bytes;
            std::byte* target_row = to + target.at(r, 0) * bytes;
            for (const auto& [source_column, target_column, n] : runs) {
                const std::byte* s = source_row + source_column;
                std::byte* t = target_row + target_column;
                if (contiguous) {
                    std::memcpy(t, s, n * bytes);
                    continue;
                }
                for (std::size_t i = 0; i < n; ++i)
                    std::memcpy(t + i * target.step() * bytes, s + i * source.step() * bytes, bytes);
            }
        }
    }
}

std::size_t whole_matrices(std::size_t elements, Extent2D extent, Extent2D tile) {
    const std::size_t matrix = product(extent.rows, extent.columns);
    if (tile.rows == 0 || tile.columns == 0 || extent.rows % tile.rows != 0 || extent.columns % tile.columns != 0)
        throw InputError(fmt::format("a matrix of {}x{} is not made of tiles of {}x{}", extent.rows, extent.columns,
                                     tile.rows, tile.columns));
    if (matrix == 0 || elements % matrix != 0)
        throw InputError(
            fmt::format("{} elements are not a whole number of {}x{} matrices", elements, extent.rows, extent.columns));
    return elements / matrix;
}

}  // namespace tessera::host
