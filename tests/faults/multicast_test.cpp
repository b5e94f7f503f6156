// Multicasts whose rectangle is not what the NoC they run on makes of it, and calls for one packet.
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

std::string send(const std::string& corners, int dests, const char* marker = "  // BUG") {
    return "    const uint32_t l1 = get_write_ptr(0);\n    zero_l1_buf(reinterpret_cast<uint32_t*>(l1), 64);\n"
           "    noc_async_write_multicast(l1, get_noc_multicast_addr(" +
           corners + ", l1), 64, " + std::to_string(dests) + ");" + marker + "\n    noc_async_write_barrier();\n";
}

TEST(MulticastFault, CornersExchangedOnNoc0) {
    Scenario s;
    s.cb(0, 2).reader(send("4, 1, 2, 1", 3));
    expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                 HasSubstr("multicast on NoC 0 from (4,1) to (2,1): NoC 0 wants the smaller coordinates as the start"));
    Scenario rows;
    rows.cb(0, 2).reader(send("2, 3, 4, 2", 6));
    expect_fault(rows, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("from (2,3) to (4,2)"));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(send("2, 1, 4, 1", 3)));
}

TEST(MulticastFault, CornersNotExchangedOnNoc1) {
    Scenario s;
    s.cb(0, 2).writer(send("2, 1, 4, 1", 3));
    expect_fault(s, Id::noc_out_of_bounds, "NCRISC", "writer.cpp",
                 HasSubstr("multicast on NoC 1 from (2,1) to (4,1): NoC 1 wants start and end exchanged"));
    Scenario good;
    expect_clean(good.cb(0, 2).writer(send("4, 1, 2, 1", 3)));
}

// Core (0,0) is (1,1) for the NoC.
TEST(MulticastFault, TheSenderIsCounted) {
    Scenario s;
    s.cb(0, 2).reader(send("1, 1, 3, 1", 3));
    const auto fault = s.run();
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->id(), Id::noc_out_of_bounds);
    EXPECT_EQ(fault->where().line, line_of(s.text("reader.cpp")));
    EXPECT_THAT(fault->text(),
                AllOf(HasSubstr("multicast to 2 core(s) with num_dests 3"),
                      HasSubstr("the rectangle holds the sender, which a multicast without loopback neither reaches"),
                      HasSubstr("noc_async_write_multicast_loopback_src reaches the sender too")));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(send("1, 1, 3, 1", 2)));
}

// With the data at another place of the sender than of the others, it is left without them.
TEST(MulticastFault, TheSenderIsLeftOut) {
    const auto to = [](const char* corners) {
        return std::string(
                   "    const uint32_t l1 = get_write_ptr(0);\n    zero_l1_buf(reinterpret_cast<uint32_t*>(l1), 64);\n"
                   "    noc_async_write_multicast(l1, get_noc_multicast_addr(") +
               corners + ", l1 + 4096), 64, 2);  // BUG\n    noc_async_write_barrier();\n";
    };
    Scenario s;
    s.cb(0, 2).reader(to("1, 1, 3, 1"));
    const auto fault = s.run();
    ASSERT_FALSE(fault) << fault->text();
    ASSERT_EQ(s.warnings.size(), 1u);
    EXPECT_EQ(s.warnings.front().where().line, line_of(s.text("reader.cpp")));
    EXPECT_THAT(s.warnings.front().text(fault::Severity::warning),
                AllOf(HasSubstr("the rectangle holds the sender, which is left out"),
                      HasSubstr("noc_async_write_multicast_loopback_src reaches the sender too")));
    Scenario good;
    expect_clean(good.cb(0, 2).reader(to("2, 1, 3, 1")));
}

struct Packet : Scenario {
    Packet(const std::string& body, const arch::Arch& arch = arch::wormhole_b0()) : Scenario(arch) {
        const std::uint32_t address = dram(32768);
        cb(0, 8).reader(
            "    const uint64_t source = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));\n"
            "    const uint32_t l1 = get_write_ptr(0);\n" +
                body + "\n    noc_async_read_barrier();\n    noc_async_write_barrier();",
            {address});
    }
};

TEST(PacketFault, MoreThanAPacketByACallForOne) {
    for (const char* call : {
             "    noc_async_read_one_packet(source, l1, 8224);  // BUG",
             "    noc_async_read_one_packet_set_state(source, 8224);  // BUG\n"
             "    noc_async_read_one_packet_with_state(static_cast<uint32_t>(source), l1);",
             "    noc_async_read<4096>(source, l1, 8224);  // BUG",
             "    zero_l1_buf(reinterpret_cast<uint32_t*>(l1), 8224);\n"
             "    noc_async_write_one_packet(l1, source, 8224);  // BUG",
             "    noc_async_write_one_packet_set_state(source, 8224);  // BUG",
         }) {
        Packet s(call);
        expect_fault(s, Id::noc_out_of_bounds, "BRISC", "reader.cpp",
                     HasSubstr("8224 bytes by a call for one packet, which holds at most 8192"));
    }
    Packet good("    noc_async_read_one_packet(source, l1, 8192);\n    noc_async_read(source, l1, 16384);");
    expect_clean(good);
    Packet blackhole("    noc_async_read_one_packet(source, l1, 16384);", arch::blackhole());
    expect_clean(blackhole);
    Packet more("    noc_async_read_one_packet(source, l1, 16448);  // BUG", arch::blackhole());
    expect_fault(more, Id::noc_out_of_bounds, "BRISC", "reader.cpp", HasSubstr("which holds at most 16384"));
}

}  // namespace
}  // namespace tessera::faults
