// What every contract of RoPE comes down to (rope-variants.md (a) to (c)): rows of row-major tensors, anywhere in them,
// of which pairs of elements turn and the others are copied bit for bit. GGML's operation, ONNX's node and the fused
// decode kernels are each read into one of these; what runs it, judges it and reports it knows no contract.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/job/job.hpp"

namespace tessera::host {

// An array in C order. Its elements are fp32, fp16 or bf16, given as f4, f2 and u2, the bits of bf16, or f4, which is
// rounded to nearest even; rows may begin at any of them.
struct RowTensor {
    std::string name;
    tensix::DataFormat format = tensix::DataFormat::fp32;
    std::vector<std::size_t> shape;
    // What it holds before; none where rows cover all of it. Other elements than those of target rows stay as they are.
    std::optional<Contents> contents = {};
    bool result = false;  // it is read back and judged
};

// One row: `width` elements from one place to another, which may be the same.
struct RowMove {
    std::uint32_t source = 0, target = 0;                  // of Rotation::tensors
    std::uint64_t source_element = 0, target_element = 0;  // flat, where the row begins
    bool turns = true;                                     // false: it is copied bit for bit
    // The positions of the row, by stream of PairAngle; with caches [0] is the row of the caches.
    std::array<std::int32_t, 4> positions = {};
    std::uint32_t weight = 0;  // of RowNorm::weights
};

// Pair k is elements first + k*step and first + k*step + distance of its row.
struct RowPairs {
    std::size_t first = 0, step = 1, distance = 0, count = 0;

    std::size_t one(std::size_t k) const { return first + k * step; }
    std::size_t other(std::size_t k) const { return one(k) + distance; }
};

struct PairAngle {
    long double frequency = 0;  // radians a position, negative to turn backwards
    std::uint8_t stream = 0;    // which of the row's positions
};

// Cosines and sines as the user gives them, arbitrary data in the format of the rows that turn: [rows, pairs].
struct AngleCaches {
    Contents cosines, sines;
    std::size_t rows = 0;
};

// Each turning row times 1/sqrt(mean of its squares + eps), times a weight for each of its elements, before it turns:
// those that do not turn as well, an even number that follow the others.
struct RowNorm {
    double eps = 0;
    std::vector<std::vector<float>> weights;  // of `width` elements
};

struct Rotation {
    std::string name;  // of the contract or the kernel, in headings
    std::vector<RowTensor> tensors;
    // No two with overlapping targets, and none that reads what another writes: cores take them in any order.
    std::vector<RowMove> rows;
    std::size_t width = 0;
    RowPairs pairs;  // none where rows are only copied
    // One of the two where rows turn.
    std::vector<PairAngle> angles;  // of each pair
    std::optional<AngleCaches> caches = {};
    double magnitude = 1;  // of sines and cosines that come from angles
    std::optional<RowNorm> norm = {};
    // With caches: products are rounded to the format of the elements before they are added (rope-variants.md (c)).
    bool rounds_products = false;
    // With a norm, pairs behind those that turn, which are normalised all the same: neighbours, or halves.
    RowPairs still() const {
        if (!norm || width < 2 * pairs.count) return {};
        const std::size_t rest = (width - 2 * pairs.count) / 2;
        return {2 * pairs.count, pairs.step, pairs.step == 1 ? rest : 1, rest};
    }
    // Pair k of those that turn and of those that stay still.
    std::size_t computed_pairs() const { return pairs.count + still().count; }
    std::size_t one(std::size_t k) const { return k < pairs.count ? pairs.one(k) : still().one(k - pairs.count); }
    std::size_t other(std::size_t k) const { return k < pairs.count ? pairs.other(k) : still().other(k - pairs.count); }
    // How the host brought the data into place beyond what the contract's own arrays are, for the report.
    std::vector<std::pair<std::string, std::string>> details = {};
};

// InputError where it contradicts itself: rows beyond their tensors, pairs beyond the row or overlapping, angles that
// are not as many as pairs, formats that no row can have.
void check(const Rotation& rotation);
// The same for numbers that the machine cannot turn: fp16 has neither infinity nor NaN there, and the squares of a row
// that is normalised are summed in fp32. Contents must have the bits of their format (elements.hpp).
void check_numbers(const Rotation& rotation);

}  // namespace tessera::host
