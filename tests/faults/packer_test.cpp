// T2 on the low-level kernels of a tree of the vendor's (spec/pack-instructions.md 3): what is wrong with an
// instruction is said of the call that the kernel wrote, and what it needs and has not got by name.
#include <filesystem>

#include "tests/faults/kernels.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

// One kernel for all, since compiling takes most of the time: which mistake, by the first word of the tile.
constexpr const char* packing_mistakes = R"(
    cb_wait_front(0, 1);
    const uint32_t which = read_tile_value(0, 0, 0);
    if (which == 1) {
        PACK(TTI_PACR(0, 0, 1, 0, 0, 0, 1);)  // BUG 1
    } else {
        unary_op_init_common(0, 16);
    }
    cb_reserve_back(16, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    if (which == 2) pack_tile(0, 16);  // BUG 2
    tile_regs_wait();
    if (which == 3) {
        PACK((cfg_reg_rmw_tensix<THCON_SEC0_REG1_Out_data_format_RMW>(1)));
        pack_tile(0, 16);  // BUG 3
    } else if (which == 4) {
        PACK((llk_pack_untilize_init<1>(16)));
        pack_tile(0, 16);  // BUG 4
    } else if (which == 5) {
        pack_tile(8, 16);  // BUG 5
    } else if (which == 6) {
        pack_tile(1, 16);  // BUG 6
    } else {
        pack_tile(0, 16);
    }
    tile_regs_release();
    cb_push_back(16, 1);
    cb_pop_front(0, 1);)";

struct PackingMistake : Scenario {
    explicit PackingMistake(std::uint32_t which) {
        cb(0, 2, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).one_tile(which);
        writer(R"(
    cb_wait_front(16, 1);
    cb_pop_front(16, 1);)");
        compute(packing_mistakes);
    }
};

TEST(PackerFault, NamesTheCallAndWhatIsBehindIt) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const host::test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    const host::test::Variable level("TESSERA_LIBRARY", "vendor");
    PackingMistake none(0);
    expect_clean(none);
    PackingMistake unwritten(1);
    expect_fault(
        unwritten, Id::uninitialised, "TRISC2", "compute.cpp",
        HasSubstr("PACR depends on THCON_SEC_REG1_Disable_zero_compress of packer 0, which nobody has written"),
        "// BUG 1");
    PackingMistake early(2);
    expect_fault(early, Id::pack_order, "TRISC2", "compute.cpp",
                 AllOf(HasSubstr("pack_tile without tile_regs_wait"), HasSubstr("note: the instruction is PACR"),
                       HasSubstr("of pack_tile")),
                 "// BUG 2");
    PackingMistake format(3);
    expect_fault(format, Id::format_mismatch, "TRISC2", "compute.cpp",
                 HasSubstr("pack_tile: cb 16 holds bf16, but the packer is configured for fp16"), "// BUG 3");
    PackingMistake stale(4);
    expect_fault(stale, Id::wrong_init, "TRISC2", "compute.cpp",
                 AllOf(HasSubstr("pack_tile (llk_pack.h) runs the loop of a MOP that"),
                       HasSubstr("(llk_pack_untilize.h) has left")),
                 "// BUG 4");
    PackingMistake row(5);
    expect_fault(row, Id::dst_index, "TRISC2", "compute.cpp",
                 HasSubstr("Dst tile 8: half-sync 16-bit Dst holds tiles 0 to 7"), "// BUG 5");
    PackingMistake empty(6);
    expect_fault(empty, Id::uninitialised, "TRISC2", "compute.cpp",
                 HasSubstr("pack_tile of Dst tile 1, which nothing has written since tile_regs_acquire"), "// BUG 6");
}

}  // namespace
}  // namespace tessera::faults
