// Every x86 level this processor has is bit-equal to num::mad on the input classes of spec/sfpu-mad-fast.md 8, under
// both sets of rules. Seeds are fixed.
#include "sim/lane/mad.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/num/fp32.hpp"
#include "sim/num/mad.hpp"

namespace tessera::lane {
namespace {

constexpr num::MadRules wh{};
constexpr num::MadRules bh{true, true, true, true};

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint32_t word() {
        state_ += 0x9E3779B97F4A7C15;
        std::uint64_t v = state_;
        v = (v ^ v >> 30) * 0xBF58476D1CE4E5B9;
        v = (v ^ v >> 27) * 0x94D049BB133111EB;
        return static_cast<std::uint32_t>(v >> 32);
    }
    std::uint32_t below(std::uint32_t n) { return word() % n; }
    std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
    std::uint32_t with_exponent(std::uint32_t low, std::uint32_t high) {
        return (word() & 0x807FFFFF) | between(low, high) << 23;
    }
    std::uint32_t sparse(std::uint32_t x) { return x & ~((1u << between(8, 22)) - 1); }

  private:
    std::uint64_t state_;
};

constexpr std::array<std::uint32_t, 18> edges = {
    0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x00FFFFFF, 0x0C800000, 0x20000000, 0x33800000, 0x3F000000,
    0x3F7FFFFF, 0x3F800000, 0x40000000, 0x4B800000, 0x5F000000, 0x7F000000, 0x7F7FFFFF, 0x7F800000, 0x7FC00000};

struct Triple {
    std::uint32_t x, y, z;
};

std::uint32_t edge(Random& random) {
    return (edges[random.below(edges.size())] | (random.word() & num::sign_bit)) + random.below(7) - 3;
}

constexpr int classes = 10;

Triple make(int kind, Random& random) {
    switch (kind) {
        case 0: return {random.word(), random.word(), random.word()};
        case 1: return {random.with_exponent(112, 143), random.with_exponent(112, 143), random.with_exponent(112, 143)};
        case 2: return {random.with_exponent(124, 131), random.with_exponent(124, 131), random.with_exponent(124, 131)};
        case 3: {
            const std::uint32_t x = random.with_exponent(90, 160), y = random.with_exponent(90, 160);
            float fx, fy;
            std::memcpy(&fx, &x, 4);
            std::memcpy(&fy, &y, 4);
            const float product = -(fx * fy);
            std::uint32_t z;
            std::memcpy(&z, &product, 4);
            return {x, y, z + random.below(9) - 4};
        }
        case 4:
            return {random.sparse(random.with_exponent(120, 134)), random.sparse(random.with_exponent(120, 134)),
                    random.sparse(random.with_exponent(120, 134))};
        case 5: return {edge(random), edge(random), edge(random)};
        case 6: {
            const std::uint32_t e = random.between(60, 190);
            Triple t{random.with_exponent(127, 127), random.with_exponent(e, e), random.with_exponent(e - 34, e + 34)};
            if (random.below(2) == 0) t = {random.sparse(t.x), random.sparse(t.y), random.sparse(t.z)};
            return t;
        }
        case 7: {
            const std::uint32_t e = random.between(1, 126);
            return {random.with_exponent(e, e), random.with_exponent(126 - e, 132 - e), random.with_exponent(0, 32)};
        }
        case 8: {
            const std::uint32_t e = random.between(129, 254);
            return {random.with_exponent(e, e), random.with_exponent(378 - e, 383 - e < 255 ? 383 - e : 255),
                    random.with_exponent(225, 255)};
        }
        default: {
            const auto bf16_or_zero = [&] {
                return random.below(8) == 0 ? random.word() & num::sign_bit
                                            : random.with_exponent(110, 145) & 0xFFFF0000;
            };
            return {bf16_or_zero(), bf16_or_zero(), random.below(4) == 0 ? 0 : random.with_exponent(100, 150)};
        }
    }
}

struct Case {
    Level level;
    bool ieee;
};
void PrintTo(const Case& one, std::ostream* out) {
    constexpr std::array names = {"baseline", "v3", "v4"};
    *out << names[static_cast<std::size_t>(one.level)] << (one.ieee ? "_bh" : "_wh");
}

class MadLevel : public testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (!supported(GetParam().level)) GTEST_SKIP() << "this processor lacks the level";
    }
    num::MadRules rules() const { return GetParam().ieee ? bh : wh; }
    const MadOps& ops() const { return table(GetParam().level).of(rules()); }
};

TEST_P(MadLevel, EqualsTheScalarRuleOnEveryClass) {
    constexpr std::size_t words = 1024;
    constexpr int rounds = 512;  // half a million triples a class, three operations each
    std::vector<std::uint32_t> x(words), y(words), z(words), d(words), mask(words, ~0u);
    for (int kind = 0; kind < classes; ++kind) {
        Random random(1000 + static_cast<std::uint64_t>(kind));
        for (int round = 0; round < rounds; ++round) {
            for (std::size_t i = 0; i < words; ++i) {
                const Triple t = make(kind, random);
                x[i] = t.x;
                y[i] = t.y;
                z[i] = t.z;
            }
            ops().mad({d.data()}, {x.data()}, {y.data()}, {z.data()}, {mask.data()}, words / 32);
            for (std::size_t i = 0; i < words; ++i) {
                ASSERT_EQ(d[i], num::mad(rules(), x[i], y[i], z[i]))
                    << "mad class " << kind << std::hex << ": " << x[i] << " " << y[i] << " " << z[i];
            }
            ops().mul({d.data()}, {x.data()}, {y.data()}, {mask.data()}, words / 32);
            for (std::size_t i = 0; i < words; ++i) {
                ASSERT_EQ(d[i], num::mad(rules(), x[i], y[i], 0))
                    << "mul class " << kind << std::hex << ": " << x[i] << " " << y[i];
            }
            ops().add({d.data()}, {x.data()}, {z.data()}, {mask.data()}, words / 32);
            for (std::size_t i = 0; i < words; ++i) {
                ASSERT_EQ(d[i], num::mad(rules(), x[i], num::one, z[i]))
                    << "add class " << kind << std::hex << ": " << x[i] << " " << z[i];
            }
        }
    }
}

// All triples of the edge patterns with both signs: 46,656.
TEST_P(MadLevel, EqualsTheScalarRuleOnEveryEdgeTriple) {
    std::vector<std::uint32_t> x, y, z;
    const auto pattern = [](std::size_t i) { return edges[i / 2] | static_cast<std::uint32_t>(i % 2) << 31; };
    for (std::size_t i = 0; i < 36; ++i)
        for (std::size_t j = 0; j < 36; ++j)
            for (std::size_t k = 0; k < 36; ++k) {
                x.push_back(pattern(i));
                y.push_back(pattern(j));
                z.push_back(pattern(k));
            }
    ASSERT_EQ(x.size() % 32, 0u);
    std::vector<std::uint32_t> d(x.size()), mask(x.size(), ~0u);
    ops().mad({d.data()}, {x.data()}, {y.data()}, {z.data()}, {mask.data()}, d.size() / 32);
    for (std::size_t i = 0; i < d.size(); ++i)
        ASSERT_EQ(d[i], num::mad(rules(), x[i], y[i], z[i])) << std::hex << x[i] << " " << y[i] << " " << z[i];
}

// What the shortcut accepts is right, lane by lane, over edges and every class; what takes no part does not count.
class Shortcut : public MadLevel {
  protected:
    void SetUp() override {
        MadLevel::SetUp();
        if (!ops().try_mad) GTEST_SKIP() << "this level has none";
    }
    void compare(const std::array<Triple, 32>& triples) {
        std::array<std::uint32_t, 32> x{}, y{}, z{}, mask{};
        for (std::size_t i = 0; i < 32; ++i) x[i] = triples[i].x, y[i] = triples[i].y, z[i] = triples[i].z;
        for (std::size_t i = 0; i < 32; ++i) {
            mask.fill(0);
            mask[i] = ~0u;
            std::array<std::uint32_t, 32> d{};
            const bool taken = ops().try_mad({d.data()}, {x.data()}, {y.data()}, {z.data()}, {mask.data()}, 1) == 1;
            if (taken) {
                ASSERT_EQ(d[i], num::mad(rules(), x[i], y[i], z[i])) << std::hex << x[i] << " " << y[i] << " " << z[i];
                d[i] = 0;
            }
            ASSERT_EQ(d, (std::array<std::uint32_t, 32>{}));
            (taken ? hits_ : misses_)++;
        }
    }
    long hits_ = 0, misses_ = 0;
};

TEST_P(Shortcut, IsRightWhereItIsTaken) {
    const auto pattern = [](std::size_t i) { return edges[i / 2] | static_cast<std::uint32_t>(i % 2) << 31; };
    std::array<Triple, 32> triples;
    for (std::size_t n = 0; n < 36 * 36 * 36; n += 32) {
        for (std::size_t i = 0; i < 32; ++i)
            triples[i] = {pattern((n + i) / 1296), pattern((n + i) / 36 % 36), pattern((n + i) % 36)};
        compare(triples);
    }
    for (int kind = 0; kind < classes; ++kind) {
        Random random(2000 + static_cast<std::uint64_t>(kind));
        for (int round = 0; round < 1000; ++round) {
            for (Triple& triple : triples) triple = make(kind, random);
            compare(triples);
        }
    }
    EXPECT_GT(hits_, 1000);
    EXPECT_GT(misses_, 1000);
}

TEST_P(MadLevel, MaskedLanesKeepTheirWord) {
    Random random(7);
    std::array<std::uint32_t, 64> x{}, y{}, z{}, d{}, mask{};
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = random.with_exponent(120, 134);
        y[i] = i % 5 == 0 ? 0x7FC00000 : random.with_exponent(120, 134);
        z[i] = random.with_exponent(120, 134);
        d[i] = random.word();
        mask[i] = random.below(2) ? ~0u : 0;
    }
    const auto before = d;
    ops().mad({d.data()}, {x.data()}, {y.data()}, {z.data()}, {mask.data()}, d.size() / 32);
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_EQ(d[i], mask[i] ? num::mad(rules(), x[i], y[i], z[i]) : before[i]) << i;
    d = before;
    ops().mul({d.data()}, {x.data()}, {y.data()}, {mask.data()}, d.size() / 32);
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_EQ(d[i], mask[i] ? num::mad(rules(), x[i], y[i], 0) : before[i]) << i;
    d = before;
    ops().add({d.data()}, {x.data()}, {z.data()}, {mask.data()}, d.size() / 32);
    for (std::size_t i = 0; i < d.size(); ++i)
        EXPECT_EQ(d[i], mask[i] ? num::mad(rules(), x[i], num::one, z[i]) : before[i]) << i;
}

// VD may be any of the operands, also where lanes take the exact path.
TEST_P(MadLevel, TheResultMayBeAnOperand) {
    Random random(8);
    std::array<std::uint32_t, 32> x{}, mask{};
    mask.fill(~0u);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 4 == 0 ? 0x7F800001 : random.with_exponent(120, 134);
    auto d = x;
    ops().mad({d.data()}, {d.data()}, {d.data()}, {d.data()}, {mask.data()}, 1);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_EQ(d[i], num::mad(rules(), x[i], x[i], x[i])) << i;
    d = x;
    ops().mul({d.data()}, {d.data()}, {d.data()}, {mask.data()}, 1);
    for (std::size_t i = 0; i < d.size(); ++i) EXPECT_EQ(d[i], num::mad(rules(), x[i], x[i], 0)) << i;
}

INSTANTIATE_TEST_SUITE_P(Levels, MadLevel,
                         testing::Values(Case{Level::baseline, false}, Case{Level::baseline, true},
                                         Case{Level::v3, false}, Case{Level::v3, true}, Case{Level::v4, false},
                                         Case{Level::v4, true}),
                         testing::PrintToStringParamName());

INSTANTIATE_TEST_SUITE_P(Levels, Shortcut,
                         testing::Values(Case{Level::v3, false}, Case{Level::v3, true}, Case{Level::v4, false},
                                         Case{Level::v4, true}),
                         testing::PrintToStringParamName());

TEST(MadTable, IsTheHighestSupportedLevel) {
    EXPECT_TRUE(supported(Level::baseline));
    const Level highest = supported(Level::v4) ? Level::v4 : supported(Level::v3) ? Level::v3 : Level::baseline;
    EXPECT_EQ(&table(), &table(highest));
}

TEST(MadTable, RefusesAMixtureOfRules) { EXPECT_THROW(table().of({.canonical_nan = true}), std::invalid_argument); }

}  // namespace
}  // namespace tessera::lane
