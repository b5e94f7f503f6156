// A call of GGML's ROPE or ROPE_BACK with its arrays, and the rotation it comes down to (rope-variants.md (a)). The
// token i2 of every head i1 and every batch i3 turns by the same positions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/ops/rope/ggml/parameters.hpp"

namespace tessera::host {

// What GGML calls ne: elements of a row, rows (heads), tokens, batches.
using GgmlExtents = std::array<std::int64_t, 4>;
std::vector<std::size_t> c_shape(const GgmlExtents& ne);  // the same in C order, outermost first

// A tensor or a view of one: its element (i0, i1, i2, i3) is element offset + i0 + strides . (i1, i2, i3) of `parent`.
struct GgmlTensor {
    tensix::DataFormat format = tensix::DataFormat::fp32;  // or fp16
    GgmlExtents ne{};
    std::array<std::uint64_t, 3> strides{};      // nb1 to nb3, in elements
    std::uint64_t offset = 0;                    // in elements
    std::vector<std::size_t> parent_shape = {};  // C order
    Contents parent = {};                        // float32, or float16 where the format is fp16

    std::uint64_t row(std::int64_t i1, std::int64_t i2, std::int64_t i3) const;  // where that row begins
    std::uint64_t end() const;                                                   // behind the last element
    bool is_contiguous() const;
};
std::array<std::uint64_t, 3> contiguous_strides(const GgmlExtents& ne);
// InputError for extents below 1, and for more elements or larger steps than a view can have.
void check_extents(const GgmlTensor& tensor);
// All of an array in C order.
GgmlTensor ggml_tensor(tensix::DataFormat format, const GgmlExtents& ne, Contents contents);

// RMS_NORM and MUL in front: each row over the root of its mean square plus eps, times a weight for each element.
struct GgmlNorm {
    float eps = 0;
    std::vector<std::vector<float>> weights;  // one for all rows, or one for each (i1, i2, i3), i1 fastest
};

// SET_ROWS behind: all heads of token i2 become row ids[i2] of an array [rows, ne1 * ne0].
struct GgmlSetRows {
    tensix::DataFormat format = tensix::DataFormat::fp16;  // or fp32
    std::size_t rows = 0;
    std::vector<std::int64_t> ids;
    Contents before;  // what the array held, float16 or float32 as its format
};

struct GgmlCall {
    GgmlTensor a;
    GgmlParameters parameters;
    std::vector<std::int32_t> positions;  // [ne2], or [4 * ne2] stream by stream
    std::vector<float> factors;           // none, or at least one for each pair
    bool backward = false;
    bool inplace = false;  // the result takes the place of `a`, otherwise it is a contiguous tensor of its own
    std::optional<GgmlNorm> norm = {};
    std::optional<GgmlSetRows> set_rows = {};
    std::vector<std::pair<std::string, std::string>> details = {};  // for the report, of how the arrays came about

    bool is_chained() const { return norm || set_rows; }
    std::array<std::int32_t, 4> positions_of(std::int64_t i2) const;  // by stream
};

// InputError for parameters that cannot be, for rows that lie beyond their tensor or, where they are written, over each
// other, and for arrays of another length or type than the call needs.
void check(const GgmlCall& call);

// Tensors `a` and `y`, or `a` alone where it is changed in place, or `a` and `dst` of SET_ROWS. Rows as they lie in y.
Rotation rotation_of(const GgmlCall& call);

}  // namespace tessera::host
