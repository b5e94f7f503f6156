// Formats that the vendor's host configures (spec/kernel-api.md 3.2): literals of its table.
#include "host/compile/unit_formats.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tessera::host {
namespace {

using tensix::DataFormat;
using tensix::DstFormat;
using enum tensix::DataFormat;
using Family = ExponentFamily;

TEST(UnitFormats, FamiliesFollowFromAllBuffers) {
    EXPECT_EQ(exponent_family({}), Family::wide);
    EXPECT_EQ(exponent_family(std::array{fp32, int32, uint8, int16}), Family::wide);
    EXPECT_EQ(exponent_family(std::array{fp32, bfp8, bf16}), Family::wide);
    EXPECT_EQ(exponent_family(std::array{fp32, fp16, uint32}), Family::small);
    EXPECT_EQ(exponent_family(std::array{bfp4a, fp8}), Family::small);
    EXPECT_EQ(exponent_family(std::array{fp32, int8}), Family::small);
    EXPECT_EQ(exponent_family(std::array{bfp8, fp16}), Family::mixed);
}

TEST(UnitFormats, Fp32LosesBitsOnItsWayToSrc) {
    EXPECT_EQ(unpacked_format(fp32, false, true, Family::wide), tf32);
    EXPECT_EQ(unpacked_format(fp32, false, false, Family::wide), bf16);
    EXPECT_EQ(unpacked_format(fp32, false, true, Family::small), fp16);
    EXPECT_EQ(unpacked_format(fp32, false, true, Family::small, true), tf32);
    EXPECT_EQ(unpacked_format(fp32, false, false, Family::small, true), fp16);
    EXPECT_EQ(unpacked_format(fp32, false, false, Family::small), fp16);
    for (const Family family : {Family::wide, Family::small})
        EXPECT_EQ(unpacked_format(fp32, true, true, family), fp32);
    for (const DataFormat format : {bf16, fp16, bfp8, bfp4, int32, uint8})
        EXPECT_EQ(unpacked_format(format, false, true, Family::wide), format);
}

TEST(UnitFormats, WhatDstBecomesBeforeItIsPacked) {
    const struct {
        DataFormat out, wide, precise, bf16_dst, precise_bf16, fp16_dst, precise_fp16;
    } rows[]{{fp32, fp32, fp32, bf16, bf16, fp16, fp16},       {bf16, bf16, bf16, bf16, bf16, fp16, fp16},
             {fp16, bf16, bf16, bf16, bf16, fp16, fp16},       {bfp8, bfp8, fp32, bfp8, bf16, bfp8a, fp16},
             {bfp4, bfp8, fp32, bfp8, bf16, bfp8a, fp16},      {bfp2, bfp8, fp32, bfp8, bf16, bfp8a, fp16},
             {bfp8a, bfp8a, fp32, bfp8, bf16, bfp8a, fp16},    {int32, int32, int32, int32, int32, int32, int32},
             {uint8, int32, int32, int32, int32, int32, int32}};
    for (const auto& row : rows) {
        EXPECT_EQ(intermediate_of(DstFormat::fp32, row.out), row.wide) << name(row.out);
        EXPECT_EQ(intermediate_of(DstFormat::fp32, row.out, true), row.precise) << name(row.out);
        EXPECT_EQ(intermediate_of(DstFormat::bf16, row.out), row.bf16_dst) << name(row.out);
        EXPECT_EQ(intermediate_of(DstFormat::bf16, row.out, true), row.precise_bf16) << name(row.out);
        EXPECT_EQ(intermediate_of(DstFormat::fp16, row.out), row.fp16_dst) << name(row.out);
        EXPECT_EQ(intermediate_of(DstFormat::fp16, row.out, true), row.precise_fp16) << name(row.out);
    }
    EXPECT_EQ(intermediate_of(DstFormat::fp32, fp16, false, true), fp32);
    EXPECT_EQ(intermediate_of(DstFormat::fp16, fp16, false, true), fp16);
    EXPECT_EQ(narrow_dst_format(Family::wide), DstFormat::bf16);
    EXPECT_EQ(narrow_dst_format(Family::small), DstFormat::fp16);
}

}  // namespace
}  // namespace tessera::host
