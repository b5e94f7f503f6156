// Memory that is not the kernel's: whose it is, and what lies there (design.md 6).
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

TEST(Ownership, NullPointer) {
    for (const char* act : {"    p[0] = 1;  // BUG", "    uint32_t v = p[0];  // BUG\n    p[64 * 1024] = v;"}) {
        Scenario s;
        s.cb(0, 1).reader(pointer_to + "0x0);\n" + act);
        expect_fault(s, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("a null or low address"));
    }
    Scenario beats;
    expect_clean(beats.reader("    uint32_t count = 0;\n    RISC_POST_HEARTBEAT(count);"));
}

// The firmware's room and the arguments of other RISCs; its own arguments a kernel may count in.
TEST(Ownership, StoresBelowTheBuffers) {
    for (const char* address : {"0x3000", "0x2000", "0x2400", "0x2f00"})
        for (const bool first : {true, false}) {
            Scenario s;
            const std::string act = pointer_to + address + ");\n    *p = 1;  // BUG";
            s.cb(0, 1);
            if (first)
                s.reader(act, {1, 2});
            else
                s.writer(act, {1, 2});
            expect_fault(s, Id::out_of_bounds, first ? "BRISC" : "NCRISC", first ? "reader.cpp" : "writer.cpp",
                         HasSubstr("belongs to the firmware and to the arguments of kernels"));
        }
    Scenario counts;
    expect_clean(counts.cb(0, 1).reader(R"(
    volatile uint32_t* given = (volatile uint32_t*)get_arg_addr(0);
    ++given[1];
    if (given[1] != 8) while (true) {})",
                                        {3, 7}));
    Scenario beyond;
    beyond.cb(0, 1).reader(
        "    volatile uint32_t* given = (volatile uint32_t*)get_arg_addr(0);\n    given[2] = 1;  // BUG", {3, 7});
    expect_fault(beyond, Id::out_of_bounds, "BRISC", "reader.cpp", HasSubstr("arguments that it was given"));
}

TEST(Ownership, NullAddressOfAnotherCore) {
    Scenario s;
    s.cb(0, 1).reader("    noc_semaphore_inc(get_noc_addr(1, 1, 0), 1);  // BUG");
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("atomic add of 4 bytes at L1 0x0 of core (0,0)"), HasSubstr("null or low address")));
}

TEST(Ownership, TextOfKernelsThroughTheNoc) {
    Scenario s;
    s.cb(0, 1).reader("    noc_semaphore_inc(get_noc_addr(1, 1, 0x9000), 1);  // BUG");
    expect_fault(s, Id::code_write, "BRISC", "reader.cpp", HasSubstr("the text of kernels lies there"));
}

TEST(Ownership, L1ThatNobodyHolds) {
    Scenario stores;
    stores.cb(0, 1).reader(pointer_to + "0x100000);\n    *p = 1;  // BUG");
    expect_warning(
        stores, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
        HasSubstr("store of 4 bytes at L1 0x100000 of core (0,0): no circular buffer and no buffer of the host"));
    Scenario reads;
    const std::uint32_t address = reads.dram(1024);
    reads.cb(0, 1).reader(
        dram_source + "    noc_async_read(source, 0x100000, 64);  // BUG\n    noc_async_read_barrier();", {address});
    expect_warning(reads, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("landing of a NoC read of 64 bytes"));
}

TEST(Ownership, IntoTheNeighbouringBuffer) {
    Scenario s;
    const std::uint32_t address = s.dram(8192);
    s.cb(0, 1).cb(1, 1).reader(
        dram_source + "    noc_async_read(source, get_write_ptr(0), 4160);  // BUG\n    noc_async_read_barrier();",
        {address});
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("it leaves cb 0 by 64 bytes into cb 1"));
}

TEST(Ownership, OutsideTheReservedPages) {
    Scenario s;
    const std::uint32_t address = s.dram(4096);
    s.cb(0, 2).reader(dram_source + R"(
    cb_reserve_back(0, 1);
    noc_async_read(source, get_write_ptr(0) + 4096, 64);  // BUG
    noc_async_read_barrier();)",
                      {address});
    expect_fault(s, Id::cb_overflow, "BRISC", "reader.cpp",
                 HasSubstr("in page 1 of cb 0, counted from its back: cb_reserve_back covers 1 page"));
}

// The memory of a buffer that nobody hands pages on through is a core's own, also where it asks for no page of it.
TEST(Ownership, ABufferWithoutReservedPagesIsMemory) {
    Scenario s;
    const std::uint32_t address = s.dram(4096);
    expect_clean(s.cb(0, 2).reader(dram_source + R"(
    cb_reserve_back(0, 0);
    noc_async_read(source, get_write_ptr(0), 64);
    noc_async_read_barrier();
    cb_push_back(0, 0);)",
                                   {address}));
}

TEST(Ownership, PointerUsedAfterItsPop) {
    Scenario s;
    const std::uint32_t address = s.dram(4096);
    s.cb(0, 2)
        .reader("    cb_reserve_back(0, 1);\n" + dram_source +
                    "    noc_async_read(source, get_write_ptr(0), 4096);\n    noc_async_read_barrier();\n"
                    "    cb_push_back(0, 1);",
                {address})
        .cb(1, 1)
        .writer(R"(
    cb_wait_front(0, 1);
    auto* page = reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));
    cb_pop_front(0, 1);
    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(1)) = page[0];  // BUG)");
    expect_fault(s, Id::cb_underflow, "NCRISC", "writer.cpp", HasSubstr("cb_wait_front covers 0 pages"));
}

TEST(Ownership, PastTheLastPage) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);  // one page, in bank 0
    s.cb(0, 1).reader(R"(
    noc_async_read(get_noc_addr_from_bank_id<true>(1, get_arg_val<uint32_t>(0)), get_write_ptr(0), 64);  // BUG
    noc_async_read_barrier();)",
                      {address});
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                 HasSubstr("it would be page 1 of the buffer at 0x40 (1 page of 1024 bytes)"));
}

// The offset leads out of the page, and what lies behind is another buffer, whose address the kernel was never given.
TEST(Ownership, IntoTheNextBufferOfDram) {
    Scenario s;
    const std::uint32_t first = s.dram(32);
    const std::uint32_t second = s.dram(32);
    const std::string body = R"(
    noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0) + 32), get_write_ptr(0), 32);  // BUG
    noc_async_read_barrier();)";
    s.cb(0, 1).reader(body, {first});
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("of which this kernel was told nothing"));
    Scenario knows;
    knows.dram(32);
    knows.dram(32);
    expect_clean(knows.cb(0, 1).reader(body, {first, second}));
}

TEST(Ownership, FreedDram) {
    Scenario s;
    const auto buffer = s.device.create_buffer(1024, 1024);
    s.device.write(*buffer, std::vector<std::uint8_t>(1024, 1));
    s.cb(0, 1).reader(
        dram_source + "    noc_async_read(source, get_write_ptr(0), 64);  // BUG\n    noc_async_read_barrier();",
        {buffer->address()});
    expect_clean(s);
    buffer->release();
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("(1 page of 1024 bytes) was deallocated"));
}

TEST(Ownership, PagesThatNoKernelWrote) {
    Scenario s;
    const auto buffer = s.device.create_buffer(4 * 1024, 1024);
    s.cb(0, 1).reader(R"(
    zero_l1_buf(reinterpret_cast<uint32_t*>(get_write_ptr(0)), 1024);
    noc_async_write(get_write_ptr(0), get_noc_addr_from_bank_id<true>(1, get_arg_val<uint32_t>(0)), 1024);
    noc_async_write_barrier();)",
                      {buffer->address()});
    const auto before = s.device.never_written(*buffer, "y", 4096);
    ASSERT_TRUE(before) << "the host reads it before any program";
    EXPECT_THAT(before->text(), AllOf(HasSubstr("4 of 4 pages of y that nothing has written, since no program has run"),
                                      HasSubstr("run the program that does, before reading it")));
    expect_clean(s);
    const auto fault = s.device.never_written(*buffer, "y", 4096);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::never_written);
    EXPECT_THAT(fault->text(), HasSubstr("3 of 4 pages of y that no kernel wrote: 0, 2-3"));
    EXPECT_FALSE(s.device.never_written(*s.device.create_buffer(32, 32), "z", 0));
}

}  // namespace
}  // namespace tessera::faults
