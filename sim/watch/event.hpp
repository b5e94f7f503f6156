// Everything the machine tells about itself, listed once (design.md 2, 9). Rooms emit these through a Hub; tables,
// traces and profiles are Listeners. Times are core-clock cycles, intervals are [begin, end); texts are only valid
// during the call, a listener that keeps one copies it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/arch/arch.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::watch {

// Why something stands still. The name is the column and the slice, the text is for people.
enum class WaitReason : std::uint8_t {
    none,
    cb_empty,
    cb_full,
    noc_read,
    noc_write,
    noc_flush,
    noc_atomic,
    semaphore,
    dst_free,
    dst_ready,
    tensix_fifo,
    mailbox,
    src_free,
    src_valid,
    tensix_idle,
    unit_semaphore,
};

struct WaitReasonRow {
    WaitReason reason;
    std::string_view name, text;
    std::string_view index;  // what Wait::index counts, empty when it means nothing
};

inline constexpr std::array wait_reasons{
    WaitReasonRow{WaitReason::none, "none", "does not wait", ""},
    WaitReasonRow{WaitReason::cb_empty, "cb_empty", "cb_wait_front: too few pages in the circular buffer", "cb"},
    WaitReasonRow{WaitReason::cb_full, "cb_full", "cb_reserve_back: too little room in the circular buffer", "cb"},
    WaitReasonRow{WaitReason::noc_read, "noc_read", "read barrier: NoC reads under way", ""},
    WaitReasonRow{WaitReason::noc_write, "noc_write", "write barrier: NoC writes not acknowledged", ""},
    WaitReasonRow{WaitReason::noc_flush, "noc_flush", "flush: NoC writes have not left L1", ""},
    WaitReasonRow{WaitReason::noc_atomic, "noc_atomic", "atomic barrier: NoC atomics not acknowledged", ""},
    WaitReasonRow{WaitReason::semaphore, "semaphore", "semaphore has not reached its value", "semaphore "},
    WaitReasonRow{WaitReason::dst_free, "dst_free", "tile_regs_acquire: the packer holds this half of Dst", ""},
    WaitReasonRow{WaitReason::dst_ready, "dst_ready", "tile_regs_wait: math has not committed this half of Dst", ""},
    WaitReasonRow{WaitReason::tensix_fifo, "tensix_fifo", "the FIFO to the coprocessor is full", ""},
    WaitReasonRow{WaitReason::mailbox, "mailbox", "another RISC has not written the mailbox", ""},
    WaitReasonRow{WaitReason::src_free, "src_free", "unpack: the FPU still holds the Src bank", ""},
    WaitReasonRow{WaitReason::src_valid, "src_valid", "math: the Src bank has not been unpacked", ""},
    WaitReasonRow{WaitReason::tensix_idle, "tensix_idle", "the coprocessor has not drained", ""},
    WaitReasonRow{WaitReason::unit_semaphore, "unit_semaphore", "a loop polls a semaphore of the coprocessor",
                  "semaphore "},
};
inline constexpr std::size_t wait_reason_count = wait_reasons.size();

// Whether row i of a table is about value i of its enumeration, so that the value can index it.
constexpr bool in_order(const auto& table, auto member) {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].*member) != i) return false;
    return true;
}
static_assert(in_order(wait_reasons, &WaitReasonRow::reason));

constexpr const WaitReasonRow& row(WaitReason reason) { return wait_reasons[static_cast<std::size_t>(reason)]; }
// With what it is about where there are several: "cb_full cb 2".
std::string wait_text(WaitReason reason, int index);

// The sequential resources of a core, numbered as their rows (tids) in a trace, spec/trace-formats.md 2.1.
enum Unit : int {
    brisc = 0,
    ncrisc = 1,
    trisc0 = 2,
    trisc1 = 3,
    trisc2 = 4,
    sfpu = 10,
    fpu = 11,
    unpacker = 12,
    packer = 13
};
inline constexpr std::array units{brisc, ncrisc, trisc0, trisc1, trisc2, sfpu, fpu, unpacker, packer};
std::string_view unit_name(int unit);
// The zone that spans a kernel on a RISC, as the vendor's tools expect it (spec/trace-formats.md 1.2).
std::string_view kernel_zone(int unit);
constexpr bool is_risc(int unit) { return unit >= brisc && unit <= trisc2; }

struct Track {
    int core;  // index of the core in the machine
    int row;   // a Unit
    friend auto operator<=>(const Track&, const Track&) = default;
};

// A line of a kernel; no file where it is not known.
struct Spot {
    std::string_view file = {};
    int line = 0;
};

// Sent once per core before its other events.
struct CoreName {
    int core;
    arch::Coord logical;
    arch::Coord physical;  // NoC 0
};

// A named stretch of a kernel: DeviceZoneScopedN, and the life of the kernel itself as BRISC-KERNEL and the like
// (spec/trace-formats.md 1.2). Zones of a track nest.
struct Zone {
    Track track;
    std::string_view name;
    std::string_view file;
    int line;
    Cycle begin, end;
};

// What a transfer does to memory: moves bytes, writes one word from a register, or adds to one word.
enum class Access : std::uint8_t { bytes, word, atomic };

// One NoC transaction. A multicast is told once for each receiver, one right after the other, with one id.
struct Transfer {
    Track track;  // the RISC that issued it
    int noc;
    bool is_read;
    arch::Coord source, destination;  // NoC 0 coordinates, in the direction of the data
    std::uint64_t bytes;
    Cycle issue, complete;
    int bank = -1;              // DRAM bank at the other end, -1: an L1
    Spot spot = {};             // where it was issued
    std::uint64_t id = 0;       // counts the transactions of a machine from 1
    std::uint64_t address = 0;  // in the memory of the other end
    Access access = Access::bytes;
};

// What ended a wait: the act of a RISC or unit, or a transfer that completed.
struct Cause {
    Track track{-1, -1};  // who acted, or issued the transfer; core -1: nobody known
    Cycle at = 0;         // when; who polls notices later
    Spot spot = {};       // where it stood
    const Transfer* transfer = nullptr;
};

// A RISC or unit stood still; waits of a track do not overlap.
struct Wait {
    Track track;
    WaitReason reason;
    int index;  // circular buffer or semaphore, see WaitReasonRow::index
    Cycle begin, end;
    std::string_view file = {};  // the kernel's line, where known
    int line = 0;
    Cause cause = {};
};

// A line that a kernel printed (DPRINT), of the cores whose lines are shown.
struct Printed {
    Track track;
    Cycle cycle;
    std::string_view text;
    Spot spot = {};
};

// A unit worked: an SFPU program, an FPU operation, a tile unpacked or packed.
struct Busy {
    Track track;
    Cycle begin, end;
    std::string_view label;
    std::string_view file = {};
    int line = 0;
};

// The number of pages in a circular buffer from this cycle on.
struct CbLevel {
    int core;
    int cb;
    Cycle cycle;
    int pages;
    int row = -1;      // the RISC that pushed or popped, -1 when unknown
    int capacity = 0;  // in pages, 0 when unknown
};

// Where packets take turns: the interface they leave a node by, the one they enter by, the two links a router of either
// NoC drives, and a DRAM bank.
enum class Stop : std::uint8_t { leave, enter, along_x, along_y, bank };
// "NOC0_EAST" as tt-npe names links and interfaces (spec/trace-formats.md 3.3).
std::string_view link_name(Stop stop, int noc);

// A packet's turn at a stop: it came at `ready`, and kept others out from `begin` to `end`. Told only to those who ask
// for it (Listener::hears_stays), and before the transfer itself, which ends later.
struct Stay {
    Track track;             // the RISC that issued the transfer
    std::uint64_t transfer;  // Transfer::id
    Stop stop;
    int noc;         // the one the packet travels
    arch::Coord at;  // NoC 0 coordinates of the router, or of the bank's endpoint
    int bank;        // -1 unless the stop is one
    bool is_read, multicast;
    std::uint32_t bytes;
    Cycle ready, begin, end;
    // Of the wait just before `begin`: cycles in which the stop went over to this packet from another direction, as a
    // bank turns its bus and a router changes inputs.
    Cycle turned = 0;
    // Of the wait before that: cycles in which the stop was free and the packet could not have it, because another one
    // held its virtual channel and could not move on.
    Cycle blocked = 0;

    Cycle turned_from() const { return begin - (turned < begin ? turned : begin); }
    // Until `end` nobody else can use the stop.
    Cycle taken_from() const { return turned_from() - (blocked < turned_from() ? blocked : turned_from()); }
};

}  // namespace tessera::watch
