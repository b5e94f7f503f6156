// Work across the 32 lanes of a vector, four rows of eight, T1 only: what a softmax over rows of elements needs.
#pragma once

#include "sfpi.h"

namespace lanes {

using namespace sfpi;

// Below every score of a softmax, but such that differences stay finite: exp gives 0 for them.
constexpr float masked_score = -1e30f;

struct Quad {
    vFloat a, b, c, d;
};
// Each of the four rows of lanes, over all lanes of a vector of its own.
sfpi_inline Quad spread(vFloat a) {
    vFloat b = a, c = a, d = a;
    subvec_transp(a, b, c, d);
    return {a, b, c, d};
}
sfpi_inline vFloat sum_of_rows(vFloat lanes) {
    const Quad rows = spread(lanes);
    return (rows.a + rows.b) + (rows.c + rows.d);
}
sfpi_inline vFloat max_of_rows(vFloat lanes) {
    Quad rows = spread(lanes);
    vec_min_max(rows.a, rows.b);
    vec_min_max(rows.c, rows.d);
    vec_min_max(rows.b, rows.d);
    return rows.d;
}
sfpi_inline vFloat rotated(vFloat lanes, uint32_t by) {
    for (uint32_t i = 0; i < by; ++i) lanes = subvec_shflror1(lanes);
    return lanes;
}

}  // namespace lanes
