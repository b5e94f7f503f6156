// Bytes and words that are missing: the fault names who should have brought them.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

constexpr const char* takes_a_page = R"(
    init_sfpu(0, 16);
    copy_tile_init(0);
    cb_wait_front(0, 1);
    tile_regs_acquire();
    copy_tile(0, 0, 0);  // BUG
    tile_regs_commit();)";

TEST(AtomicFault, NoSemaphoreAtTheTarget) {
    Scenario s;
    s.cb(0, 2).reader(
        "    noc_semaphore_inc(get_noc_addr(2, 1, get_semaphore(0)), 1);  // BUG\n"
        "    noc_async_atomic_barrier();");
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp",
                 HasSubstr("atomic increment of L1 0x2800 of core (1,0), a word that nothing has given a value: the "
                           "program has no semaphore 0 on that core"));
}

// The reader fetches half of each tile.
TEST(HistoryFault, ATransferThatBringsTooLittle) {
    Scenario s;
    const std::uint32_t address = s.dram(4096);
    s.cb(0, 2, DataFormat::bf16, 2048)
        .cb(16, 2, DataFormat::bf16, 2048)
        .reader(R"(
    cb_reserve_back(0, 2);
    for (uint32_t i = 0; i < 2; ++i)
        noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), get_write_ptr(0) + 2048 * i, 1024);  // READ
    noc_async_read_barrier();
    cb_push_back(0, 2);  // PUSH)",
                {address})
        .compute(R"(
    binary_op_init_common(0, 0, 16);
    add_tiles_init(0, 0);
    cb_wait_front(0, 2);
    tile_regs_acquire();
    add_tiles(0, 0, 0, 1, 0);  // BUG
    tile_regs_commit();)");
    const auto at = [&](const char* marker) {
        return "reader.cpp:" + std::to_string(line_of(s.text("reader.cpp"), marker));
    };
    expect_clean(s);  // nobody uses the sum
    core::Options pedantic;
    pedantic.faults.pedantic = true;
    const auto fault = s.run(std::move(pedantic));
    ASSERT_TRUE(fault);
    const std::string text = fault->text();
    EXPECT_EQ(fault->where().line, line_of(s.text("reader.cpp"), "// READ")) << text;
    ASSERT_EQ(fault->related.size(), 1u);
    EXPECT_EQ(fault->related.front().line, line_of(s.text("compute.cpp"))) << text;
    EXPECT_THAT(text, AllOf(HasSubstr("add_tiles from cb 0: of the 2048 bytes of the tile at L1"),
                            HasSubstr("those from 1024 to 2047 were never written"),
                            HasSubstr(at("// READ") +
                                      ": note: the last transfer into the page, a read of 1024 bytes from page 0 of "
                                      "the buffer at 0x"),
                            HasSubstr("does not bring all of its 2048 bytes"),
                            HasSubstr(at("// PUSH") + ": note: BRISC pushes the pages of cb 0 here")));
}

// The reader brings a page of which nobody has written anything.
TEST(HistoryFault, APageThatNobodyWrote) {
    Scenario s;
    const std::uint32_t address = s.dram(4096, false);
    s.cb(0, 2, DataFormat::bf16, 2048)
        .cb(16, 2, DataFormat::bf16, 2048)
        .reader(R"(
    cb_reserve_back(0, 1);
    noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), get_write_ptr(0), 2048);  // READ
    noc_async_read_barrier();
    cb_push_back(0, 1);)",
                {address})
        .compute(takes_a_page);
    expect_fault(s, Id::uninitialised, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("a read of 2048 bytes from page 0 of the buffer at 0x"),
                       HasSubstr("brings 2048 bytes that nobody has written")));
}

TEST(HistoryFault, APagePushedWithoutAnyTransfer) {
    Scenario s;
    s.cb(0, 2, DataFormat::bf16, 2048)
        .cb(16, 2, DataFormat::bf16, 2048)
        .reader("    cb_reserve_back(0, 1);\n    cb_push_back(0, 1);  // PUSH")
        .compute(takes_a_page);
    expect_fault(s, Id::uninitialised, "TRISC0", "compute.cpp",
                 AllOf(HasSubstr("no transfer has brought anything to the page of 2048 bytes"),
                       HasSubstr("reader.cpp:3: note: BRISC pushes the pages of cb 0 here")));
}

}  // namespace
}  // namespace tessera::faults
