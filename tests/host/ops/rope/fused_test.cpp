// The fused kernels: the stored cases by a plain loop over the rotation that each becomes, the limits they are held to,
// and what follows from the fields of their structs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "host/ops/rope/fused/golden.hpp"
#include "host/ops/rope/fused/options.hpp"
#include "sim/fault/fault.hpp"
#include "tests/host/ops/rope/plain_rotation.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::filesystem::path folder = TESSERA_SOURCE_DIR "/tests/data/rope_fused";

nlohmann::json cases() { return nlohmann::json::parse(std::ifstream(folder / "manifest.json")).at("cases"); }

double as_half(double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return static_cast<double>(std::bit_cast<float>(num::ieee_fp16_to_fp32(num::fp32_to_ieee_fp16_rne(bits))));
}

std::size_t result_tensor(const Rotation& rotation, std::size_t output) {
    for (std::size_t t = 0; t < rotation.tensors.size(); ++t)
        if (rotation.tensors[t].result && output-- == 0) return t;
    throw std::out_of_range("result");
}

TEST(FusedGolden, RotationsAreThoseOfTheCases) {
    ASSERT_EQ(cases().size(), 16u);
    for (const nlohmann::json& one : cases()) {
        SCOPED_TRACE(one.at("name"));
        ASSERT_TRUE(is_golden(one));
        const Call call = golden_call(one, folder);
        const Rotation rotation = rotation_of(call);
        expect_any_order(rotation);
        const std::vector<std::vector<double>> got = rotated(rotation);
        const std::vector<GoldenArray> arrays = golden_arrays(one, folder, *call.kernel, rotation);
        ASSERT_EQ(arrays.size(), one.at("outputs").size());
        for (const GoldenArray& array : arrays) {
            SCOPED_TRACE(array.name);
            const std::vector<double>& y = got[result_tensor(rotation, array.output)];
            const std::vector<double> expected = doubles(array.expected);
            ASSERT_EQ(y.size(), expected.size());
            EXPECT_NE(array.bits, array.nmse_limit > 0);
            // Exact arrays were worked out in double, copies are copies.
            for (std::size_t i = 0; i < y.size(); ++i) ASSERT_NEAR(y[i], expected[i], array.bits ? 0 : 1e-11) << i;
        }
    }
}

// One rounding to f16 passes, an error of 5e-4 does not (2.5e-7 in squares), however little of a cache turns.
TEST(FusedGolden, LimitsFindASmallErrorInASingleSlot) {
    for (const nlohmann::json& one : cases()) {
        SCOPED_TRACE(one.at("name"));
        const Call call = golden_call(one, folder);
        const Rotation rotation = rotation_of(call);
        const std::vector<GoldenArray> arrays = golden_arrays(one, folder, *call.kernel, rotation);
        const std::vector<std::vector<double>> right = rotated(rotation);
        std::vector<std::vector<double>> wrong = right;
        for (const RowMove& row : rotation.rows)
            for (std::size_t i = 0; row.turns && i < rotation.width; ++i)
                wrong[row.target][row.target_element + i] *= 1 + 5e-4;
        for (const GoldenArray& array : arrays) {
            if (array.bits) continue;
            const std::size_t tensor = result_tensor(rotation, array.output);
            std::vector<double> halves;
            for (const double value : right[tensor]) halves.push_back(as_half(value));
            EXPECT_LE(nmse(halves, doubles(array.expected)), array.nmse_limit) << array.name;
            EXPECT_GT(nmse(wrong[tensor], doubles(array.expected)), array.nmse_limit) << array.name;
        }
    }
}

TEST(FusedGolden, WhatContradictsItselfIsNamed) {
    nlohmann::json one;
    for (const nlohmann::json& c : cases())
        if (c.at("name") == "batch_std") one = c;
    const auto refused = [&](const nlohmann::json& given, const std::string& what) {
        EXPECT_THAT([&] { rotation_of(golden_call(given, folder)); }, ThrowsMessage<InputError>(HasSubstr(what)));
    };
    nlohmann::json other = one;
    other["seq_len"] = 4;
    refused(other, "`seq_len` 4 contradicts k_elem_offset 5");
    other = one;
    other["params"].erase("pos");
    refused(other, "has no `pos`");
    other = one;
    other["params"]["pos"] = 1.5;
    refused(other, "`pos` is 1.5; a whole number is expected");
    other = one;
    other["inputs"].erase(2);
    refused(other, "rope_batch_kv_write_f16 needs an array v of shape (5, 128)");
    other = one;
    other["kernel"] = "rope_f32";
    EXPECT_FALSE(is_golden(other));
}

Call settled(const std::vector<std::pair<std::string, std::string>>& options, std::uint64_t seed = 1) {
    Settings settings(parameters());
    for (const auto& [name, value] : options) settings.set(name, value, "--" + name);
    return call_of(settings, seed);
}

// Each kernel with the fields that its help states.
TEST(FusedOptions, EveryKernelRunsWithoutAnyOption) {
    for (const std::string& kernel : kernel_names()) {
        SCOPED_TRACE(kernel);
        const Call call = settled({{"kernel", kernel}});
        const Rotation rotation = rotation_of(call);
        EXPECT_EQ(rotation.name, kernel);
        expect_any_order(rotation);
        std::vector<std::string> results;
        for (const RowTensor& tensor : rotation.tensors)
            if (tensor.result) results.push_back(tensor.name);
        EXPECT_EQ(results, std::vector<std::string>(call.kernel->results.begin(), call.kernel->results.end()));
        EXPECT_EQ(rotation.rows.front().turns,
                  call.kernel->family != Family::cache_write && call.kernel->family != Family::cache_shift);
    }
}

TEST(FusedOptions, FieldsReplaceWhatTheBytesSay) {
    const test::TemporaryFolder made;
    const std::filesystem::path path = made / "params.bin";
    const std::array<std::uint32_t, 8> words{3, 16, 2, 40, std::bit_cast<std::uint32_t>(500.0f), 48};
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(words.data()), 32);
    const Params p = settled({{"kernel", "rope_f16"}, {"params", path.string()}}).params;
    EXPECT_EQ(p.head_dim, 16u);
    EXPECT_EQ(p.row_stride, 48u);
    const Call patched = settled({{"kernel", "rope_f16"}, {"params", path.string()}, {"pos-offset", "41"}});
    EXPECT_EQ(patched.params.pos_offset, 41u);
    EXPECT_EQ(patched.params.theta, 500);
    EXPECT_EQ(rotation_of(patched).rows.front().positions[0], 41);
    EXPECT_THAT(
        [&] {
            settled({{"params", path.string()}});
        },
        ThrowsMessage<InputError>(HasSubstr("RoPEQKVWriteParams: 32 bytes are given")));
    EXPECT_THAT(
        [&] {
            settled({{"kernel", "rope_f16"}, {"params", path.string() + "x"}});
        },
        ThrowsMessage<InputError>(HasSubstr("params.binx: cannot be read")));
}

TEST(FusedOptions, WhatAKernelDoesNotHaveIsRefused) {
    const auto refused = [](const std::vector<std::pair<std::string, std::string>>& options, const std::string& what) {
        EXPECT_THAT([&] { rotation_of(settled(options)); }, ThrowsMessage<InputError>(HasSubstr(what)));
    };
    refused({{"kernel", "rope_f16"}, {"n-kv-heads", "2"}},
            "--n-kv-heads: RoPEParams of rope_f16 has no such field; did");
    refused({{"kernel", "rope_f16"}, {"position-ids", "random"}}, "--position-ids: rope_f16 takes no such array");
    refused({{"kernel", "rope_f16"}, {"norm-eps", "1"}}, "--norm-eps: rope_f16 takes no such buffer");
    refused({{"kernel", "rope_neo_f16"}}, "did you mean `rope_neox_f16`?");
    refused({{"kernel", "rope_f16"}, {"seq-len", "-3"}}, "seq_len -3: 0 to 4294967295 is expected; nearest: 0");
    refused({{"kernel", "kv_cache_shift"}, {"max-seq-len", "4000000000"}, {"n-kv-heads", "4000000000"}},
            "has more than 2147483648 elements");
    refused({{"x", "no_such_file.npy"}, {"kernel", "rope_f16"}}, "no_such_file.npy");
}

// The frequencies of a table of theta's own powers are those of theta, up to the table's rounding.
TEST(FusedKernels, DivisorsReplaceTheta) {
    const Rotation plain = rotation_of(settled({{"kernel", "rope_f16"}}));
    const Rotation table = rotation_of(settled({{"kernel", "rope_f16"}, {"freqs", "theta"}}));
    ASSERT_EQ(plain.angles.size(), 32u);
    EXPECT_EQ(plain.angles[0].frequency, 1);
    EXPECT_NEAR(static_cast<double>(plain.angles[16].frequency), 0.01, 1e-15);
    for (std::size_t d = 0; d < 32; ++d)
        EXPECT_NEAR(static_cast<double>(table.angles[d].frequency / plain.angles[d].frequency), 1, 0x1p-24);
}

TEST(FusedKernels, ScaleCountsWhereItIsPublishedToCount) {
    const auto scale = [](const std::string& kernel) {
        return static_cast<double>(
            rotation_of(settled({{"kernel", kernel}, {"freq-scale", "0.25"}})).angles[0].frequency);
    };
    EXPECT_EQ(scale("rope_qkv_write_f16"), 0.25);
    EXPECT_EQ(scale("rope_neox_batch_kv_write_f16"), 0.25);
    EXPECT_EQ(scale("head_norm_rope_neox_kv_write_f16"), 1);
}

// Rows of K and V are as many as K has heads; Q's come first, then K's, then V's.
TEST(FusedKernels, HeadsBelowNKvHeadsWriteTheCaches) {
    const Rotation rotation = rotation_of(settled({{"kernel", "head_norm_rope_neox_kv_write_f16"}}));
    ASSERT_EQ(rotation.rows.size(), 8u + 2 + 2);
    for (std::size_t r = 0; r < rotation.rows.size(); ++r) {
        const RowMove& row = rotation.rows[r];
        EXPECT_EQ(row.turns, r < 10);
        EXPECT_EQ(row.source, 0u);
        EXPECT_EQ(row.target, r < 8 ? 0u : r < 10 ? 1u : 2u);
        EXPECT_EQ(row.weight, r < 8 || r >= 10 ? 0u : 1u);
        EXPECT_EQ(row.source_element, 64 * r) << "Q, K and V lie one behind the other";
        EXPECT_EQ(row.target_element, r < 8 ? 64 * r : (32 * (r % 2) + 5) * 64);
    }
}

TEST(FusedKernels, PositionIdsReplaceTheOffset) {
    const std::vector<std::uint32_t> ids{7, 7, 0, 2147483647};
    Call call = settled({{"kernel", "rope_neox_f16"}, {"pos-offset", "100"}, {"n-heads", "1"}});
    const auto positions = [&] {
        std::vector<std::int32_t> out;
        for (const RowMove& row : rotation_of(call).rows) out.push_back(row.positions[0]);
        return out;
    };
    EXPECT_THAT(positions(), testing::ElementsAre(100, 101, 102, 103));
    call.arrays["position_ids"] = npy_array(std::span<const std::uint32_t>(ids), {4});
    EXPECT_THAT(positions(), testing::ElementsAre(7, 7, 0, 2147483647));
}

// Every shift is the memmove of each head, and safe in any order.
TEST(FusedKernels, AShiftIsAMemmove) {
    for (std::uint32_t by = 0; by <= 8; ++by)
        for (std::uint32_t count = 1; count + by <= 8; ++count) {
            SCOPED_TRACE(testing::Message() << by << " " << count);
            const Call call = settled({{"kernel", "kv_cache_shift"},
                                       {"max-seq-len", "8"},
                                       {"head-dim", "3"},
                                       {"shift", std::to_string(by)},
                                       {"new-len", std::to_string(count)}});
            const Rotation rotation = rotation_of(call);
            expect_any_order(rotation);
            std::vector<double> expected = doubles(call.arrays.at("cache"));
            for (std::ptrdiff_t head = 0; head < 2; ++head) {
                const auto first = expected.begin() + head * 24;
                std::copy(first + 3 * by, first + 3 * (by + count), first);
            }
            EXPECT_EQ(rotated(rotation)[0], expected);
            EXPECT_EQ(rotation.tensors.size(), by > 0 && by < count ? 2u : 1u) << "nothing is copied without need";
            EXPECT_EQ(rotation.tensors.size() - 1, rotation.details.size());
        }
}

}  // namespace
}  // namespace tessera::host::fused
