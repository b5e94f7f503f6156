// Every format of a circular buffer on its way through SrcA and Dst, or a fault that says what the machine cannot do.
#include <gmock/gmock.h>

#include "sim/num/dst_bits.hpp"
#include "sim/num/src.hpp"
#include "tests/host/tiles/tiles.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::tiles {
namespace {

using ::testing::HasSubstr;

const std::string copy = "init_sfpu(0, 16);" + packed_copy + "tile_regs_release();";

class Formats : public ::testing::Test {
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};

  protected:
    static TileRun run_of(DataFormat in, DataFormat out, bool fp32) {
        TileRun run{.arch = arch::wormhole_b0(),
                    .mode = {.fp32_dest_acc = fp32},
                    .inputs = {{in, Bytes(tensix::tile_bytes(in))}},
                    .out = out,
                    .tiles = 1,
                    .body = copy};
        Numbers numbers(11);
        // Exponents of BFP blocks near the middle, everything else any bits.
        const std::size_t exponents = tensix::exponent_bytes(in);
        for (std::size_t i = 0; i < run.inputs[0].bytes.size(); ++i)
            run.inputs[0].bytes[i] = static_cast<std::uint8_t>(
                i >= exponents ? numbers.next() : (tensix::has_small_exponent(in) ? 12 : 120) + numbers.next() % 8);
        return run;
    }
    static std::string fault_of(const TileRun& run) {
        try {
            run.result();
        } catch (const fault::Fault& fault) {
            return fault.text();
        }
        return "no fault";
    }
};

TEST_F(Formats, FloatsAreMovedToA16BitDstAndPacked) {
    for (const auto& [in, out] :
         {std::pair(DataFormat::bfp8, DataFormat::bf16), std::pair(DataFormat::bfp4, DataFormat::bfp8),
          std::pair(DataFormat::bfp2, DataFormat::bfp2), std::pair(DataFormat::fp16, DataFormat::fp16),
          std::pair(DataFormat::fp16, DataFormat::bf16), std::pair(DataFormat::bfp8a, DataFormat::fp16),
          std::pair(DataFormat::bfp4a, DataFormat::fp32), std::pair(DataFormat::bfp2a, DataFormat::fp16),
          std::pair(DataFormat::fp8, DataFormat::fp16), std::pair(DataFormat::fp16, DataFormat::bfp8)}) {
        const TileRun run = run_of(in, out, false);
        Words dst = src_words(run.inputs[0], false);
        for (std::uint32_t& x : dst) x = tensix::mova2d(form_of(in, false), x);
        EXPECT_EQ(run.result(), packed(dst, out, run)) << name(in) << " to " << name(out);
    }
}

TEST_F(Formats, FloatsAreWidenedToA32BitDst) {
    for (const DataFormat in : {DataFormat::bfp8a, DataFormat::bfp4, DataFormat::fp8}) {
        const TileRun run = run_of(in, DataFormat::fp32, true);
        Words dst = src_words(run.inputs[0], true);
        for (std::uint32_t& x : dst) x = tensix::elw_add(fpu_of(run), x, 0, 0);
        EXPECT_EQ(run.result(), packed(dst, DataFormat::fp32, run)) << name(in);
    }
}

// The vendor's host packs fp16 out of a 32-bit Dst by way of bf16; straight from fp32 all bits stay.
TEST_F(Formats, Fp16LosesBitsOnItsWayOutOfA32BitDst) {
    TileRun run = run_of(DataFormat::fp16, DataFormat::fp16, true);
    for (std::size_t i = 1; i < run.inputs[0].bytes.size(); i += 2)  // exponents around one
        run.inputs[0].bytes[i] = static_cast<std::uint8_t>(0x34 + run.inputs[0].bytes[i] % 16);
    Words dst = src_words(run.inputs[0], true);
    for (std::uint32_t& x : dst) x = tensix::elw_add(fpu_of(run), x, 0, 0);
    EXPECT_EQ(run.result(), packed(dst, DataFormat::fp16, run));
    EXPECT_NE(run.result(), run.inputs[0].bytes);
    run.mode.fp16_by_fp32 = true;
    EXPECT_EQ(run.result(), run.inputs[0].bytes);
}

// -0 is the one pattern of an 8-bit integer that arithmetic does not keep. Integers of 32 bits have the 32-bit view of
// Dst whatever the launch says (spec/tensix-core.md 2.1).
TEST_F(Formats, IntegersKeepTheirBits) {
    for (const auto& [format, fp32] :
         {std::pair(DataFormat::int32, true), std::pair(DataFormat::int32, false), std::pair(DataFormat::uint32, true),
          std::pair(DataFormat::int16, false), std::pair(DataFormat::uint8, true), std::pair(DataFormat::int8, true)}) {
        TileRun run = run_of(format, format, fp32);
        if (format == DataFormat::int8)
            for (std::uint8_t& x : run.inputs[0].bytes) x = x == 0x80 ? 0 : x;
        EXPECT_EQ(run.result(), run.inputs[0].bytes) << name(format);
    }
}

// -0 and denormals on their way to a 16-bit Dst, whose bits are packed as integers: the start-up for one operand tells
// the matrix unit to leave them alone, and so does copy_init after any start-up.
TEST_F(Formats, TheStartUpSaysWhatMovesMakeOfExponentZero) {
    const std::string starts = R"(
        const uint32_t start = get_arg_val<uint32_t>(3);
        if (start == 0) init_sfpu(0, 16);
        if (start == 1) unary_op_init_common(0, 16);
        if (start == 2) compute_kernel_hw_startup(0, 16);
        if (start == 3) compute_kernel_hw_startup(0, 0, 16);
        if (start == 4) binary_op_init_common(0, 0, 16);
        if (start == 5) compute_kernel_hw_startup(0, 16);
        copy_tile_to_dst_init_short(0);
#if !defined(TESSERA_VENDOR_LIBRARY)
        if (start == 5) copy_init(0);
#endif
)" + packed_copy + "tile_regs_release();";
    for (const arch::Arch* arch : arch::all())
        for (std::uint32_t start = 0; start < (by_vendor_library() ? 5 : 6); ++start) {
            Buffer small{DataFormat::bf16, Bytes(tensix::tile_bytes(DataFormat::bf16))};
            for (int i = 0; i < tensix::tile_datums; ++i) {
                const auto x = static_cast<std::uint32_t>(i % 2 << 15 | i % 128);
                tensix::write_datum(small.bytes.data(), i, 16, i < 512 ? x : x | 0x3F80);
            }
            const TileRun run{
                .arch = *arch, .inputs = {small}, .out = DataFormat::int16, .body = starts, .args = {start}};
            const Bytes result = run.result();
            for (int i = 0; i < tensix::tile_datums; ++i) {
                const std::uint32_t x = tensix::read_datum(small.bytes.data(), i, 16);
                ASSERT_EQ(tensix::read_datum(result.data(), i, 16),
                          num::dst_from_bf16(
                              tensix::mova2d(tensix::SrcForm::bf16, num::bf16_to_src(x), start < 2 || start == 5)))
                    << i << " after start-up " << start << " on " << arch->name;
            }
        }
}

TEST_F(Formats, WhatTheMachineCannotDoIsSaid) {
    EXPECT_THAT(fault_of(run_of(DataFormat::bf16, DataFormat::bfp8a, false)), HasSubstr("bfp8a"));
    // The host refuses both families in a kernel; tessera takes Dst for what the matrix unit wrote, its registers do
    // not.
    EXPECT_THAT(fault_of(run_of(DataFormat::bf16, DataFormat::fp16, false)), HasSubstr("fp16"));
}

}  // namespace
}  // namespace tessera::host::tiles
