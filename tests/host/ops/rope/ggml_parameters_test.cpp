// GGML's parameter block, word by word, and what may not stand in it (rope-variants.md (a)).
#include "host/ops/rope/ggml/parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "host/ops/rope/ggml/angles.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

constexpr GgmlParameters normal_pairs{.n_dims = 64};

void expect_refused(const GgmlParameters& parameters, std::int64_t ne0, const std::string& what,
                    const std::string& nearest) {
    EXPECT_THAT([&] { check(parameters, ne0); },
                ThrowsMessage<fault::InputError>(AllOf(HasSubstr(what), HasSubstr(nearest), Not(HasSubstr("\n")))));
}

GgmlParameters with(GgmlParameters p, auto GgmlParameters::*member, auto value) {
    p.*member = value;
    return p;
}

// The spec's table of slots.
TEST(GgmlBlock, WordsStandInTheirSlots) {
    std::array<std::uint32_t, 16> words{};
    const auto single = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    words = {0, 20, 40, 0, 4096, single(5e5f), single(0.25f), single(0.75f), single(1.5f), single(32), single(1),
             6, 5,  4,  3, 32};
    GgmlBlock block;
    std::memcpy(block.data(), words.data(), block.size());
    const GgmlParameters p = decode(block);
    EXPECT_EQ(p, (GgmlParameters{.n_dims = 20,
                                 .mode = GgmlMode::imrope,
                                 .n_ctx_orig = 4096,
                                 .freq_base = 5e5f,
                                 .freq_scale = 0.25f,
                                 .ext_factor = 0.75f,
                                 .attn_factor = 1.5f,
                                 .beta_fast = 32,
                                 .beta_slow = 1,
                                 .sections = {6, 5, 4, 3},
                                 .n_offs = 32}));
    EXPECT_EQ(encode(p), block);
}

TEST(GgmlBlock, KeepsEveryWordThatNoCallMayHave) {
    GgmlBlock block;
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = static_cast<std::byte>(255 - 3 * i);
    EXPECT_EQ(encode(decode(block)), block);
}

TEST(GgmlParameters, PairsOfEachMode) {
    const auto pairs = [](GgmlMode mode, std::int32_t n_dims, std::int32_t n_offs = 0) {
        return GgmlParameters{.n_dims = n_dims, .mode = mode, .n_offs = n_offs}.pairs();
    };
    const RowPairs two_by_two = pairs(GgmlMode::normal, 20, 4);
    EXPECT_EQ(two_by_two.one(9), 22u);
    EXPECT_EQ(two_by_two.other(9), 23u);
    EXPECT_EQ(two_by_two.count, 10u);
    for (const GgmlMode mode : {GgmlMode::neox, GgmlMode::mrope, GgmlMode::imrope}) {
        const RowPairs halves = pairs(mode, 20, 4);
        EXPECT_EQ(halves.one(9), 13u);
        EXPECT_EQ(halves.other(9), 23u) << "n_dims/2 apart, not ne0/2";
        EXPECT_EQ(halves.count, 10u);
    }
    const RowPairs vision = pairs(GgmlMode::vision, 40);
    EXPECT_EQ(vision.one(39), 39u);
    EXPECT_EQ(vision.other(39), 79u);
    EXPECT_EQ(vision.count, 40u);
}

TEST(GgmlParameters, ModesThatAreNone) {
    expect_refused(with(normal_pairs, &GgmlParameters::mode, GgmlMode{1}), 64,
                   "mode 1: its bit 0 is no longer supported", "nearest: 0");
    expect_refused(with(normal_pairs, &GgmlParameters::mode, GgmlMode{10}), 64, "mode 10: it is no mode", "nearest: 8");
    expect_refused(with(normal_pairs, &GgmlParameters::mode, GgmlMode{-7}), 64, "mode -7", "nearest: 0");
    expect_refused(with(normal_pairs, &GgmlParameters::mode, GgmlMode{INT32_MAX}), 64, "mode 2147483647",
                   "nearest: 40");
}

TEST(GgmlParameters, WhatTurnsIsEvenAndWithinTheRow) {
    const auto dims = [](std::int32_t n) { return with(normal_pairs, &GgmlParameters::n_dims, n); };
    const auto offs = [](std::int32_t n) { return with(normal_pairs, &GgmlParameters::n_offs, n); };
    EXPECT_NO_THROW(check(dims(64), 65));
    expect_refused(dims(31), 64, "n_dims 31: an even number from 2 to 64 (ne0 64)", "nearest: 30");
    expect_refused(dims(0), 64, "n_dims 0", "nearest: 2");
    expect_refused(dims(-3), 64, "n_dims -3", "nearest: 2");
    expect_refused(dims(66), 65, "n_dims 66: an even number from 2 to 64", "nearest: 64");
    expect_refused(dims(2), 1, "ne0 1 holds no pair", "nearest: 2");
    EXPECT_NO_THROW(check(offs(64), 128));
    expect_refused(offs(33), 128, "n_offs 33: an even number from 0 to 64 (ne0 128 less n_dims 64)", "nearest: 32");
    expect_refused(offs(-1), 128, "n_offs -1", "nearest: 0");
    expect_refused(offs(66), 128, "n_offs 66", "nearest: 64");
    expect_refused(offs(2), 64, "n_offs 2", "nearest: 0");
}

TEST(GgmlParameters, VisionTurnsWholeRows) {
    const GgmlParameters vision{.n_dims = 40, .mode = GgmlMode::vision, .sections = {20, 20, 0, 0}};
    EXPECT_NO_THROW(check(vision, 80));
    expect_refused(with(vision, &GgmlParameters::n_dims, 80), 80, "n_dims 80 is not ne0/2 of ne0 80", "nearest: 40");
    expect_refused(with(vision, &GgmlParameters::n_offs, 2), 80, "vision takes no n_offs, and it is 2", "nearest: 0");
    expect_refused(with(vision, &GgmlParameters::n_dims, 39), 78, "ne0 78 is not a multiple of 4", "nearest: 76");
    expect_refused(vision, 2, "ne0 2 is not a multiple of 4", "nearest: 4");
}

TEST(GgmlParameters, SectionsSayForAllPairsByWhichPositionTheyTurn) {
    const auto sections = [](std::array<std::int32_t, 4> s) {
        return GgmlParameters{.n_dims = 64, .mode = GgmlMode::mrope, .sections = s};
    };
    EXPECT_NO_THROW(check(sections({0, 0, 1, 63}), 64));
    expect_refused(sections({0, 0, 0, 5}), 64, "0,0,0,5: one of the first three must be above 0", "nearest: 1,0,0,5");
    expect_refused(sections({40, 20, 4, 1}), 64, "they sum to 65, above ne0 64", "nearest: 40,20,4,0");
    expect_refused(sections({INT32_MAX, INT32_MAX, 4, 1}), 64, "they sum to 4294967299", "nearest: 64,0,0,0");
    expect_refused(sections({8, -8, 4, 1}), 64, "none may be below 0", "nearest: 8,0,4,1");
    EXPECT_NO_THROW(check(with(normal_pairs, &GgmlParameters::sections, std::array{9, -9, 0, 99}), 64))
        << "they have no effect";
}

TEST(GgmlParameters, NumbersThatMakeNoNumbers) {
    const auto set = [](auto member, float value) { return with(normal_pairs, member, value); };
    for (const float bad : {0.0f, -1.0f, INFINITY, NAN})
        expect_refused(set(&GgmlParameters::freq_base, bad), 64, "freq_base", "usual: 10000");
    for (const float bad : {0.0f, -INFINITY, NAN})
        expect_refused(set(&GgmlParameters::freq_scale, bad), 64, "freq_scale", "usual: 1");
    expect_refused(set(&GgmlParameters::ext_factor, NAN), 64, "ext_factor nan", "usual: 0 or 1");
    expect_refused(set(&GgmlParameters::attn_factor, INFINITY), 64, "attn_factor inf", "usual: 1");
    EXPECT_NO_THROW(check(set(&GgmlParameters::freq_scale, -1), 64));
    EXPECT_NO_THROW(check(set(&GgmlParameters::attn_factor, 0), 64));
    EXPECT_NO_THROW(check(set(&GgmlParameters::freq_base, 0.5f), 64));
    EXPECT_NO_THROW(check(set(&GgmlParameters::beta_fast, NAN), 64)) << "without a ramp it has no effect";
}

TEST(GgmlParameters, TheRampTakesLogarithms) {
    const GgmlParameters ramp{.n_dims = 64, .n_ctx_orig = 4096, .ext_factor = 1, .beta_fast = 32, .beta_slow = 1};
    EXPECT_NO_THROW(check(ramp, 64));
    expect_refused(with(ramp, &GgmlParameters::freq_base, 1.0f), 64, "freq_base 1", "usual: 10000");
    expect_refused(with(ramp, &GgmlParameters::freq_scale, -1.0f), 64, "freq_scale -1: with ext_factor", "usual: 1");
    expect_refused(with(ramp, &GgmlParameters::freq_scale, 1e-45f), 64, "has a finite inverse", "usual: 1");
    expect_refused(with(ramp, &GgmlParameters::beta_fast, -1.0f), 64, "beta_fast -1", "usual: 32");
    expect_refused(with(ramp, &GgmlParameters::beta_slow, NAN), 64, "beta_slow nan", "usual: 1");
    expect_refused(with(ramp, &GgmlParameters::n_ctx_orig, -1), 64, "n_ctx_orig -1", "nearest: 0");
    EXPECT_NO_THROW(check(with(ramp, &GgmlParameters::beta_fast, 0.0f), 64));
    const GgmlParameters none = with(ramp, &GgmlParameters::n_ctx_orig, 0);
    EXPECT_NO_THROW(check(none, 64)) << "as in GGML's own tests";
    expect_refused(with(none, &GgmlParameters::beta_fast, 0.0f), 64, "the ramp of ext_factor 1 is no number",
                   "32 and 1");
    EXPECT_NO_THROW(check(with(normal_pairs, &GgmlParameters::ext_factor, 0.0f), 64)) << "as the plain call has it";
}

TEST(GgmlParameters, AnglesStayWithinFp32) {
    const GgmlParameters steep{.n_dims = 64, .freq_base = 1e-38f};
    EXPECT_THAT([&] { ggml_angles(steep, {}, false); },
                ThrowsMessage<fault::InputError>(AllOf(HasSubstr("pair"), HasSubstr("at most 1.58456e+29"))));
    const std::vector<float> factors{1, 1e-32f};
    EXPECT_THROW(ggml_angles({.n_dims = 4}, factors, false), fault::InputError);
}

}  // namespace
}  // namespace tessera::host
