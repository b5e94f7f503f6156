// Every format of a circular buffer on its way through SrcA and Dst, or a fault that says what the machine cannot do.
#include <gmock/gmock.h>

#include "tests/host/tiles/tiles.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host::tiles {
namespace {

using ::testing::HasSubstr;

constexpr const char* copy = R"(
    init_sfpu(0, 16);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();)";

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

// -0 is the one pattern of an 8-bit integer that arithmetic does not keep.
TEST_F(Formats, IntegersKeepTheirBits) {
    for (const auto& [format, fp32] :
         {std::pair(DataFormat::int32, true), std::pair(DataFormat::uint32, true), std::pair(DataFormat::int16, false),
          std::pair(DataFormat::uint8, true), std::pair(DataFormat::int8, true)}) {
        TileRun run = run_of(format, format, fp32);
        if (format == DataFormat::int8)
            for (std::uint8_t& x : run.inputs[0].bytes) x = x == 0x80 ? 0 : x;
        EXPECT_EQ(run.result(), run.inputs[0].bytes) << name(format);
    }
}

TEST_F(Formats, WhatTheMachineCannotDoIsSaid) {
    EXPECT_THAT(fault_of(run_of(DataFormat::int32, DataFormat::int32, false)), HasSubstr("to a 16-bit Dst"));
    // The tree has a way: sixteen bits go to the upper half of each datum of Dst.
    if (!by_instruction()) {
        EXPECT_THAT(fault_of(run_of(DataFormat::int16, DataFormat::fp32, true)), HasSubstr("int16"));
    }
    EXPECT_THAT(fault_of(run_of(DataFormat::bf16, DataFormat::bfp8a, false)), HasSubstr("bfp8a"));
    EXPECT_THAT(fault_of(run_of(DataFormat::bf16, DataFormat::fp16, false)), HasSubstr("fp16"));
}

}  // namespace
}  // namespace tessera::host::tiles
