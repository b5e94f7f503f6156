// Mean and 1/sqrt(variance + eps) of a row, and what they make of its elements, T1 only. 64 elements fill two entries
// of Dst, even elements one and odd elements the other; lane i of the first holds element 2 i of them.
//
// The tile of moments has in its entries 0 and 1 sums of even and odd elements, of which the mean becomes entry 0 in
// all lanes; in 2 and 3 likewise squares, and the factor.
#pragma once

#include "../rms_norm/squares.hpp"
#include "../stored_as.hpp"

namespace layernorm {

using namespace sfpi;

constexpr uint32_t of_two_entries = 64;
constexpr uint32_t w_at = tile::vectors, b_at = 2 * tile::vectors, moments_at = 3 * tile::vectors;
constexpr uint32_t mean_at = moments_at, factor_at = moments_at + 2;

inline void clear_moments() {
    tile::on_dst([] {
        for (const uint32_t entry : {0u, 1u, 2u, 3u}) dst_reg[moments_at + entry] = vConst0;
    });
}

template <class Work>
sfpi_inline void walk(uint32_t pairs, Work work) {
#pragma GCC unroll 1
    for (uint32_t pair = 0; pair < pairs; ++pair) {
        work();
        dst_reg += 2;
    }
}

// The elements of tile 0; zeros behind them count nothing.
inline void add_elements(uint32_t elements) {
    tile::on_dst([=] {
        vFloat even = dst_reg[mean_at], odd = dst_reg[mean_at + 1];
        walk((elements + of_two_entries - 1) / of_two_entries, [&] {
            even = even + dst_reg[0];
            odd = odd + dst_reg[1];
        });
        math::clear_dst_reg_addr();
        dst_reg[mean_at] = even;
        dst_reg[mean_at + 1] = odd;
    });
}

// What is behind the elements has a deviation, too, and must not count.
inline void add_squares(uint32_t elements) {
    tile::on_dst([=] {
        const vFloat mean = dst_reg[mean_at];
        vFloat even = dst_reg[factor_at], odd = dst_reg[factor_at + 1];
        walk(elements / of_two_entries, [&] {
            vFloat a = dst_reg[0] - mean, b = dst_reg[1] - mean;
            even = a * a + even;
            odd = b * b + odd;
        });
        const int rest = static_cast<int>(elements % of_two_entries);
        if (rest != 0) {
            vFloat a = dst_reg[0] - mean, b = dst_reg[1] - mean;
            const vInt element = vConstTileId;
            v_if(element < rest) { even = a * a + even; }
            v_endif;
            v_if(element < rest - 1) { odd = b * b + odd; }
            v_endif;
        }
        math::clear_dst_reg_addr();
        dst_reg[factor_at] = even;
        dst_reg[factor_at + 1] = odd;
    });
}

// The sum of all lanes, in all of them.
sfpi_inline vFloat total(vFloat lanes) {
    lanes = lanes + rms_norm::rotated(lanes, 1);
    lanes = lanes + rms_norm::rotated(lanes, 2);
    lanes = lanes + rms_norm::rotated(lanes, 4);
    vFloat a = lanes, b = lanes, c = lanes, d = lanes;
    subvec_transp(a, b, c, d);
    return (a + b) + (c + d);
}

inline void find_mean(float inverse_dim) {
    tile::on_dst([=] { dst_reg[mean_at] = total(dst_reg[mean_at] + dst_reg[mean_at + 1]) * inverse_dim; });
}

inline void find_factor(float inverse_dim, float eps) {
    tile::on_dst([=] {
        const vFloat squares = total(dst_reg[factor_at] + dst_reg[factor_at + 1]);
        dst_reg[factor_at] = sfpu::_calculate_sqrt_body_<false, true, true>(squares * inverse_dim + eps);
    });
}

inline void normalise(uint32_t elements) {
    tile::on_dst([=] {
        const vFloat mean = dst_reg[mean_at], factor = dst_reg[factor_at];
        walk((elements + of_two_entries - 1) / of_two_entries, [&] {
            for (const uint32_t odd : {0u, 1u}) {
                vFloat scaled = (dst_reg[odd] - mean) * factor;
                dst_reg[odd] = stored_as::LAYERNORM_FORMAT(scaled * dst_reg[w_at + odd] + dst_reg[b_at + odd]);
            }
        });
    });
}

}  // namespace layernorm
