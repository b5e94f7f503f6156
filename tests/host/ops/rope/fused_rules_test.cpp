// What the fused kernels would do with fields or arrays that do not fit together is refused in one line with the
// nearest legal value.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "host/ops/rope/fused/generate.hpp"
#include "host/ops/rope/fused/problem.hpp"
#include "host/ops/rope/fused/structs.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::fused {
namespace {

using fault::InputError;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

constexpr Params in_place{.seq_len = 4, .head_dim = 8, .n_heads = 2, .theta = 10000};
constexpr Params at_once{.head_dim = 8,
                         .n_heads = 4,
                         .n_kv_heads = 2,
                         .max_seq_len = 16,
                         .pos = 5,
                         .theta = 10000,
                         .freq_scale = 1,
                         .k_elem_offset = 32,
                         .v_elem_offset = 48};
constexpr Params batch{.head_dim = 8,
                       .n_heads = 4,
                       .n_kv_heads = 2,
                       .max_seq_len = 16,
                       .pos = 5,
                       .theta = 10000,
                       .freq_scale = 1,
                       .k_elem_offset = 5};
constexpr Params write{.seq_len = 3, .head_dim = 8, .n_kv_heads = 2, .max_seq_len = 16, .pos = 5};
constexpr Params shift{.head_dim = 8, .n_kv_heads = 2, .max_seq_len = 16, .shift = 4, .new_len = 8};
constexpr Params norm{.seq_len = 3, .head_dim = 8, .n_heads = 2, .eps = 1e-6f};

void expect_refused(const char* kernel, const Params& params, const std::string& rule, const std::string& nearest) {
    EXPECT_THAT(
        [&] { buffers_of(*find_kernel(kernel), params); },
        ThrowsMessage<InputError>(AllOf(HasSubstr(rule), HasSubstr("nearest: " + nearest), Not(HasSubstr("\n")))));
}
template <class Value>
Params with(Params params, Value Params::*field, std::type_identity_t<Value> value) {
    params.*field = value;
    return params;
}

TEST(FusedRules, WhatTheOthersDepartFromIsRight) {
    EXPECT_NO_THROW(buffers_of(*find_kernel("rope_f16"), in_place));
    EXPECT_NO_THROW(buffers_of(*find_kernel("rope_qkv_write_f16"), at_once));
    EXPECT_NO_THROW(buffers_of(*find_kernel("rope_batch_kv_write_f16"), batch));
    EXPECT_NO_THROW(buffers_of(*find_kernel("kv_cache_write"), write));
    EXPECT_NO_THROW(buffers_of(*find_kernel("kv_cache_shift"), shift));
    EXPECT_NO_THROW(buffers_of(*find_kernel("head_rmsnorm_f16"), norm));
}

TEST(FusedRules, HeadsInPlace) {
    for (const char* kernel : {"rope_f16", "rope_neox_f16"}) {
        expect_refused(kernel, with(in_place, &Params::seq_len, 0), "seq_len 0: 1 or more", "1");
        expect_refused(kernel, with(in_place, &Params::n_heads, 0), "n_heads 0: 1 or more", "1");
        expect_refused(kernel, with(in_place, &Params::head_dim, 7), "head_dim 7: an even number", "8");
        expect_refused(kernel, with(in_place, &Params::head_dim, 0), "head_dim 0: an even number", "2");
        expect_refused(kernel, with(in_place, &Params::head_dim, UINT32_MAX), "head_dim 4294967295", "4294967294");
        expect_refused(kernel, with(in_place, &Params::row_stride, 15), "row_stride 15 is shorter", "16, or 0");
        for (const float theta : {0.0f, -1.0f, INFINITY, NAN})
            expect_refused(kernel, with(in_place, &Params::theta, theta), "theta ", "10000");
    }
}

TEST(FusedRules, HeadsThatWriteCaches) {
    for (const auto& [kernel, params] : {std::pair("rope_qkv_write_f16", at_once),
                                         {"rope_neox_batch_kv_write_f16", batch},
                                         {"head_norm_rope_neox_kv_write_f16", at_once}}) {
        SCOPED_TRACE(kernel);
        expect_refused(kernel, with(params, &Params::n_heads, 0), "n_heads 0", "1");
        expect_refused(kernel, with(params, &Params::n_kv_heads, 0), "n_kv_heads 0", "1");
        expect_refused(kernel, with(params, &Params::n_kv_heads, 5), "n_kv_heads 5 exceeds n_heads 4", "4");
        expect_refused(kernel, with(params, &Params::head_dim, 9), "head_dim 9", "10");
        expect_refused(kernel, with(params, &Params::theta, 0), "theta 0", "10000");
        expect_refused(kernel, with(params, &Params::pos, 16), "pos 16", "pos 1");
        expect_refused(kernel, with(params, &Params::pos, UINT32_MAX), "pos 4294967295", "pos 1");
    }
    expect_refused("rope_qkv_write_f16", with(at_once, &Params::pos, 16),
                   "pos 16: 1 position(s) from there end at 17, and the cache ends at max_seq_len 16", "pos 15");
    expect_refused("rope_batch_kv_write_f16", with(batch, &Params::pos, 12), "pos 12: 5 position(s)", "pos 11");
    expect_refused("rope_batch_kv_write_f16", with(batch, &Params::k_elem_offset, 17), "22, and the cache",
                   "max_seq_len 22");
    expect_refused("rope_batch_kv_write_f16", with(batch, &Params::k_elem_offset, 0), "the number of tokens, 0", "1");
    expect_refused("rope_qkv_write_f16", with(at_once, &Params::k_elem_offset, 31), "k_elem_offset 31 lies within Q",
                   "32");
    expect_refused("rope_qkv_write_f16", with(at_once, &Params::v_elem_offset, 0), "v_elem_offset 0 lies within Q",
                   "32");
    for (const float scale : {INFINITY, NAN})
        expect_refused("rope_qkv_write_f16", with(at_once, &Params::freq_scale, scale), "freq_scale ", "1");
    EXPECT_NO_THROW(
        buffers_of(*find_kernel("head_norm_rope_neox_kv_write_f16"), with(at_once, &Params::freq_scale, NAN)))
        << "not used there";
    Params wide = with(at_once, &Params::head_dim, 258);
    wide.k_elem_offset = wide.v_elem_offset = 2000;
    expect_refused("head_norm_rope_neox_kv_write_f16", wide, "sums the squares of at most 256", "256");
    EXPECT_NO_THROW(buffers_of(*find_kernel("rope_qkv_write_f16"), wide));
}

TEST(FusedRules, CachesAndNorms) {
    expect_refused("kv_cache_write", with(write, &Params::n_kv_heads, 0), "n_kv_heads 0", "1");
    expect_refused("kv_cache_write", with(write, &Params::head_dim, 0), "head_dim 0", "1");
    expect_refused("kv_cache_write", with(write, &Params::seq_len, 0), "seq_len 0", "1");
    expect_refused("kv_cache_write", with(write, &Params::pos, 14), "pos 14: 3 position(s)", "pos 13");
    expect_refused("kv_cache_shift", with(shift, &Params::n_kv_heads, 0), "n_kv_heads 0", "1");
    expect_refused("kv_cache_shift", with(shift, &Params::head_dim, 0), "head_dim 0", "1");
    expect_refused("kv_cache_shift", with(shift, &Params::new_len, 0), "new_len 0", "1");
    expect_refused("kv_cache_shift", with(shift, &Params::shift, 9), "shift 9: 8 position(s)", "shift 8");
    expect_refused("head_rmsnorm_f16", with(norm, &Params::head_dim, 3), "head_dim 3", "4");
    expect_refused("head_rmsnorm_f16", with(norm, &Params::n_heads, 0), "n_heads 0", "1");
    expect_refused("head_rmsnorm_f16", with(norm, &Params::seq_len, 0), "seq_len 0", "1");
    for (const float eps : {0.0f, -1.0f, NAN})
        expect_refused("head_rmsnorm_f16", with(norm, &Params::eps, eps), "eps ", "1e-06");
}

class FusedArrays : public testing::Test {
  protected:
    void make(const char* kernel, const Params& params) {
        call_ = {find_kernel(kernel), params, {}};
        for (const Buffer& buffer : buffers_of(*call_.kernel, call_.params))
            if (buffer.needed) call_.arrays[std::string(buffer.name)] = generated_array(buffer, call_.params, 1);
        EXPECT_NO_THROW(rotation_of(call_));
    }
    void expect_array_refused(const char* name, NpyArray array, const std::string& what) {
        Call call = call_;
        call.arrays[name] = std::move(array);
        EXPECT_THAT([&] { rotation_of(call); },
                    ThrowsMessage<InputError>(AllOf(HasSubstr(what), Not(HasSubstr("\n")))));
    }
    static NpyArray halves(std::vector<std::size_t> shape) {
        return {DType::f2, shape, std::vector<std::byte>(2 * element_count(shape))};
    }
    template <class T>
    static NpyArray numbers(const std::vector<T>& values) {
        return npy_array(std::span<const T>(values), {values.size()});
    }
    Call call_;
};

TEST_F(FusedArrays, AreOfTheirTypesAndShapes) {
    make("rope_qkv_write_f16", at_once);
    expect_array_refused("qkv", halves({63}), "qkv: shape (63,); (64,) or more elements is expected");
    expect_array_refused("qkv", numbers(std::vector<float>(64)), "qkv: elements are <f4; <f2 is expected");
    expect_array_refused("k_cache", halves({2, 15, 8}), "k_cache: shape (2, 15, 8); (2, 16, 8) is expected");
    expect_array_refused("v_cache", halves({16, 2, 8}), "v_cache: shape (16, 2, 8); (2, 16, 8) is expected");
    expect_array_refused("k_cache", halves({512}), "k_cache: shape (512,)");
    expect_array_refused("x", halves({64}), "rope_qkv_write_f16 takes no array x");
    expect_array_refused("freqs", numbers(std::vector<float>(3, 1)), "freqs: shape (3,); (4,) is expected");
    expect_array_refused("freqs", numbers(std::vector<double>(4, 1)), "freqs: elements are <f8; <f4 is expected");
    for (const float bad : {0.0f, -2.0f, NAN})
        expect_array_refused("freqs", numbers<float>({1, 10, bad, 1000}), "freqs[2] is ");
    call_.arrays["k_cache"] = halves({256});
    call_.arrays["freqs"] = numbers<float>({1, 10, 100, INFINITY});
    EXPECT_EQ(rotation_of(call_).angles[3].frequency, 0);
    call_.arrays.erase("v_cache");
    EXPECT_THAT([&] { rotation_of(call_); },
                ThrowsMessage<InputError>(HasSubstr("needs an array v_cache of shape (2, 16, 8)")));
}

TEST_F(FusedArrays, PositionsAreNotNegative) {
    make("rope_neox_f16", in_place);
    using Wide = std::vector<std::int64_t>;
    expect_array_refused("position_ids", numbers(Wide{1, 2, 3}), "position_ids: shape (3,); (4,) is expected");
    expect_array_refused("position_ids", numbers(std::vector<float>(4)), "a type of whole numbers such as <u4");
    expect_array_refused("position_ids", numbers(Wide{1, 2, -3, 4}), "position_ids[2] is -3; 0 to 2147483647");
    expect_array_refused("position_ids", numbers(Wide{1, 2, 3, 1LL << 31}), "nearest: 2147483647");
    call_.params = with(in_place, &Params::pos_offset, UINT32_MAX);
    EXPECT_THAT([&] { rotation_of(call_); }, ThrowsMessage<InputError>(HasSubstr("nearest: 2147483644")));
}

TEST_F(FusedArrays, EpsIsAboveZero) {
    make("head_norm_rope_neox_kv_write_f16", at_once);
    for (const float eps : {0.0f, -1.0f, NAN, INFINITY}) {
        call_.norm_eps = eps;
        EXPECT_THAT([&] { rotation_of(call_); }, ThrowsMessage<InputError>(HasSubstr("norm_eps ")));
    }
}

// Fields whose product no array can have.
TEST_F(FusedArrays, HugeFieldsAreNoSmallArrays) {
    make("kv_cache_shift", shift);
    Params huge = with(shift, &Params::n_kv_heads, UINT32_MAX);
    huge.head_dim = huge.max_seq_len = 1u << 31;
    call_.params = huge;
    EXPECT_THAT([&] { rotation_of(call_); }, ThrowsMessage<InputError>(HasSubstr("cache: shape (2, 16, 8)")));
}

}  // namespace
}  // namespace tessera::host::fused
