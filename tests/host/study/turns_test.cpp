// Sines, cosines and tangents of many: within their bound of MPFR, and rounded as MPFR rounds, for numbers of any size
// and for those that come closest to a whole number of quarter turns.
#include "host/study/turns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "host/expression/mpfr_number.hpp"
#include "host/study/reference.hpp"
#include "host/tensor/random_word.hpp"

namespace tessera::accuracy {
namespace {

struct OfMany {
    const Reference& reference;
    int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
};
const OfMany of_many[] = {{reference::sin, mpfr_sin},
                          {reference::cos, mpfr_cos},
                          {reference::tan, mpfr_tan},
                          {reference::sinpi, mpfr_sinpi},
                          {reference::cospi, mpfr_cospi}};

// Half of any size, half where most of the work is; then near whole numbers of quarter turns. The last is, of all fp32,
// the closest to one.
std::vector<double> inputs() {
    std::vector<double> x;
    for (std::uint64_t i = 0; x.size() < 3000; ++i) {
        const auto word = static_cast<std::uint32_t>(host::random_word(7, i));
        const std::uint32_t exponent = i % 2 == 0 ? 1 + (word >> 23 & 0xff) % 254 : 110 + (word >> 23) % 40;
        x.push_back(value_of((word & 0x807fffff) | exponent << 23));
    }
    for (int k = 1; k < 600; ++k) {
        x.push_back(static_cast<double>(static_cast<float>(k * M_PI_2)));
        x.push_back(static_cast<double>(static_cast<float>(std::ldexp(-M_PI_2, k % 120))));
        x.push_back(k * 0.5);
    }
    for (const double side : {1.0, -1.0}) x.push_back(side * std::ldexp(16367173.0, 72));
    return x;
}

TEST(Turns, AreWithinTheirBoundOfWhatMpfrFinds) {
    const std::vector<double> x = inputs();
    std::vector<double> f(x.size());
    Number argument(0.0), exact(mpfr_prec_t{120}), off(mpfr_prec_t{120});
    for (const auto& [reference, function] : of_many) {
        reference.values(x.data(), f.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            mpfr_set_d(argument, x[i], MPFR_RNDN);
            function(exact, argument, MPFR_RNDN);
            if (mpfr_regular_p(static_cast<mpfr_srcptr>(exact)) == 0) {  // a zero of sinpi or cospi
                EXPECT_EQ(f[i], 0) << reference.name << " of " << x[i];
                continue;
            }
            mpfr_d_sub(off, f[i], exact, MPFR_RNDN);
            mpfr_div(off, off, exact, MPFR_RNDN);
            ASSERT_LE(std::abs(mpfr_get_d(off, MPFR_RNDN)), 0x1p-49) << reference.name << " of " << x[i];
            for (const Format& format : {fp32, bf16})
                ASSERT_EQ(nearest(reference, x[i], 0, f[i], format), reference.rounded(x[i], format))
                    << reference.name << " of " << x[i];
        }
    }
}

TEST(Turns, TakeWhatIsNoNormalNumberAsOneDoes) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> x{0.0, -0.0, 0x1p-140, -0x1p-130, infinity, -infinity, std::nan(""), 1.0};
    std::vector<double> f(x.size());
    for (const auto& [reference, function] : of_many) {
        reference.values(x.data(), f.data(), x.size());
        for (std::size_t i = 0; i + 1 < x.size(); ++i) {
            const double one = reference.value(x[i]);
            EXPECT_TRUE(f[i] == one || (std::isnan(f[i]) && std::isnan(one))) << reference.name << " of " << x[i];
        }
    }
}

}  // namespace
}  // namespace tessera::accuracy
