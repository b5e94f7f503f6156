// Errors of the exponentials' parts in exact arithmetic, as spec/sfpu-math.md 1.4 and 2 have them.
#include "host/study/sources.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tessera::accuracy {
namespace {

double worst(const char* function, double low, double high, bool exact_polynomial, bool exact_z) {
    const ExpForm* form = find_exp_form(function);
    double most = 0;
    const Inputs inputs{.count = 1 << 15, .kind = Inputs::Kind::uniform, .low = low, .high = high, .seed = 1};
    for (std::uint64_t i = 0; i < inputs.count; ++i) {
        const auto x = std::bit_cast<float>(inputs.at(i));
        const long double y = value_by(*form, x, exact_polynomial, exact_z);
        most = std::max(most, static_cast<double>(std::abs(y / std::exp(static_cast<long double>(x)) - 1)));
    }
    return most;
}

TEST(ExpForms, PolynomialsAloneAreOffAsMuchAsTheSpecSays) {
    EXPECT_NEAR(worst("exp_0f", -10, 10, false, true), 6.15e-2, 1e-4);
    EXPECT_NEAR(worst("exp_11f", -10, 10, false, true), 2.98e-2, 1e-4);
    EXPECT_NEAR(worst("exp_21f", -10, 10, false, true), 1.7248e-3, 2e-7);
    EXPECT_NEAR(worst("exp_24f_float", -10, 10, false, true), 2.7144e-5, 1e-8);
    EXPECT_NEAR(worst("exp_61f", -10, 10, false, true), 3.4e-9, 1e-10);
}

// Half a step of z is 2.6e-6 below x = 0.69 and 5.3e-6 above; its constants' own error adds a little far out.
TEST(ExpForms, CoarseZIsAFloorUnderEveryForm) {
    for (const char* form : {"exp_21f", "exp_24f", "exp_61f"}) {
        EXPECT_NEAR(worst(form, -1, 0.69, true, false), 2.65e-6, 0.1e-6) << form;
        EXPECT_NEAR(worst(form, 0.70, 2, true, false), 5.3e-6, 0.15e-6) << form;
        EXPECT_LT(worst(form, -1, 1, true, true), 1e-15) << form;
    }
    EXPECT_EQ(find_exp_form("exp_fp32"), nullptr);
}

}  // namespace
}  // namespace tessera::accuracy
