// REPLAY (spec/tensix-core.md 7): instructions recorded once and played back are the same instructions; they pass no
// fetch of T1 and one push stands for all of them.
#include "sim/views/summary.hpp"
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class Replay : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, Replay, ::testing::ValuesIn(modes()), testing::PrintToStringParamName());

// Each entry of Dst tile 0 times itself plus one: argument 3 says whether pushed 32 times, recorded while the first
// runs, recorded before anything runs, or that and played by a MOP.
const std::string squares = R"(
    copy_tile_init(0);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
#ifdef TRISC_MATH
    constexpr uint32_t no_step = TESSERA_SFPI_ADDR_MOD;
    const uint32_t how = get_arg_val<uint32_t>(3);
    math::set_dst_write_addr<DstTileShape::Tile32x32, UnpackDestination::SrcRegs>(0);
    math::set_addr_mod_base();
    TTI_STALLWAIT(p_stall::STALL_SFPU, p_stall::MATH);
#define ENTRY                          \
    TTI_SFPLOAD(0, 0, no_step, 0);     \
    TTI_SFPMAD(0, 0, p_sfpu::LCONST_1, 1, 0); \
    TTI_SFPNOP;                        \
    TTI_SFPSTORE(1, 0, no_step, 0);    \
    TTI_INCRWC(0, 2, 0, 0);
    uint32_t left = 32;
    if (how == 0) {
#pragma GCC unroll 32
        for (int i = 0; i < 32; ++i) { ENTRY }
        left = 0;
    } else if (how == 1) {
        TTI_REPLAY(27, 5, 1, 1);
        ENTRY
        --left;
    } else {
        TTI_REPLAY(27, 5, 0, 1);
        ENTRY
    }
    if (how == 3) {
        volatile uint32_t* const mop = reinterpret_cast<volatile uint32_t*>(tessera::abi::mop_config_base);
        const uint32_t play = TT_OP_REPLAY(27, 5, 0, 0);
        const uint32_t words[] = {8, 4, TT_OP_NOP, TT_OP_NOP, TT_OP_NOP, play, TT_OP_NOP, play, play};
        for (int i = 0; i < 9; ++i) mop[i] = words[i];
        TTI_MOP(1, 0, 0);
        left = 0;
    }
    for (; left != 0; --left) TTI_REPLAY(27, 5, 0, 0);
    math::clear_dst_reg_addr();
    TTI_STALLWAIT(p_stall::STALL_CFG, p_stall::WAIT_SFPU);
    math::clear_addr_mod_base();
#endif
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
)";

TEST_P(Replay, GivesTheBitsOfThePushedInstructions) {
    if (by_vendor_library()) GTEST_SKIP() << "the kernel is written for tessera's library";
    const std::vector<Buffer> inputs{{DataFormat::fp32, tiles_of(DataFormat::fp32, random_reals(1, 7))}};
    const auto result = [&](std::uint32_t how) {
        return TileRun{.arch = *GetParam().arch,
                       .mode = {.fp32_dest_acc = GetParam().fp32},
                       .inputs = inputs,
                       .body = "init_sfpu(0, 16);\n" + squares,
                       .args = {how}}
            .result();
    };
    const Bytes pushed = result(0);
    EXPECT_NE(pushed, inputs[0].bytes);
    EXPECT_EQ(result(1), pushed);
    EXPECT_EQ(result(2), pushed);
    EXPECT_EQ(result(3), pushed);
}

// The cycles that the SFPU is at work for 32 entries of eight instructions, one pass after the other.
Cycle busy_cycles(const arch::Arch& arch, bool replayed) {
    Device device(arch);
    views::Summary summary;
    device.machine().hub().add(summary);
    Program program;
    KernelSpec spec;
    spec.path = "compute.cpp";
    spec.cores = CoreRangeSet{CoreCoord{0, 0}};
    spec.compute = ComputeKernel{};
    const std::string eight =
        "TTI_SFPLOADI(0, 0, 1); TTI_SFPLOADI(1, 0, 1); TTI_SFPLOADI(2, 0, 1); "
        "TTI_SFPLOADI(3, 0, 1); TTI_SFPLOADI(4, 0, 1); TTI_SFPLOADI(5, 0, 1); "
        "TTI_SFPLOADI(6, 0, 1); TTI_SFPLOADI(7, 0, 1); ";
    std::string body = replayed ? "TTI_REPLAY(0, 8, 1, 1);\n" : "";
    for (int i = 0; i < 32; ++i) body += replayed && i > 0 ? "TTI_REPLAY(0, 8, 0, 0);\n" : eight + "\n";
    spec.text =
        "#include \"sfpi.h\"\nnamespace NAMESPACE {\nvoid MAIN {\n#ifdef TRISC_MATH\n" + body + "#endif\n}\n}\n";
    program.add(std::move(spec));
    device.run(program);
    for (const views::SummaryLine& line : summary.lines())
        if (line.track.row == watch::sfpu) return line.busy;
    return 0;
}

TEST(ReplayTime, PlayedInstructionsRunAtOneACycle) {
    const arch::Arch& wormhole = arch::wormhole_b0();
    // What is pushed in a row is fetched from L1 as it comes (spec/timing.md 2.6): the eight that are recorded, or all.
    const double factor = wormhole.tensix.push_not_resident_factor;
    EXPECT_EQ(static_cast<double>(busy_cycles(wormhole, true)), 8 * 31 + 8 * factor);
    EXPECT_EQ(static_cast<double>(busy_cycles(wormhole, false)), 8 * 32 * factor);
}

}  // namespace
}  // namespace tessera::host::tiles
