// Compute kernels that leave out a set-up which this model does not need and silicon does, or repeat it.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

const std::string feed_ones = R"(
    for (int i = 0; i < 8; ++i) {
        cb_reserve_back(0, 1);
        auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
        for (int j = 0; j < 512; ++j) p[j] = 0x3f803f80;
        cb_push_back(0, 1);
    })";
const std::string pop_all = R"(
    for (int i = 0; i < 8; ++i) {
        cb_wait_front(16, 1);
        cb_pop_front(16, 1);
    })";

struct LoopOverTiles : Scenario {
    explicit LoopOverTiles(const std::string& before, const std::string& tile) {
        cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).reader(feed_ones).writer(pop_all);
        compute(before + R"(
    for (int i = 0; i < 8; ++i) {
        cb_wait_front(0, 1);
        cb_reserve_back(16, 1);
        tile_regs_acquire();
)" + tile + R"(
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, 16);  // PACK
        tile_regs_release();
        cb_push_back(16, 1);
        cb_pop_front(0, 1);
    })");
    }
};

TEST(StartupFault, CopyInAKernelThatNeverStartsTheHardware) {
    LoopOverTiles s("    copy_tile_init(0);", "        copy_tile(0, 0, 0);  // BUG");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("copy_tile in a kernel that has not started the hardware"), HasSubstr("init_sfpu")));
    for (const char* start : {"init_sfpu(0, 16);", "unary_op_init_common(0, 16);", "compute_kernel_hw_startup(0, 16);",
                              "compute_kernel_hw_startup(0, 0, 16);", "binary_op_init_common(0, 0, 16);"}) {
        LoopOverTiles good(std::string(start) + "    copy_tile_init(0);", "        copy_tile(0, 0, 0);");
        expect_clean(good);
    }
}

TEST(StartupFault, AnOperationWithItsShortInitOnly) {
    LoopOverTiles s("    add_tiles_init(0, 0);", "        add_tiles(0, 0, 0, 0, 0);  // BUG");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("add_tiles in a kernel that has not started"), HasSubstr("binary_op_init_common")));
    LoopOverTiles product("    mm_init_short(0, 0);", "        matmul_tiles(0, 0, 0, 0, 0);  // BUG");
    expect_fault(product, Id::wrong_init, "TRISC1", "compute.cpp", HasSubstr("mm_init for a product"));
    LoopOverTiles good("    mm_init(0, 0, 16);", "        matmul_tiles(0, 0, 0, 0, 0);");
    expect_clean(good);
}

// Nothing is unpacked, so that the first tile function is the packer's.
TEST(StartupFault, VectorsPackedWithoutAStart) {
    const std::string ones = "        MATH(for (int j = 0; j < 32; ++j) sfpi::dst_reg[j] = 1.0f;)";
    LoopOverTiles s("", ones);
    expect_fault(s, Id::wrong_init, "TRISC2", "compute.cpp", HasSubstr("pack_tile in a kernel that has not started"),
                 "// PACK");
}

TEST(StartupFault, AStartInTheLoopOverTiles) {
    LoopOverTiles s("", "        init_sfpu(0, 16);  // BUG\n        copy_tile_init(0);\n        copy_tile(0, 0, 0);");
    s.above("");
    LoopOverTiles again("    copy_tile_init(0);", "        init_sfpu(0, 16);  // BUG\n        copy_tile(0, 0, 0);");
    expect_warning(again, Id::wrong_init, "TRISC1", "compute.cpp",
                   HasSubstr("hardware start-up in the loop over tiles"));
    // The init of a tile function in between does not change the formats.
    expect_warning(s, Id::wrong_init, "TRISC1", "compute.cpp", HasSubstr("hardware start-up in the loop over tiles"));
    LoopOverTiles formats("",
                          "        compute_kernel_hw_startup(0, 16);  // BUG\n        copy_tile_init(0);\n"
                          "        copy_tile(0, 0, 0);");
    expect_warning(formats, Id::wrong_init, "TRISC1", "compute.cpp",
                   HasSubstr("hardware start-up in the loop over tiles"));
    LoopOverTiles good("    compute_kernel_hw_startup(0, 16);",
                       "        copy_tile_init(0);\n        copy_tile(0, 0, 0);");
    expect_clean(good);
}

TEST(StartupFault, PackOfWhatNobodyWrote) {
    LoopOverTiles s("    init_sfpu(0, 16);", "");
    expect_fault(s, Id::uninitialised, "TRISC2", "compute.cpp",
                 HasSubstr("pack_tile of Dst tile 0, which nothing has written since tile_regs_acquire"), "// PACK");
}

TEST(StartupFault, PackOfTheOtherTile) {
    LoopOverTiles s("    init_sfpu(0, 16);\n    copy_tile_init(0);", "        copy_tile(0, 0, 1);");
    expect_fault(s, Id::uninitialised, "TRISC2", "compute.cpp", HasSubstr("pack_tile of Dst tile 0"), "// PACK");
}

TEST(StartupFault, VectorsOfATileThatNobodyWrote) {
    LoopOverTiles s("    init_sfpu(0, 16);\n    copy_tile_init(0);",
                    "        copy_tile(0, 0, 0);\n        MATH(sfpi::vFloat x = sfpi::dst_reg[32];  // BUG\n"
                    "             sfpi::dst_reg[0] = x;)");
    core::Options options;
    options.faults.named[Id::uninitialised] = fault::Verdict::error;  // a warning, since the lanes may not matter
    expect_fault(s, Id::uninitialised, "TRISC1", "compute.cpp",
                 HasSubstr("of a tile that nothing has written in this program"), "// BUG", options);
}

// The mask of the reduction stays in the packer.
TEST(StartupFault, ReduceWithoutUninit) {
    const std::string reduce = R"(
    compute_kernel_hw_startup(0, 0, 16);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 0, 16);  // INIT
    cb_wait_front(0, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 0, 0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
)";
    const std::string copy = "    copy_tile_init(0);\n";
    const std::string loop = "        copy_tile(0, 0, 0);";
    LoopOverTiles s(reduce + copy, loop);
    const int init = line_of(s.text("compute.cpp"), "// INIT");
    s.texts["compute.cpp"] = s.text("compute.cpp");
    expect_fault(
        s, Id::wrong_init, "TRISC2", "compute.cpp",
        AllOf(HasSubstr("pack_tile of what copy_tile made while the packer keeps the edge mask"), HasSubstr("uninit"),
              HasSubstr("compute.cpp:" + std::to_string(init) + ": note: the mask was set here")),
        "// PACK");
}

TEST(InitFault, ATransposingProductUnderAPlainInit) {
    Scenario s;
    s.cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).reader(feed_ones).compute(R"(
    mm_init(0, 0, 16);
    mm_block_init_short(0, 0, 1, 1, 1, 1);
    cb_wait_front(0, 2);
    tile_regs_acquire();
    matmul_tiles(0, 0, 0, 1, 0);  // BUG)");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 HasSubstr("matmul_tiles without its init: the last one is mm_block_init_short, which sets up another "
                           "variant"));
}

}  // namespace
}  // namespace tessera::faults
