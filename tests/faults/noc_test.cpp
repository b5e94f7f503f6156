// Transfers: alignment, bounds, what is read before it has arrived, what is left under way.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

TEST(NocFault, ReadThatDisagreesInAlignment) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(
        dram_source + "    noc_async_read(source + 16, get_write_ptr(0), 64);  // BUG\n    noc_async_read_barrier();",
        {address});
    expect_fault(s, Id::noc_misaligned, "BRISC", "reader.cpp", HasSubstr("the addresses differ modulo 32"));
}

TEST(NocFault, WriteThatDisagreesInAlignment) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(dram_source + "    noc_async_write(get_write_ptr(0) + 4, source, 64);  // BUG", {address});
    expect_fault(s, Id::noc_misaligned, "BRISC", "reader.cpp", HasSubstr("the addresses differ modulo 16"));
}

TEST(NocFault, BehindTheBuffer) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(dram_source + "    noc_async_read(source, get_write_ptr(0), 2048);  // BUG", {address});
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("read of 2048 bytes"), HasSubstr("no buffer holds that range")));
}

// Pages of the accessor lead astray from the second row of a bank on, or into the next row; those that begin where one
// of the buffer does are as good as any part of a page.
TEST(NocFault, AccessorWhosePageIsNotTheBuffers) {
    const auto scenario = [](Scenario& s, const std::string& page, const std::string& id) {
        auto buffer = s.device.create_buffer(24 * 2048, 2048);
        s.device.write(*buffer, std::vector<std::uint8_t>(24 * 2048, 1));
        s.cb(0, 2).reader("    const InterleavedAddrGen<true> pages{get_arg_val<uint32_t>(0), " + page +
                              "};\n    noc_async_read_page(" + id +
                              ", pages, get_write_ptr(0));  // BUG\n    noc_async_read_barrier();",
                          {buffer->address()});
        return buffer;
    };
    Scenario smaller;
    const auto of_smaller = scenario(smaller, "1024", "12");
    expect_warning(smaller, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                   AllOf(HasSubstr("read of a page of 1024 bytes by an accessor, which begins 1024 bytes behind the "
                                   "start of page 0 of the buffer at"),
                         HasSubstr("(24 pages of 2048 bytes): give the accessor pages of 2048 bytes")));
    Scenario larger;
    const auto of_larger = scenario(larger, "4096", "0");
    expect_warning(larger, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                   HasSubstr("goes 2048 bytes beyond the end of page 0 of the buffer at"));
    for (const char* page : {"2048", "2040"}) {
        Scenario good;
        const auto of_good = scenario(good, page, "23");
        expect_clean(good);
    }
    Scenario part;
    const auto of_part = scenario(part, "64", "11");
    expect_clean(part);
}

TEST(NocFault, AccessorWithAPageOfZero) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(
        "    noc_async_read_page(0, InterleavedAddrGen<true>{get_arg_val<uint32_t>(0), 0}, get_write_ptr(0));  // BUG",
        {address});
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("an accessor with pages of 0 bytes"), HasSubstr("give TensorAccessor the page size")));
}

// As a host that hands out translated ones names core (0,0), by either NoC and in a rectangle of one.
TEST(NocFault, TranslatedCoordinatesAreKnown) {
    Scenario s;
    s.cb(0, 2)
        .reader(
            "    noc_async_read(get_noc_addr(18, 18, MEM_ZEROS_BASE), get_write_ptr(0) + 1024, 64);\n"
            "    noc_async_read_barrier();\n"
            "    const uint64_t self = get_noc_multicast_addr(18, 18, 18, 18, get_write_ptr(0));\n"
            "    noc_async_write_multicast_loopback_src(get_write_ptr(0) + 1024, self, 64, 1);\n"
            "    noc_async_write_barrier();")
        .writer(
            "    noc_async_read(get_noc_addr(25, 24, MEM_ZEROS_BASE), get_write_ptr(1), 64);\n"
            "    noc_async_read_barrier();")
        .cb(1, 1);
    expect_clean(s);
}

TEST(NocFault, PlaceThatIsNoMemory) {
    struct Place {
        const char *coordinates, *is;
    };
    for (const Place& place : {Place{"0, 3", "(0,3) is the PCIe tile"}, Place{"0, 10", "(0,10) is the ARC tile"},
                               Place{"1, 6", "(1,6) is an Ethernet tile"}, Place{"0, 2", "(0,2) is a router"},
                               Place{"1, 7", "(1,7) is a Tensix tile that is harvested"},
                               Place{"17, 18", "(17,18) is outside the NoC, which has 10 x 12 nodes"}}) {
        Scenario s;
        s.cb(0, 2).reader(std::string("    noc_async_read(get_noc_addr(") + place.coordinates +
                          ", 0), get_write_ptr(0), 64);  // BUG");
        const auto fault = s.run();
        ASSERT_TRUE(fault) << place.is;
        EXPECT_EQ(fault->id(), Id::noc_out_of_bounds);
        EXPECT_EQ(fault->where().line, line_of(s.text("reader.cpp")));
        EXPECT_THAT(fault->text(), AllOf(HasSubstr(place.is), HasSubstr("worker_core_from_logical_core")));
    }
}

// A DRAM bank has several tiles; coordinates that were never set name one of them.
TEST(NocFault, CoordinatesThatWereNeverSet) {
    for (const arch::Arch* arch : arch::all()) {
        Scenario s(*arch);
        s.cb(0, 1).reader(
            "    noc_async_read(get_noc_addr(0, 0, MEM_ZEROS_BASE), get_write_ptr(0), 512);  // BUG\n"
            "    noc_async_read_barrier();");
        const auto fault = s.run();
        ASSERT_TRUE(fault);
        EXPECT_EQ(fault->id(), Id::noc_out_of_bounds);
        EXPECT_EQ(fault->where().line, line_of(s.text("reader.cpp")));
        EXPECT_THAT(fault->text(), AllOf(HasSubstr("read of 512 bytes at 0x2000 of DRAM bank 0"),
                                         HasSubstr("(0,0) is a tile of DRAM bank"),
                                         HasSubstr("(0,0) is what coordinates are that were never set")));
    }
}

// Another tile of a bank reaches the same bytes: it works, and nothing that the API offers names it.
TEST(NocFault, AnotherTileOfABank) {
    Scenario s;
    s.cb(0, 1).reader(R"(
    noc_async_read(get_noc_addr(0, 0, get_arg_val<uint32_t>(0)), get_write_ptr(0), 64);  // BUG
    noc_async_read_barrier();
    while (*reinterpret_cast<volatile uint32_t*>(get_write_ptr(0)) != 0x01010101) {})",
                      {s.dram(1024)});
    const auto fault = s.run();
    ASSERT_FALSE(fault) << fault->text();
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_EQ(s.warnings.front().id(), Id::noc_out_of_bounds);
}

TEST(NocFault, MulticastWithAWrongCount) {
    Scenario s;
    s.cb(0, 2).reader(R"(
    const uint32_t l1 = get_write_ptr(0);
    noc_async_write_multicast(l1, get_noc_multicast_addr(2, 1, 4, 1, l1), 64, 2);  // BUG)");
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::noc_out_of_bounds);
    EXPECT_EQ(fault->where().line, line_of(s.text("reader.cpp")));
    EXPECT_THAT(fault->text(), AllOf(HasSubstr("multicast to 3 core(s) with num_dests 2"),
                                     HasSubstr("num_dests is the number of cores in the rectangle")));
}

// A linked multicast holds its way for the next multicast to the same rectangle; anything else waits for ever.
TEST(NocFault, RequestWhileALinkIsOpen) {
    const std::string begin = R"(
    const uint32_t l1 = get_write_ptr(0);
    zero_l1_buf(reinterpret_cast<uint32_t*>(l1), 64);
    const uint64_t row = get_noc_multicast_addr(2, 1, 4, 1, l1);
    noc_async_write_multicast(l1, row, 64, 3, true);
)";
    Scenario s;
    s.cb(0, 2).reader(begin + "    noc_semaphore_inc(get_noc_addr(2, 1, l1), 1);  // BUG");
    expect_fault(s, Id::broken_link, "BRISC", "reader.cpp",
                 HasSubstr("request on NoC 0 while a linked multicast holds the way to (2,1)-(4,1)"));
    Scenario elsewhere;
    elsewhere.cb(0, 2).reader(
        begin + "    noc_async_write_multicast(l1, get_noc_multicast_addr(2, 1, 3, 1, l1), 64, 2);  // BUG");
    expect_fault(elsewhere, Id::broken_link, "BRISC", "reader.cpp", HasSubstr("holds the way to (2,1)-(4,1)"));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(begin + R"(
    noc_async_write_multicast(l1, row, 32, 3);
    noc_async_write_barrier();
    noc_semaphore_inc(get_noc_addr(2, 1, l1), 1);
    noc_async_full_barrier();)"));
}

// A barrier of acknowledged writes does not cover a posted one (memory-order.md 6, litmus 5), nor one transaction id
// another.
TEST(NocFault, LoadAfterTheBarrierOfAnotherId) {
    const std::string body = dram_source + R"(
    noc_async_read_set_trid(2);
    noc_async_read(source, get_write_ptr(0), 64);
    noc_async_read_barrier_with_trid(%);
    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    p[1] = p[0];  // BUG
    noc_async_read_barrier();)";
    const auto with = [&](char id) {
        std::string text = body;
        text[text.find('%')] = id;
        return text;
    };
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(with('1'), {address});
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("is still under way"));
    Scenario good;
    good.dram(1024);
    expect_clean(good.cb(0, 2).reader(with('2'), {address}));
}

TEST(NocFault, EndWithPostedWritesInL1) {
    const std::string kernel = R"(
    const uint32_t l1 = get_write_ptr(0);
    zero_l1_buf(reinterpret_cast<uint32_t*>(l1), 8192);
    while (reinterpret_cast<volatile uint32_t*>(l1)[2047] != 0) {}
    noc_async_write<NOC_MAX_BURST_SIZE + 1, true, true>(l1, get_noc_addr(2, 1, l1), 8192);  // BUG
    noc_async_write_barrier();
    noc_async_writes_flushed();
)";
    Scenario s;
    s.cb(0, 2).reader(kernel);
    expect_warning(s, Id::unfinished_transfers, "BRISC", "reader.cpp", HasSubstr("1 posted NoC write(s)"));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(kernel + "    noc_async_posted_writes_flushed();"));
}

// The page holds an older value, so that silicon would silently work on it.
TEST(NocFault, LoadBeforeTheBarrier) {
    const std::string begin = "    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));\n    *p = 1;\n" +
                              dram_source + "    noc_async_read(source, get_write_ptr(0), 64);  // CALL\n";
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(begin + "    p[1] = p[0];  // BUG\n    noc_async_read_barrier();", {address});
    const int call = line_of(s.text("reader.cpp"), "// CALL");
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp",
                 AllOf(HasSubstr("NoC read of 64 bytes issued at reader.cpp:" + std::to_string(call)),
                       HasSubstr("no noc_async_read_barrier in between")));
    Scenario good;
    good.dram(1024);
    expect_clean(good.cb(0, 2).reader(begin + "    noc_async_read_barrier();\n    p[1] = p[0];", {address}));
}

// Raised when the write departs, long after the call: the call's line all the same.
TEST(NocFault, WriteOfWhatNobodyWrote) {
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(
        dram_source + "    noc_async_write(get_write_ptr(0), source, 64);  // BUG\n    noc_async_write_barrier();",
        {address});
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("NoC write of 64 bytes from L1"));
}

// A copy of what nobody wrote has no value either; a program may make one, but not use it.
TEST(NocFault, ACopyOfWhatNobodyWroteTravels) {
    const std::string there_and_back = dram_source + R"(
    noc_async_read(source, get_write_ptr(0), 128);
    noc_async_read_barrier();
    noc_async_write(get_write_ptr(0), source + 512, 128);  // BUG
    noc_async_write_barrier();)";
    Scenario s;
    const std::uint32_t address = s.dram(1024, false);
    s.cb(0, 2).reader(there_and_back, {address});
    expect_clean(s);
    core::Options pedantic;
    pedantic.faults.pedantic = true;
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("NoC write of 128 bytes from L1"), "// BUG",
                 std::move(pedantic));
    Scenario uses;
    const std::uint32_t again = uses.dram(1024, false);
    uses.cb(0, 2).reader(there_and_back + R"(
    noc_async_read(source + 512, get_write_ptr(0) + 1024, 64);
    noc_async_read_barrier();
    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    p[0] = p[256];  // READ)",
                         {again});
    expect_fault(uses, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("NoC"), "// READ");
}

// Padding that was never written travels to DRAM and back as what it is: whoever reads it is told.
TEST(NocFault, PaddingTravels) {
    const std::string there_and_back = dram_source + R"(
    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    for (int i = 0; i < 16; ++i) p[i] = i;
    while (p[15] != 15) {}
    noc_async_write(get_write_ptr(0), source, 128);  // BUG
    noc_async_write_barrier();
    noc_async_read(source, get_write_ptr(0) + 1024, 128);
    noc_async_read_barrier();)";
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(there_and_back + "\n    p[0] = p[271];", {address});
    expect_clean(s);
    Scenario reads;
    const std::uint32_t again = reads.dram(1024);
    reads.cb(0, 2).reader(there_and_back + "\n    p[0] = p[272];  // READ", {again});
    expect_fault(reads, Id::uninitialised, "BRISC", "reader.cpp",
                 HasSubstr("which depend on bytes that nobody has written: NoC write of 128 bytes"), "// READ");
}

TEST(NocFault, ForwardBeforeTheBarrier) {
    Scenario s;
    const std::uint32_t address = s.dram(8192);
    s.cb(0, 2).reader(dram_source + R"(
    noc_async_read(source, get_write_ptr(0), 4096);  // CALL
    noc_async_write(get_write_ptr(0), source + 4096, 64);  // BUG
    noc_async_read_barrier();)",
                      {address});
    const int call = line_of(s.text("reader.cpp"), "// CALL");
    expect_fault(
        s, Id::uninitialised, "BRISC", "reader.cpp",
        HasSubstr("the NoC read of 4096 bytes issued at reader.cpp:" + std::to_string(call) + " is still under way"));
}

TEST(NocFault, DramThatNobodyWrote) {
    Scenario s;
    const std::uint32_t address = s.dram(1024, false);
    s.cb(0, 2).reader(dram_source + R"(
    noc_async_read(source, get_write_ptr(0), 64);
    noc_async_read_barrier();
    auto* p = reinterpret_cast<volatile uint32_t*>(get_write_ptr(0));
    p[1] = p[0];  // BUG)",
                      {address});
    expect_fault(s, Id::uninitialised, "BRISC", "reader.cpp", HasSubstr("was never written"));
}

TEST(NocFault, EndWithTransfersUnderWay) {
    const std::string kernel = dram_source + "    noc_async_read(source, get_write_ptr(0), 64);  // BUG\n";
    Scenario s;
    const std::uint32_t address = s.dram(1024);
    s.cb(0, 2).reader(kernel, {address});
    expect_fault(s, Id::unfinished_transfers, "BRISC", "reader.cpp",
                 HasSubstr("1 NoC read(s) on NoC 0 that no noc_async_read_barrier has awaited"));
    Scenario good;
    good.dram(1024);
    expect_clean(good.cb(0, 2).reader(kernel + "    noc_async_read_barrier();", {address}));
}

}  // namespace
}  // namespace tessera::faults
