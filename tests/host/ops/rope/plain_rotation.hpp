// A rotation worked out by the plainest loop in double, row after row and pair after pair, and what must hold of one
// whatever it says. It shares nothing with what makes a job of a rotation.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <vector>

#include "host/ops/rope/rows/rotation.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host {

inline std::vector<double> doubles(DType dtype, std::span<const std::byte> data) {
    const Contents values{dtype, data};
    std::vector<double> out;
    if (dtype == DType::f2)
        for (const std::uint16_t half : values.as<std::uint16_t>())
            out.push_back(static_cast<double>(std::bit_cast<float>(num::ieee_fp16_to_fp32(half))));
    else if (dtype == DType::f4)
        for (const float value : values.as<float>()) out.push_back(static_cast<double>(value));
    else
        for (const double value : values.as<double>()) out.push_back(value);
    return out;
}
inline std::vector<double> doubles(const NpyArray& array) { return doubles(array.dtype, array.data); }
inline std::vector<double> doubles(const Contents& contents) { return doubles(contents.dtype, contents.data); }

// Every tensor afterwards; what no row covers and nothing held before is no number.
inline std::vector<std::vector<double>> rotated(const Rotation& rotation) {
    std::vector<std::vector<double>> before;
    for (const RowTensor& tensor : rotation.tensors)
        before.push_back(tensor.contents ? doubles(*tensor.contents)
                                         : std::vector<double>(element_count(tensor.shape), std::nan("")));
    const std::vector<double> cosines = rotation.caches ? doubles(rotation.caches->cosines) : std::vector<double>{};
    const std::vector<double> sines = rotation.caches ? doubles(rotation.caches->sines) : std::vector<double>{};
    std::vector<std::vector<double>> after = before;
    const RowPairs& pairs = rotation.pairs;
    for (const RowMove& row : rotation.rows) {
        const auto from = before.at(row.source).begin() + static_cast<std::ptrdiff_t>(row.source_element);
        std::vector<double> x(from, from + static_cast<std::ptrdiff_t>(rotation.width));
        if (row.turns && rotation.norm) {
            double squares = 0;
            for (const double value : x) squares += value * value;
            const double scale = 1 / std::sqrt(squares / static_cast<double>(x.size()) + rotation.norm->eps);
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] *= scale * static_cast<double>(rotation.norm->weights.at(row.weight).at(i));
        }
        std::vector<double> y = x;
        for (std::size_t k = 0; row.turns && k < pairs.count; ++k) {
            double cosine = 0, sine = 0;
            if (rotation.caches) {
                const std::size_t at = static_cast<std::size_t>(row.positions[0]) * pairs.count + k;
                cosine = cosines.at(at), sine = sines.at(at);
            } else {
                const PairAngle& angle = rotation.angles.at(k);
                const long double turn = row.positions.at(angle.stream) * angle.frequency;
                cosine = rotation.magnitude * static_cast<double>(std::cos(turn));
                sine = rotation.magnitude * static_cast<double>(std::sin(turn));
            }
            const double one = x.at(pairs.one(k)), other = x.at(pairs.other(k));
            y.at(pairs.one(k)) = one * cosine - other * sine;
            y.at(pairs.other(k)) = one * sine + other * cosine;
        }
        for (std::size_t i = 0; i < y.size(); ++i) after.at(row.target).at(row.target_element + i) = y[i];
    }
    return after;
}

// Rows may be taken in any order, several at once: each lies within its tensors, no two write the same element, and
// none reads what another writes. Rows that are treated alike follow one another.
inline void expect_any_order(const Rotation& rotation) {
    std::vector<std::vector<std::size_t>> writer;  // 1 + the row
    for (const RowTensor& tensor : rotation.tensors) writer.emplace_back(element_count(tensor.shape), 0);
    for (std::size_t r = 0; r < rotation.rows.size(); ++r)
        for (std::size_t i = 0; i < rotation.width; ++i) {
            std::size_t& by = writer.at(rotation.rows[r].target).at(rotation.rows[r].target_element + i);
            ASSERT_EQ(by, 0u) << "rows " << by - 1 << " and " << r << " write the same element";
            by = r + 1;
        }
    for (std::size_t r = 0; r < rotation.rows.size(); ++r)
        for (std::size_t i = 0; i < rotation.width; ++i) {
            const std::size_t by = writer.at(rotation.rows[r].source).at(rotation.rows[r].source_element + i);
            ASSERT_TRUE(by == 0 || by == r + 1) << "row " << r << " reads what row " << by - 1 << " writes";
        }
    std::set<std::pair<bool, std::uint32_t>> met;
    for (std::size_t r = 0; r < rotation.rows.size(); ++r) {
        const auto kind = std::pair(rotation.rows[r].turns, rotation.rows[r].weight);
        if (r > 0 && kind == std::pair(rotation.rows[r - 1].turns, rotation.rows[r - 1].weight)) continue;
        EXPECT_TRUE(met.insert(kind).second) << "row " << r << " takes up again what rows before it left";
    }
}

// sum (got - expected)^2 / sum expected^2
inline double nmse(std::span<const double> got, std::span<const double> expected) {
    double error = 0, all = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        error += (got[i] - expected[i]) * (got[i] - expected[i]);
        all += expected[i] * expected[i];
    }
    return error / all;
}

}  // namespace tessera::host
