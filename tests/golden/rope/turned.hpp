// What a rotation makes of its tensors by its own words, in long double: the plainest reading of rotation.hpp, without
// caches. For tests of those who make rotations; results of kernels have the judge of rows/ for that.
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "host/ops/rope/rows/rotation.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::golden {

inline double element(const host::Contents& contents, std::size_t i) {
    if (contents.dtype == host::DType::f4) return static_cast<double>(contents.as<float>()[i]);
    return static_cast<double>(std::bit_cast<float>(num::ieee_fp16_to_fp32(contents.as<std::uint16_t>()[i])));
}

// The tensor with `result`, not rounded to its format.
inline std::vector<double> turned(const host::Rotation& r) {
    std::vector<std::vector<double>> before, after;
    std::size_t result = 0;
    for (const host::RowTensor& tensor : r.tensors) {
        if (tensor.result) result = before.size();
        std::vector<double>& values = before.emplace_back(host::element_count(tensor.shape), std::nan(""));
        for (std::size_t i = 0; tensor.contents && i < values.size(); ++i) values[i] = element(*tensor.contents, i);
    }
    after = before;
    std::vector<long double> cosine(r.pairs.count), sine(r.pairs.count);
    const std::array<std::int32_t, 4>* met = nullptr;  // rows of a token follow each other
    for (const host::RowMove& row : r.rows) {
        const double* from = before[row.source].data() + row.source_element;
        double* to = after[row.target].data() + row.target_element;
        std::vector<long double> x(from, from + r.width);
        if (r.norm) {
            long double squares = 0;
            for (const long double value : x) squares += value * value;
            const long double root =
                std::sqrt(squares / static_cast<long double>(r.width) + static_cast<long double>(r.norm->eps));
            for (std::size_t i = 0; i < r.width; ++i)
                x[i] = x[i] / root * static_cast<long double>(r.norm->weights[row.weight][i]);
        }
        if (met == nullptr || *met != row.positions)
            for (std::size_t k = 0; k < r.pairs.count; ++k) {
                const auto& [frequency, stream] = r.angles[k];
                const long double angle = frequency * static_cast<long double>(row.positions[stream]);
                cosine[k] = std::cos(angle) * static_cast<long double>(r.magnitude);
                sine[k] = std::sin(angle) * static_cast<long double>(r.magnitude);
            }
        met = &row.positions;
        for (std::size_t i = 0; i < r.width; ++i) to[i] = static_cast<double>(x[i]);
        for (std::size_t k = 0; k < r.pairs.count; ++k) {
            const long double one = x[r.pairs.one(k)], other = x[r.pairs.other(k)];
            to[r.pairs.one(k)] = static_cast<double>(one * cosine[k] - other * sine[k]);
            to[r.pairs.other(k)] = static_cast<double>(one * sine[k] + other * cosine[k]);
        }
    }
    return after[result];
}

}  // namespace tessera::golden
