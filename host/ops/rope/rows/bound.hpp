// The exact result of a rotation, and how far one from kernels/rope/rows (or turns.cpp of kernels/rope) may lie from
// it, element by element; numbers are those of host/ops/rope/bound.hpp, and u_T half a unit in the last place of the
// format, relative: 2^-24 of fp32, 2^-11 of fp16, 2^-8 of bf16.
//
// Angles come as turns (16), sines from the polynomial (6), the rotation rounds (8), the magnitude is applied as 14
// says, inputs are exact in Dst in all three formats. What is new:
// 17. The result is rounded once to its format, nearest: u_T of it. fp16 has no subnormal numbers on the machine:
//     inputs below 2^-14 count as zero, and results below may become zero.
// 18. Caches: cosine and sine are data. Each of the two products is rounded to the format of the result, their sum to
//     fp32: u_T*(|x c| + |y s|) + u*|x'|, and 17. fp32 products round once at most, since none is part of a
//     multiply-add. A factor 1 + 2^-10 covers that the sum is one of rounded products.
// 19. Norm: the squares of a row are summed in eight lanes. Each tile adds at most three roundings one after the other,
//     and a unit of 64 elements has two; sums with the zeros that fill the last unit are exact. With the first product,
//     three sums of lanes, 1/width, its product, eps and the last sum the mean is off by (width/8 + 12)*u relative,
//     half of which is left behind the root. The inverse root is off by 1.03e-7 (sfpu-math.md 5.2), the two products
//     round once each. What counts as zero by 17 is missing from the mean too, and from the row by the factor and the
//     weight. All of it turns with the row, and stays with elements that do not
//     turn.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "host/ops/rope/rows/rotation.hpp"
#include "sim/views/check.hpp"

namespace tessera::host {

// What a row's turning elements are exactly, and what is allowed for each pair. Angles of positions met before are
// kept.
class RowJudge {
  public:
    explicit RowJudge(const Rotation& rotation);
    ~RowJudge();

    struct Pair {
        double one = 0, other = 0;  // exact
        double limit = 0, other_limit = 0;
    };
    // Of row `i` whose elements are `x`, the pairs in order.
    std::span<const Pair> row(std::size_t i, std::span<const float> x);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// What a tensor holds afterwards, in double: what turned exactly, the rest as it was or was copied; zero where nothing
// is.
NpyArray exact_result(const Rotation& rotation, std::uint32_t tensor);

// The tensors with `result` in their order, as they come back from the machine: against the exact rotation where rows
// turned, bit for bit where they were copied or where nothing was written.
views::Check judge(const Rotation& rotation, std::span<const NpyArray> results, const views::JudgedShare& judged = {});

}  // namespace tessera::host
