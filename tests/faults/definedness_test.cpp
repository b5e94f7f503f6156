// Definedness follows the data to what is used (design.md 6): a tile of which only a part was filled is no fault where
// the rest changes nothing that anybody looks at.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

// cb 0 is a tile of equal values, of cb 1 only row 0 was written; what `compute` makes of them in Dst tile 0 is packed
// and goes to DRAM.
struct Partial : Scenario {
    std::shared_ptr<host::Buffer> result;

    explicit Partial(const std::string& body, const std::string& value = "0x3f803f80", const std::string& looks = "",
                     const std::string& hands_on = "") {
        result = device.create_buffer(2048, 2048);
        for (const std::uint32_t index : {0u, 1u, 2u, 16u}) cb(index, 1, DataFormat::bf16, 2048);
        reader(R"(
    cb_reserve_back(0, 1);
    cb_reserve_back(1, 1);
    auto* all = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    auto* some = reinterpret_cast<volatile uint32_t*>(get_write_ptr(1));
    for (int i = 0; i < 512; ++i) all[i] = )" +
               value + R"(;
    for (int face = 0; face < 2; ++face)
        for (int i = 0; i < 8; ++i) some[128 * face + i] = 0x40004000;)" +
               hands_on + R"(
    cb_push_back(0, 1);
    cb_push_back(1, 1);)");
        above(
            "#include \"compute_kernel_api/bcast.h\"\n#include \"compute_kernel_api/eltwise_binary.h\"\n"
            "#include \"compute_kernel_api/eltwise_unary/fill.h\"\n#include \"compute_kernel_api/tile_move_copy.h\"");
        compute(R"(
    binary_op_init_common(0, 1, 16);
    cb_wait_front(0, 1);
    cb_wait_front(1, 1);
    cb_reserve_back(16, 1);
    tile_regs_acquire();
)" + body + R"(
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
    tile_regs_release();
    cb_push_back(16, 1);)");
        writer(R"(
    cb_wait_front(16, 1);
)" + looks + R"(
    noc_async_write(get_read_ptr(16), get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), 2048);
    noc_async_write_barrier();
    cb_pop_front(16, 1);)",
               {result->address()});
    }
    // What the host would read of row `row` of the first face changes with the bytes that were never written.
    bool depends(int row) {
        const auto read = device.read(*result);
        const auto other = device.with_other_bits(*result, 0, read);
        if (!other) return false;
        const auto at = static_cast<std::ptrdiff_t>(32 * row);
        return !std::equal(read.begin() + at, read.begin() + at + 32, other->bytes.begin() + at);
    }
};

TEST(Definedness, WhatIsNotUsedMayBeAnything) {
    Partial s("    add_bcast_rows_init_short(0, 1);\n    add_tiles_bcast_rows(0, 1, 0, 0, 0);");
    expect_clean(s);
    EXPECT_FALSE(s.device.with_other_bits(*s.result, 0, s.device.read(*s.result)));
}

TEST(Definedness, AProductWithZeroIsZero) {
    Partial s("    mul_tiles_init(0, 1);\n    mul_tiles(0, 1, 0, 0, 0);", "0");
    expect_clean(s);
    EXPECT_FALSE(s.depends(0));
    EXPECT_FALSE(s.depends(5));
}

TEST(Definedness, OtherRowsDependAndTheHostIsTold) {
    Partial s("    add_tiles_init(0, 1);\n    add_tiles(0, 1, 0, 0, 0);  // BUG");
    expect_clean(s);
    EXPECT_FALSE(s.depends(0)) << "this row was written";
    EXPECT_TRUE(s.depends(5));
    const auto other = s.device.with_other_bits(*s.result, 0, s.device.read(*s.result));
    ASSERT_TRUE(other && other->why);
    EXPECT_EQ(other->why->where().file, "compute.cpp");
    EXPECT_EQ(other->why->where().line, line_of(s.text("compute.cpp")));
}

// The tile comes to the buffer through the NoC, and what was never written with it.
TEST(Definedness, PaddingThatHasTravelledCountsWhereItIsUsed) {
    Partial s("    cb_wait_front(2, 1);\n    add_tiles_init(0, 2);\n    add_tiles(0, 2, 0, 0, 0);", "0x3f803f80", "",
              R"(
    while (some[135] != 0x40004000) {}
    cb_reserve_back(2, 1);
    noc_async_write(get_write_ptr(1), get_noc_addr(get_write_ptr(2)), 2048);
    noc_async_write_barrier();
    cb_push_back(2, 1);)");
    expect_clean(s);
    EXPECT_FALSE(s.depends(0));
    EXPECT_TRUE(s.depends(5));
}

TEST(Definedness, TheVectorUnitOverwritesOrHandsOn) {
    Partial over("    copy_tile_init(1);\n    copy_tile(1, 0, 0);\n    fill_tile_init();\n    fill_tile(0, 1.0f);");
    expect_clean(over);
    EXPECT_FALSE(over.depends(5));
    Partial on(
        "    copy_tile_init(1);\n    copy_tile(1, 0, 0);\n    MATH(for (int i = 0; i < 32; ++i) {"
        " sfpi::vFloat x = sfpi::dst_reg[0]; sfpi::dst_reg[0] = x + x; sfpi::dst_reg++; })");
    expect_clean(on);
    EXPECT_FALSE(on.depends(0));
    EXPECT_TRUE(on.depends(5));
}

TEST(Definedness, AKernelThatLooksIsTold) {
    Partial s("    add_tiles_init(0, 1);\n    add_tiles(0, 1, 0, 0, 0);", "0x3f803f80",
              "    volatile uint32_t x = reinterpret_cast<volatile uint32_t*>(get_read_ptr(16))[40];  // BUG");
    expect_fault(s, Id::uninitialised, "NCRISC", "writer.cpp",
                 AllOf(HasSubstr("load of 4 bytes at L1 0x"), HasSubstr("depend on bytes that nobody has written"),
                       HasSubstr("add_tiles from cb 1: of the 2048 bytes of the tile")));
}

}  // namespace
}  // namespace tessera::faults
