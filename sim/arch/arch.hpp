// An architecture as data. Blackhole states only what differs from Wormhole B0 (blackhole.cpp).
// Every figure carries its source and how well it is known.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "sim/num/rules.hpp"

namespace tessera::arch {

enum class Evidence : std::uint8_t { documented, measured, computed, inferred };
std::string_view name(Evidence evidence);

// A number with its unit in the field's name, its evidence, and the page and section that it was read in.
struct Figure {
    double value;
    Evidence evidence;
    std::string_view source;
    std::string_view taken_from = {};  // the architecture whose figure it is, where this one's is not known
    constexpr operator double() const { return value; }
    // By way of a signed integer, which is one instruction of the host.
    constexpr std::uint64_t count() const { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value + 0.5)); }
    constexpr std::uint64_t cycles() const { return count(); }
};

struct Coord {
    int x = 0, y = 0;
    friend auto operator<=>(const Coord&, const Coord&) = default;
};

// The die before harvesting: rows or columns of Tensix cores by NoC 0 coordinate, and how many of them are fused off.
struct Die {
    bool harvests_rows;         // else columns
    std::array<int, 16> lines;  // -1 after the last
    int least_harvested, most_harvested;
};

struct Grid {
    int noc_width, noc_height;           // routers in each torus
    int compute_width, compute_height;   // logical cores a kernel may use
    std::array<int, 16> tensix_columns;  // NoC 0 x of the logical columns, -1 after the last
    std::array<int, 16> tensix_rows;     // NoC 0 y of the logical rows, -1 after the last
    Die die;
};

// How near times came to those that were measured, of which the tests keep the figures true.
struct Nearness {
    std::string_view measured = {};
    unsigned points = 0;
    double mean_percent = 0;   // of the sizes of the errors
    double worst_percent = 0;  // the largest error
    static constexpr std::string_view of_cores = "measured transfers between cores",
                                      of_dram = "measured transfers to and from DRAM",
                                      of_units = "published rates of the Tensix's units";
};

struct Dram {
    int banks;
    std::array<Coord, 12> endpoint;  // NoC 0 coordinates a worker addresses, per bank
    Figure alignment_bytes;
    Figure bank_bytes;
    Figure read_latency_cycles, write_latency_cycles;  // beyond those of an L1 at the same place
    Figure bank_bytes_per_cycle;                       // reads and writes together
    Figure request_cycles, short_write_cycles;         // a bank is not free again sooner; writes of up to 64 bytes
    Figure turnaround_cycles;                          // from reads to writes or back, with requests waiting
    Figure write_posted_bytes;                         // acknowledged before the bank has taken them
    Figure queue_bytes;                                // taken from the NoC before the bank gets to them
};

struct Noc {
    Figure hop_cycles;
    Figure read_bytes_per_cycle, write_bytes_per_cycle;  // out of an L1: answering reads, writing
    Figure link_bytes_per_cycle;                         // into an interface, and out of that of a DRAM
    Figure flit_bytes;                                   // a link carries one a cycle, a packet has one more of header
    Figure channel_buffer_bytes;                         // what a router keeps of one virtual channel
    Figure l1_bytes_per_cycle;                           // of both NoCs together, in and out
    Figure switch_cycles;           // a link with packets waiting goes over from one input to another
    Figure short_switch_cycles;     // the same to a packet that fits a router's buffer
    Figure multicast_hop_cycles;    // of a reservation on its way out and back, and of what then takes that way
    Figure multicast_setup_cycles;  // between reservations, beyond their hops
    Figure multicast_bytes_per_cycle;
    Figure read_overhead_cycles, write_overhead_cycles;        // of one transfer, beyond hops, streaming and its issue
    Figure issue_read_cycles, issue_write_cycles;              // of the call itself, without the loop around it
    Figure issue_read_state_cycles, issue_write_state_cycles;  // of one whose registers are mostly set already
    Figure set_state_cycles;                                   // of setting them
    Figure l1_answer_cycles;                                   // an L1 answers one read request in no less
    Figure l1_read_service_cycles;                             // a core takes one such answer in no less
    Figure max_packet_bytes;
    Figure l1_alignment_bytes;
};

struct Riscv {  // baby cores, spec/timing.md 2.5
    Figure mul_cycles;
    Figure div_trivial_cycles, div_min_cycles, div_max_cycles;
    Figure mispredict_cycles;
    Figure local_load_cycles, l1_load_cycles, mmio_load_cycles;
    Figure sync_load_cycles, register_load_cycles;      // of mailboxes and semaphores; of registers of the coprocessor
    Figure l1_loads_per_window, l1_load_window_cycles;  // at most 4 words per 7 cycles
    Figure l1_store_interval_cycles;
    Figure icache_line_bytes;
    Figure icache_miss_cycles;
    std::array<Figure, 5> icache_bytes;        // B, NC, T0, T1, T2
    std::array<Figure, 5> local_memory_bytes;  // data RAM with the stack, same order
    std::array<Figure, 5> code_limit_bytes;    // room for a kernel's text
    bool keeps_branch_history = false;         // of which the predictor learns; else backward taken, forward not
    bool has_zba_zbb_zaamo = false;            // extensions beyond RV32IM
    bool has_data_cache = false;               // in front of L1, off unless asked for (memory-order.md 1)
};

struct L1 {
    Figure bytes;
    std::uint32_t zeros_base, zeros_bytes;  // MEM_ZEROS_BASE
    std::uint32_t args_base, args_stride;   // runtime arguments of RISC r at args_of(r)
    std::uint32_t semaphore_base;           // of semaphore_bytes each
    static constexpr std::uint32_t semaphore_bytes = 16;
    // Of each circular buffer between cores, by CB index: where its configuration lies, and the bytes of a page, 8 in
    // all.
    std::uint32_t remote_cb_base;
    std::uint32_t code_base;        // kernel texts of B, NC, T0, T1, T2 one after the other
    std::uint32_t unreserved_base;  // circular buffers grow from here, L1 buffers down from the end

    // T2's come first, then those of B, NC, T0 and T1: a stray store to the base comes from a RISC that owns other
    // ones.
    constexpr std::uint32_t args_of(int risc) const {
        return args_base + static_cast<std::uint32_t>((risc + 1) % 5) * args_stride;
    }
};

// Cycles of an SFPU instruction that are set to other values than its row in sim/sfpu holds; 0: as the row says.
struct SetCost {
    std::uint8_t latency = 0, issue = 0;
};

struct Sfpu {
    int isa_column;  // which column of sim/sfpu's instruction rows holds: legal modifiers, costs, hazards
    num::MadRules mad;
    bool stalls_on_late_operand;  // hardware interlock after latency-2 operations (BH); else the compiler puts SFPNOP
    bool sign_flips;              // Mod1 sign bits of MAD/ADD/MUL (BH)
    bool has_compare;             // SFPGT, SFPLE, SFPMUL24, SFPARECIP and the other Blackhole instructions
    bool int32_is_converted;      // SFPLOAD/STORE modes 12 and 13 convert sign-magnitude (WH)
    bool peek_clobbers_bottom;    // SFPPOPC Mod1 != 0 on a full stack copies its top to its bottom (WH bug)
    bool lane_shift_is_stale;     // what enters with SFPSHFT2 mode 4 is left over from modes 2 and 3 (WH bug)
    int int8_load_bits;           // magnitude bits SFPLOAD mode 5 keeps: 7 WH, 8 BH
    int dst_reg_int_mode;         // mode of dst_reg[] read as vInt: 12 WH, 4 BH
    int sfpi_addr_mod;            // 3 WH, 7 BH: no increment
    // By opcode; first what most modifiers cost, then the slow ones.
    std::array<std::array<SetCost, 2>, 256> set_cost = {};
};

struct Tensix {  // spec/timing.md 2.1 to 2.4 and 9
    num::UnpackRules unpack;
    num::FpuRules fpu;
    num::PackRules pack;
    // Conditions of STALLWAIT: matrix unit idle, SFPU idle (tensix-core.md 7).
    std::uint32_t wait_math, wait_sfpu;
    std::uint32_t circular_buffers;      // of a core
    std::array<Figure, 3> fifo_entries;  // pushes T0, T1, T2 may run ahead
    Figure unpack_setup_cycles, unpack_bytes_per_cycle;
    // Rows of a block so far apart, or a multiple of it, meet in L1, and each then takes the time of so many bytes.
    Figure unpack_bank_period_bytes, unpack_bank_row_bytes;
    Figure pack_bytes_per_cycle, pack_fill_cycles;  // fill: from a tile's last datum until it is in L1
    Figure scalar_settle_cycles;  // until STALLWAIT finds the scalar unit to be done with what it has worked out
    Figure cb_wait_cycles, cb_poll_cycles, cb_push_cycles, cb_push_thread_cycles;
    Figure push_not_resident_factor;  // k_fetch
    Figure runtime_push_cycles;       // extra scalar instructions of a push built at run time
    Figure pushes_per_cycle;          // of a RISC, of adjacent instructions
    Figure zone_inside_cycles, zone_outside_cycles;
    Figure dispatch_cycles;
};

// What the vendor's host API says of an architecture beside its memories and cores (tt-metal's HAL).
struct HostView {
    std::uint32_t pcie_alignment_bytes;  // noc_parameters.h
    // Of the vector unit, as the vendor's tests hold results against them.
    float epsilon, nan, infinity;
};

// What a time is made of (calibration.hpp).
enum class Part : std::uint8_t { riscs, sfpu, tiles, products, noc, dram };

struct Arch {
    std::string_view name;                          // "wormhole_b0"
    std::string_view kernel_define;                 // ARCH_WORMHOLE
    std::array<Nearness, 6> nearness;               // by Part; no points where nothing was measured of it
    std::array<std::string_view, 6> calibrated_on;  // by Part: published times its cycles were held against, or empty
    std::string_view calibration;                   // the same in words, or why there is none
    Figure clock_ghz;
    Grid grid;
    Dram dram;
    Noc noc;
    Riscv riscv;
    L1 l1;
    Sfpu sfpu;
    Tensix tensix;
    HostView host;
};

const Arch& wormhole_b0();
const Arch& blackhole();
std::span<const Arch* const> all();
const Arch* find(std::string_view name);  // nullptr when unknown

}  // namespace tessera::arch
