// MVMUL on lanes equals MVMUL datum by datum, at every x86 level that this processor has.
#include "sim/tensix/mvmul_lanes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace tessera::tensix {
namespace {

using lane::Level;
using Data = std::vector<std::uint32_t>;

// How exponents lie decides which way a sum takes, so each kind of data has its own.
enum class Kind { any, near_one, sparse, near_one_another, extreme, far_apart };
constexpr Kind kinds[] = {Kind::any,     Kind::near_one,         Kind::sparse,
                          Kind::extreme, Kind::near_one_another, Kind::far_apart};

class Inputs {
  public:
    Inputs(Kind kind, SrcForm form) : kind_(kind), small_(form == SrcForm::fp16), base_(1) {}

    void begin() { base_ = 1 + below(230); }
    std::uint32_t src() {
        const std::uint32_t x = random_() & 0x7FFFF;
        switch (kind_) {
            case Kind::any: return x;
            case Kind::sparse: return below(3) == 0 ? x : 0;
            case Kind::near_one: return with_exponent(x, (small_ ? 8 : 120) + below(16));
            case Kind::near_one_another: return below(8) == 0 ? 0 : with_exponent(x, base_ + below(small_ ? 1 : 20));
            case Kind::extreme: return with_exponent(x, below(2) == 0 ? 250 + below(6) : below(4));
            case Kind::far_apart: return with_exponent(x, 60 + 8 * below(9));
        }
        return 0;
    }
    std::uint32_t dst(const Fpu& fpu) {
        std::uint32_t x = static_cast<std::uint32_t>(random_());
        if (below(8) == 0) x = 0;
        if (kind_ == Kind::near_one) x = (x & 0x807FFFFF) | (100 + below(60)) << 23;
        return fpu.dst_is_32_bit ? x : x >> 16;
    }

  private:
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
    static std::uint32_t with_exponent(std::uint32_t x, std::uint32_t e) { return (x & 0x403FF) | (e & 0xFF) << 10; }

    std::mt19937 random_{1};
    Kind kind_;
    bool small_;
    std::uint32_t base_;
};

class MvmulLanes : public testing::TestWithParam<Level> {};

TEST_P(MvmulLanes, EqualsDatumByDatum) {
    if (!lane::supported(GetParam())) GTEST_SKIP() << "this processor does not have the level";
    const TryMvmul run = try_mvmul(GetParam());
    for (SrcForm form : {SrcForm::bf16, SrcForm::fp16, SrcForm::tf32})
        for (Kind kind : kinds) {
            Inputs inputs(kind, form);
            int done = 0;
            for (int i = 0; i < 320; ++i) {
                const Fpu fpu{.form = form,
                              .dst_is_32_bit = (i & 1) != 0,
                              .phase = i >> 1 & 3,
                              .rules = {.renormalises_minus_one = (i & 8) != 0}};
                const std::size_t rows = i % 5 == 0 ? 4 : 8;
                Data a(256), b(16 * rows), d(16 * rows);
                inputs.begin();
                for (auto& x : a) x = inputs.src();
                for (auto& x : b) x = inputs.src();
                for (auto& x : d) x = inputs.dst(fpu);
                Data expected = d;
                const Data before = d;
                mvmul_by_datum(fpu, std::span<const std::uint32_t, 256>(a), b, expected);
                const bool ran = run(fpu, a.data(), b.data(), d.data(), rows);
                ASSERT_EQ(d, ran ? expected : before)
                    << fmt::format("form {}, kind {}, case {}", static_cast<int>(form), static_cast<int>(kind), i);
                done += ran ? 1 : 0;
            }
            // What is usual must not take the slow way.
            if (kind == Kind::near_one || kind == Kind::near_one_another) {
                EXPECT_EQ(done, 320);
            }
        }
}

// The smallest exponents for which the fast way answers, and the first for which it leaves the sum to the exact one.
TEST_P(MvmulLanes, LeavesSumsFarBelowTheLargestFactorsToTheExactWay) {
    if (!lane::supported(GetParam())) GTEST_SKIP() << "this processor does not have the level";
    const Fpu fpu{.form = SrcForm::tf32, .dst_is_32_bit = true};
    const auto large = [](std::uint32_t e) { return e << 10; };
    for (std::uint32_t below : {47u, 48u, 49u, 60u}) {
        Data a(256), b(128), d(128), expected(128);
        a[0] = large(127);  // meets a zero of B: the largest factor takes part in no product
        a[16] = large(127 - below) | 0x3FF;
        b[1] = large(127) | 0x3FF;
        mvmul_by_datum(fpu, std::span<const std::uint32_t, 256>(a), b, expected);
        EXPECT_NE(expected[0], 0u);
        EXPECT_EQ(try_mvmul(GetParam())(fpu, a.data(), b.data(), d.data(), 8), below <= 48);
        if (below <= 48) {
            EXPECT_EQ(d, expected);
        }
        d.assign(d.size(), 0);
        mvmul(fpu, std::span<const std::uint32_t, 256>(a), b, d);
        EXPECT_EQ(d, expected) << "the whole instruction is exact either way";
    }
}

INSTANTIATE_TEST_SUITE_P(
    Levels, MvmulLanes, testing::Values(Level::baseline, Level::v3, Level::v4), [](const auto& of) {
        return std::string(of.param == Level::v4 ? "v4" : of.param == Level::v3 ? "v3" : "baseline");
    });

}  // namespace
}  // namespace tessera::tensix
