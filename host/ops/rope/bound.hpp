// How far a correct RoPE kernel in phase form may lie from the exact result, element by element. Every figure comes
// from the documented error of a function or from counting roundings; none is fitted to a result.
//
// The kernel (rope-variants.md (d), rope-ladder.md R3 to R10), for pair k, A = rotary_dim, L = ln base, P = ln pi:
//   arg = -(k * (2/A)) * L - P        q = exp(arg)        ph = pos * q   (half turns)
//   s = S(ph)    c = S(0.5 - ph)      x' = x*c - y*s      y' = x*s + y*c
// u = 2^-24 is half a unit in the last place, relative; t = 2k/A; v = (x, y), |v| its length.
//
// 1. Argument. The constants 2/A, L, P are rounded to fp32, u each. k is exact, its product with 2/A rounds once, the
//    product with L rounds once and the sum once (both round also where the compiler splits the MAD, sfpu-math.md
//    1.2). The summands have one sign, so nothing cancels. |error of arg| <= u*(4*t*L + P) + u*(t*L + P)
//    = u*(5*t*L + 2*P), which exp turns into a relative error of q.
// 2. exp: its documented relative error, see ExpError.
// 3. ph: the product rounds once, u. Positions up to 2^24 are exact in fp32.
//    With 1 to 3 the relative error of ph is rho = (1 + exp)(1 + argument)(1 + u) - 1 and the angle, pi*ph, is wrong
//    by d = pos * base^(-t) * rho.
// 4. Turning v by a wrong angle moves it by 2*sin(d/2)*|v| <= min(d, 2)*|v|.
// 5. The cosine's argument 0.5 - ph rounds once more: angle error u*(pi*|ph| + pi/2), times one coordinate of v.
//    ph - int16(ph) is exact.
// 6. S, the sinpi polynomial on [-1/2, 1/2]: 1.30e-7 absolute, each times one coordinate of v.
// 7. Data: through SrcA the inputs lose their last 13 bits, toward zero and below 2^-10 relative; what is lost is
//    turned with the rest: 2^-10*|v|. The other steps then see a v that is no longer than before. Unpacked to Dst the
//    inputs are exact. The pass-through columns never leave L1 and must be equal.
// 8. Rotation: x*c and y*s round once each and the sum once: u*(|x c| + |y s|) + u*|x'| <= 2u*|v| (Cauchy). A MAD that
//    is only partly fused is no worse than that. A factor 1 + 2^-10 covers that c and s are not exact here.
// 9. Numbers below 2^-126 count as zero: two inputs, two products, one sum.
// In radian form (R0 to R2) P is absent, which only makes the bound wider than it need be, and
// 10. a = pos * q and pi/2 - a are brought to half turns by the fp32 constant 1/pi: one more rounding of the constant
//    and one of the product, 2u*|a| for the sine and 2u*(|a| + pi/2) for the cosine, where the constant pi/2 adds
//    u*pi/2.
//
// What may act on q and on s, c besides (kernels/rope/frequencies.hpp). Each adds its factor to rho.
// 11. Frequency factors: q is multiplied by v, found by Newton steps v <- v*(2 - m*v) for the mantissa m of the factor.
//    What three steps leave is documented (2.27e-6, sfpu-math.md 5.1, n = 4) and squared by the fourth, which rounds
//    m*v, the difference and the product, all near 1 or taken relative: 3u. The multiplication rounds once more.
// 12. freq_scale without a ramp: the constant and the product, 2u.
// 13. Ramp, for YaRN's w = fs*(1 - r) + r, which the kernel computes as r*(1 - fs) + fs with r = ext*(1 - y):
//    k - first is exact, the constant 1/width and the product round: y is off by 2u*y, and by nothing where it is cut
//    to 0 or 1. 1 - y rounds once, ext and its product once each: r is off by e = ext*2u*y + 3u*r. The constants 1 - fs
//    and fs, the product and the sum round once each: w is off by |1 - fs|*(e + 2u*r) + u*fs + u*w, which divided by w
//    is relative to q. The product with q rounds once more. 1 + 2^-10 covers the products of two of these.
// 14. Magnitude m: all that was wrong before is m times as large. s*m and c*m round once each and m itself once:
//    2u*m*(|x c| + |y s|) <= 2u*m*|v|. The two products may also fall below 2^-126.
//
// Instead of computed frequencies (RopePhase; kernels/rope/phase.hpp), in place of 1 to 5 and 11 to 13:
// 15. Split: f = f1 + f2 up to what f2 loses in fp32. low*f1, its nearest integer and what that leaves, r1 of at most
//    1/2, are exact. pos*f2 rounds at most once and its sum with r1 once more: u*(2*|pos*f2| + 1/2) half turns, which
//    grows with the position since f2 is rounded like any number. The cosine's argument rounds like that of 5, of a
//    phase of at most |pos*f2| + 1/2.
// 16. Turns: the frequency is rounded to 2^-64 turns, after a division that costs 2^-62 of it, as does the reference's
//    own angle; the high word of the product and its lowest bit leave 2^-32 turns. Sine and cosine round the angle
//    within a half turn, r of at most 1/2, to fp32 each: u*pi*r*cos(pi*r), at most 0.5611*u.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/ops/rope/phase.hpp"
#include "host/ops/rope/reference.hpp"

namespace tessera::host {

enum class ExpVariant : std::uint8_t { exp_21f, exp_24f, exp_61f, exp_fp32 };
inline constexpr std::array exp_variants{ExpVariant::exp_21f, ExpVariant::exp_24f, ExpVariant::exp_61f,
                                         ExpVariant::exp_fp32};

std::string_view name(ExpVariant variant);
// Largest relative error over all fp32 arguments in [-87.33, 87.33] however the compiler contracts: the figure of the
// column "worst rel, split" of sfpu-math.md 2.1, one unit of its last digit added because the table is rounded.
double relative_error(ExpVariant variant);

struct RopeBoundTerms {          // what each step adds to |y' - exact|, numbers of the list above
    double angle = 0;            // 1 to 4, 10 to 13, 15, 16
    double cosine_argument = 0;  // 5, 15; 16 for both arguments
    double sine = 0;             // 6
    double data = 0;             // 7
    double rotation = 0;         // 8
    double underflow = 0;        // 9, 14
    double magnitude = 0;        // 14
    double total() const;
};

struct RopeBound {
    ExpVariant exp = ExpVariant::exp_fp32;
    bool through_srca = true;  // inputs are truncated to TF32 (rope-ladder.md); false: unpacked to Dst
    std::int64_t rotary_dim = 0;
    double base = 10000;
    bool radians = false;  // the angle is computed, and each sine multiplies it by 1/pi
    Yarn yarn = {};
    std::vector<float> factors = {};  // rotary_dim/2, or none
    RopePhase phase = RopePhase::computed;

    // What does not depend on position and data, so that a loop over rows takes it once.
    struct Pair {
        double frequency = 0;  // what the exact angle is at position 1
        double relative = 0;   // rho
        double magnitude = 1;
        double per_position = 0, always = 0;  // of the error of the angle, 15 and 16
        double rest = 0;                      // |f2| of 15
    };
    std::vector<Pair> pairs() const;
    Pair pair(std::size_t k) const { return phase == RopePhase::computed ? computed_pair(k) : pairs().at(k); }
    double angle_error(const Pair& pair, double position) const;  // d, not capped
    double angle_error(std::size_t k, double position) const { return angle_error(pair(k), position); }
    RopeBoundTerms terms(const Pair& pair, double position, double x, double y) const;
    RopeBoundTerms terms(std::size_t k, double position, double x, double y) const {
        return terms(pair(k), position, x, y);
    }
    double bound(std::size_t k, double position, double x, double y) const { return terms(k, position, x, y).total(); }

    // Beyond this the phase of the fastest pair no longer fits the int16 of the reduction, |ph| < 32767.5
    // (rope-variants.md (d)): 102942 for an exact exp, less by its error. Never above 2^24, up to which fp32 is exact.
    // Split phases reach those 2^24, of either sign, and turns every int32.
    std::int64_t max_position() const;
    std::int64_t min_position() const;

    // The terms of the pair with the largest bound at this position for |x|, |y| <= 1, in a few lines.
    std::string summary(double position) const;

  private:
    Pair computed_pair(std::size_t k) const;
    double argument_error(const Pair& pair, double position) const;
};

// A whole result against the exact one and against the bound, in one pass. Where the exact result is NaN, or infinite
// in fp32, the result must be so too. Passive columns must be equal bit for bit.
views::Check judge(const RopeProblem& problem, const RopeBound& bound, std::span<const float> x,
                   std::span<const float> got, const views::JudgedShare& judged = {});

}  // namespace tessera::host
