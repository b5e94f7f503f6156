// Pooling of the vendor's library, unchanged, against plain arithmetic: windows of an image whose channels lie side by
// side, as the operation's reader gathers them, to a row of channels each.
#include <algorithm>
#include <cmath>

#include "tests/host/tiles/library.hpp"

namespace tessera::host::tiles {
namespace {

constexpr int channels = 64, image = 9, window = 3, stride = 2, pooled_side = (image - window) / stride + 1;
constexpr std::uint32_t windows = pooled_side * pooled_side, window_rows = window * window;
// Output pages are rows of sixteen channels.
constexpr std::uint32_t face_row_bytes = 32;

std::size_t pixel(int y, int x, int channel) { return static_cast<std::size_t>((y * image + x) * channels + channel); }

// What f makes of a window's numbers in one channel.
template <class F>
void for_each_window(F f) {
    for (int y = 0; y < pooled_side; ++y)
        for (int x = 0; x < pooled_side; ++x) f(y * pooled_side + x, y * stride, x * stride);
}

Words gathered_windows(const Words& pixels) {
    Words rows;
    for_each_window([&](int, int top, int left) {
        for (int y = top; y < top + window; ++y)
            rows.insert(rows.end(), pixels.begin() + static_cast<long>(pixel(y, left, 0)),
                        pixels.begin() + static_cast<long>(pixel(y, left + window - 1, channels)));
    });
    return rows;
}

// The factor in the first row of each face, where a reduction looks for it.
Words scaler_tile(std::uint32_t factor) {
    Words tile(tensix::tile_datums, 0);
    for (std::size_t face = 0; face < 4; ++face) std::fill_n(tile.begin() + static_cast<long>(256 * face), 16, factor);
    return tile;
}

Words pooled_by(const arch::Arch& arch, const char* type, std::uint32_t factor, const Words& pixels) {
    constexpr std::uint32_t in = 0, scaler = 2, out = 16, unused = 31, most_rows = 16;
    return LibraryRun{
        .arch = arch,
        .kernel = "pool/generic/device/kernels/compute/compute_pool_2d.cpp",
        // Tiles of channels, rows of a window, one reader, windows, channels, blocks of channels, rows
        // reduced at once; buffers; one factor for all, rows out, no indices.
        .compile_args = {2,      window_rows, 0,      windows, channels, 1,      most_rows, in,
                         unused, scaler,      unused, unused,  unused,   unused, unused,    unused,
                         unused, out,         unused, 1,       unused,   0,      0,         0,
                         stride, stride,      image,  image,   window,   window, 0},
        .defines = {{"REDUCE_OP", type}, {"REDUCE_DIM", "ReduceDim::REDUCE_COL"}},
        .inputs = {{in, {gathered_windows(pixels), window_rows * channels * 2}}, {scaler, scaler_tile(factor)}},
        .out = out,
        .out_page = face_row_bytes,
        .out_bytes = windows * channels * 2}
        .result();
}

class LibraryPool : public LibraryKernel {
  protected:
    // More than the image has.
    const Words pixels_ = bf16_values(image * image * channels / tensix::tile_datums + 1, 9);
};
INSTANTIATE_TEST_SUITE_P(Machines, LibraryPool, testing::ValuesIn(arch::all()),
                         [](const auto& machine) { return std::string(machine.param->name); });

TEST_P(LibraryPool, TakesMaxima) {
    const Words maxima = pooled_by(*GetParam(), "PoolType::MAX", 0x3F800000, pixels_);
    for_each_window([&](int number, int top, int left) {
        for (int channel = 0; channel < channels; ++channel) {
            double most = -INFINITY;
            for (int i = 0; i < window * window; ++i)
                most = std::max(most, value(pixels_, pixel(top + i / window, left + i % window, channel)));
            EXPECT_EQ(value(maxima, static_cast<std::size_t>(number * channels + channel)), most) << number;
        }
    });
}

// Nine numbers of bf16 times a ninth as bf16 has it: products and sums are rounded to the eight bits of a 16-bit Dst.
TEST_P(LibraryPool, TakesAverages) {
    constexpr std::uint32_t ninth = 0x3DE40000;
    const Words averages = pooled_by(*GetParam(), "PoolType::SUM", ninth, pixels_);
    for_each_window([&](int number, int top, int left) {
        for (int channel = 0; channel < channels; ++channel) {
            double sum = 0, size = 0;
            for (int i = 0; i < window * window; ++i) {
                const double x = value(pixels_, pixel(top + i / window, left + i % window, channel));
                sum += x;
                size += std::abs(x);
            }
            EXPECT_NEAR(value(averages, static_cast<std::size_t>(number * channels + channel)), sum / 9, size / 9 / 64);
        }
    });
}

}  // namespace
}  // namespace tessera::host::tiles
