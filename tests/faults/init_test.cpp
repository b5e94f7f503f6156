// Tile functions run under another function's init, and what the matrix unit cannot do.
#include "tests/faults/kernels.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

const std::string feed_zeros = R"(
    cb_reserve_back(0, 2);
    memset(reinterpret_cast<void*>(get_write_ptr(0)), 0, 2 * 2048);
    cb_push_back(0, 2);)";
const std::string wait_and_acquire = R"(
    cb_wait_front(0, 2);
    tile_regs_acquire();
)";

struct Bf16 : Scenario {
    explicit Bf16(const std::string& kernel, host::ComputeKernel mode = {}, DataFormat format = DataFormat::bf16) {
        const auto bytes = static_cast<std::uint32_t>(tensix::tile_bytes(format));
        cb(0, 2, format, bytes).cb(16, 2, DataFormat::bf16, 2048).reader(feed_zeros).compute(kernel, mode);
    }
};

TEST(InitFault, AnOperationUnderTheInitOfAnother) {
    Bf16 s("    mm_init(0, 0, 16);  // INIT\n" + wait_and_acquire + "    add_tiles(0, 0, 0, 1, 0);  // BUG");
    const int init = line_of(s.text("compute.cpp"), "// INIT");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 AllOf(HasSubstr("add_tiles without its init: the last one is mm_init"),
                       HasSubstr("compute.cpp:" + std::to_string(init) + ": note: initialised here")));
}

TEST(InitFault, AnOperationWithoutAnyInit) {
    Bf16 s("    init_sfpu(0, 16);" + wait_and_acquire + "    matmul_tiles(0, 0, 0, 1, 0);  // BUG");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp",
                 HasSubstr("matmul_tiles without its init: the last one is init_sfpu"));
}

TEST(InitFault, ACopyUnderTheInitOfATransposition) {
    Bf16 good("    transpose_wh_init(0, 16);\n" + wait_and_acquire +
              "    transpose_wh_tile(0, 0, 0);\n    tile_regs_commit();");
    expect_clean(good);
    Bf16 s("    init_sfpu(0, 16);\n" + wait_and_acquire + "    transpose_wh_tile(0, 0, 0);  // BUG");
    expect_fault(s, Id::wrong_init, "TRISC1", "compute.cpp", HasSubstr("transpose_wh_tile without its init"));
}

TEST(InitFault, PackingATileWhileRowsAreSetUp) {
    Bf16 s(R"(
    compute_kernel_hw_startup(0, 16);
    pack_untilize_dest_init<1>(16);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);  // BUG)");
    expect_fault(s, Id::wrong_init, "TRISC2", "compute.cpp",
                 HasSubstr("pack_tile without its init: the last one is pack_untilize_dest_init"));
}

TEST(InitFault, ABlockBeyondTheHalfOfDst) {
    Bf16 s("    mm_block_init(0, 0, 16, 0, 2, 1, 1);\n" + wait_and_acquire +
           "    matmul_block(0, 0, 0, 0, 7, 0, 2, 1, 1);  // BUG");
    expect_fault(s, Id::dst_index, "TRISC1", "compute.cpp", HasSubstr("Dst tile 8"));
}

// cb 0 goes to SrcB, whose unpacker was set up for cb 16.
TEST(InitFault, ASecondOperandInAnotherFormat) {
    Scenario s;
    s.cb(0, 2, DataFormat::bf16, 2048)
        .cb(1, 2)
        .cb(16, 2)
        .reader(feed_zeros)
        .compute("    binary_op_init_common(0, 1, 16);\n    add_tiles_init(0, 0);\n" + wait_and_acquire +
                 "    add_tiles(0, 0, 0, 1, 0);  // BUG\n    tile_regs_commit();");
    expect_fault(s, Id::format_mismatch, "TRISC0", "compute.cpp",
                 HasSubstr("add_tiles: cb 0 holds bf16, but the unpacker of SrcB is configured for fp32 (cb 1)"));
}

TEST(InitFault, ArithmeticOnWhatGoesStraightToDst) {
    host::ComputeKernel mode{.fp32_dest_acc = true};
    mode.unpack_to_dst[0] = true;
    Scenario s;
    s.cb(0, 2)
        .cb(16, 2)
        .reader(feed_zeros)
        .compute("    mm_init(0, 0, 16);\n" + wait_and_acquire + "    matmul_tiles(0, 0, 0, 1, 0);  // BUG", mode);
    expect_fault(s, Id::tensix_unsupported, "TRISC0", "compute.cpp",
                 HasSubstr("matmul_tiles of cb 0, which is unpacked to Dst"));
}

// The matrix unit makes 32-bit integers of them, which the packer takes for what it packs.
TEST(InitFault, EightBitIntegersInADstOfSixteenBits) {
    Bf16 s("    init_sfpu(0, 16);\n" + wait_and_acquire + R"(
    copy_tile(0, 0, 0);
    tile_regs_commit();
    cb_reserve_back(16, 1);
    tile_regs_wait();
    pack_tile(0, 16);  // BUG
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 2);)",
           {}, DataFormat::uint8);
    expect_warning(s, Id::format_mismatch, "TRISC2", "compute.cpp",
                   HasSubstr("the packer reads Dst from row 0 on as bf16, but it holds int32"));
}

// Inits that are used more than once are not inlined; the line is still that of the kernel's call.
TEST(InitFault, ALoopWrittenByAFunctionOfItsOwn) {
    Bf16 s(
        "    init_sfpu(0, 16);\n    copy_tile_init(0);\n    add_tiles_init(0, 0);\n    copy_tile_init(0);\n"
        "    add_tiles_init(0, 0);\n    copy_tile_init(0);  // LAST\n"
        "    cb_wait_front(0, 1);\n    tile_regs_acquire();\n    copy_tile(0, 1, 0);  // BUG\n    tile_regs_commit();");
    const std::string last = std::to_string(line_of(s.text("compute.cpp"), "// LAST"));
    expect_fault(s, Id::cb_underflow, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("page 1 at the front of cb 0 read"), HasSubstr("of copy_tile"),
                       HasSubstr("compute.cpp:" + last + ": note: the loop of the MOP was written here")));
}

}  // namespace
}  // namespace tessera::faults
