// T0 and T1 on the low-level kernels of a tree of the vendor's (spec/tensix-core.md 7.1, unpack-instructions.md 3):
// what is wrong with an instruction is said of the call that the kernel wrote, and what it needs and has not got by
// name.
#include <filesystem>

#include "tests/faults/kernels.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::faults {
namespace {

// One kernel for all, since compiling takes most of the time: which mistake, by the first word of the tile.
constexpr const char* mistakes = R"(
    unary_op_init_common(0, 16);
    cb_wait_front(0, 1);
    const uint32_t which = read_tile_value(0, 0, 0);
    tile_regs_acquire();
    if (which == 0) {
        copy_tile(0, 0, 0);
    } else if (which == 1) {
        UNPACK((llk_unpack_AB_init<>(0, 0)));
        copy_tile(0, 0, 0);  // BUG 1
    } else if (which == 2) {
        UNPACK((cfg_reg_rmw_tensix<THCON_SEC0_REG0_TileDescriptor_ADDR32, 0, 0xf>(1)));
        copy_tile(0, 0, 0);  // BUG 2
    } else if (which == 3) {
        copy_tile(0, 3, 0);  // BUG 3
    } else if (which == 4) {
        UNPACK(TTI_SETADCXX(1, 17, 0);)
        copy_tile(0, 0, 0);  // BUG 4
    } else if (which == 5) {
        UNPACK(TTI_UNPACR(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1);)  // BUG 5
    } else {
        UNPACK(TTI_UNPACR(0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1);)  // zeros, not handed over
        MATH(TTI_MOVA2D(0, 0, 0, 2, 0);)                            // BUG 6
    }
    tile_regs_commit();
    cb_pop_front(0, 1);)";

struct Mistake : Scenario {
    explicit Mistake(std::uint32_t which) {
        cb(0, 4, DataFormat::bf16, 2048).cb(16, 2, DataFormat::bf16, 2048).one_tile(which);
        compute(mistakes);
    }
};

TEST(UnpackerFault, NamesTheCallAndWhatIsBehindIt) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const host::test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    const host::test::Variable level("TESSERA_LIBRARY", "vendor");
    Mistake none(0);
    expect_clean(none);
    Mistake stale(1);
    expect_fault(stale, Id::wrong_init, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("copy_tile (llk_unpack_A.h) runs the loop of a MOP that"),
                       HasSubstr("(llk_unpack_AB.h) has left"), HasSubstr("note: the loop was written here")),
                 "// BUG 1");
    Mistake format(2);
    expect_fault(format, Id::format_mismatch, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("copy_tile: cb 0 holds bf16, but the unpacker of SrcA is configured for fp16"),
                       HasSubstr("note: the instruction is UNPACR"), HasSubstr("of copy_tile")),
                 "// BUG 2");
    Mistake beyond(3);
    expect_fault(beyond, Id::cb_underflow, "TRISC0", "compute.cpp",
                 HasSubstr("page 3 at the front of cb 0 read, but cb_wait_front covered only 1"), "// BUG 3");
    Mistake rows(4);
    expect_fault(rows, Id::tensix_unsupported, "TRISC0", "compute.cpp",
                 HasSubstr("only whole rows of sixteen are modelled"), "// BUG 4");
    Mistake address(5);
    expect_fault(address, Id::uninitialised, "TRISC0", "compute.cpp",
                 HasSubstr("UNPACR depends on THCON_SEC_REG3_Base_address of unpacker 0, which nobody has written"),
                 "// BUG 5");
    Mistake invalid(6);
    expect_fault(invalid, Id::deadlock, "TRISC1", "compute.cpp", HasSubstr("SrcA"), "// BUG 6");
}

// As kernels have it whose partial results lie where the output will: what is read and written is of the one of both
// that has the pages.
TEST(UnpackerFault, BuffersThatShareMemoryAreToldApart) {
    if (!std::filesystem::is_directory(tessera::test::vendor_tree())) GTEST_SKIP() << "no tree of the vendor's at hand";
    const host::test::Variable home("TT_METAL_HOME", tessera::test::vendor_tree().string());
    const host::test::Variable level("TESSERA_LIBRARY", "vendor");
    const std::string kernel = R"(
    const auto pass = [](uint32_t from, uint32_t to) {
        copy_tile_to_dst_init_short(from);
        cb_wait_front(from, 1);
        cb_reserve_back(to, 1);
        tile_regs_acquire();
        copy_tile(from, 0, 0);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, to);
        tile_regs_release();
        cb_push_back(to, 1);
        cb_pop_front(from, 1);
    };
    unary_op_init_common(0, 16);
    pass(0, 24);
    pass(24, 16);
    )";
    const auto sharing = [&](const std::string& more) {
        auto scenario = std::make_unique<Scenario>();
        scenario->cb(0, 1, DataFormat::bf16, 2048).one_tile();
        scenario->program.add(host::CircularBufferSpec{host::CoreRangeSet{host::CoreCoord{0, 0}},
                                                       2 * 2048,
                                                       {{16, {DataFormat::bf16, 2048}}, {24, {DataFormat::bf16, 2048}}},
                                                       std::nullopt});
        scenario->compute(kernel + more);
        return scenario;
    };
    expect_clean(*sharing("cb_wait_front(16, 1); cb_pop_front(16, 1);"));
    expect_fault(*sharing("tile_regs_acquire(); copy_tile(24, 0, 0); tile_regs_commit();  // BUG"), Id::cb_underflow,
                 "TRISC0", "compute.cpp", HasSubstr("read, but cb_wait_front covered only"));
}

}  // namespace
}  // namespace tessera::faults
