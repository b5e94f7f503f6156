// Blackhole p150: what is known of it. A figure that stands here says so from its own source, even where it equals that
// of Wormhole B0; what is left is marked as taken from there.
#include <limits>
#include <string>

#include "sim/arch/calibration.hpp"
#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

using enum Evidence;

void state_tensix(Tensix& t) {
    for (Figure& entries : t.fifo_entries) entries = {32, documented, "timing.md 2.1"};
    // The page on UNPACR and that on the matrix unit are the same for both chips.
    t.unpack_setup_cycles = {2, documented, "timing.md 2.3: each UNPACR"};
    t.unpack_bytes_per_cycle = {128, measured, "timing.md 2.9: a bf16 tile in 16 cycles is all it can"};
    t.unpack_bank_period_bytes = {512, measured, "timing.md 2.9: widths of a multiple of 8 tiles"};
    t.unpack_bank_row_bytes = {64, measured, "timing.md 2.9: 35 to 45 % more"};
    t.pack_bytes_per_cycle = {128, measured, "timing.md 2.9: 16 cycles a bf16 tile"};
    t.pack_fill_cycles = {4, computed, "timing.md 2.3, 2.9: fitted to 9.1 cycles a call beyond its datums"};
    t.scalar_settle_cycles = {3, computed, "timing.md 2.3, 2.9: fitted to 512 cycles of untilize"};
    t.push_not_resident_factor = {1.0, inferred, "timing.md 6.7: push fusion"};
    t.runtime_push_cycles = {3, inferred, "timing.md 2.1"};
    t.pushes_per_cycle = {4, documented, "timing.md 2.1"};
    t.zone_inside_cycles = {30, measured, "timing.md 5"};
}

void state_riscv(Riscv& r) {
    r.mul_cycles = {1, documented, "timing.md 2.5"};
    r.div_trivial_cycles = {2, documented, "timing.md 2.5"};
    r.div_min_cycles = {6, documented, "timing.md 2.5"};
    r.div_max_cycles = {33, documented, "timing.md 2.5"};
    r.mispredict_cycles = {4, documented, "timing.md 2.5"};
    r.local_load_cycles = {2, documented, "timing.md 2.5"};
    r.l1_load_cycles = {8, documented, "timing.md 2.5"};
    r.mmio_load_cycles = {7, documented, "timing.md 2.5"};
    r.sync_load_cycles = {3, documented, "timing.md 2.5"};
    r.register_load_cycles = {4, documented, "timing.md 2.5"};
    r.l1_store_interval_cycles = {5, documented, "timing.md 2.5"};
    r.keeps_branch_history = true;
    r.has_zba_zbb_zaamo = true;
    r.has_data_cache = true;
    for (std::size_t risc = 0; risc < r.icache_bytes.size(); ++risc) {
        r.icache_bytes[risc] = {2048, inferred, "timing.md 9: cache sizes not found, 512 instructions assumed"};
        r.local_memory_bytes[risc] = {risc < 2 ? 8192.0 : 4096.0, documented, "timing.md 2.5"};
        r.code_limit_bytes[risc] = {risc == 0 || risc == 3 ? 24576.0 : 16384.0, inferred,
                                    "design.md 3: where L1 holds code"};
    }
}

Arch make_blackhole() {
    Arch a = wormhole_b0();
    for (const FigureRow& row : figures()) row.of(a).taken_from = wormhole_b0().name;
    a.name = "blackhole";
    a.kernel_define = "ARCH_BLACKHOLE";
    const Nearness units{Nearness::of_units, 25, 4.72, -18.4};
    a.nearness = {Nearness{},
                  units,
                  units,
                  units,
                  Nearness{Nearness::of_cores, 560, 4.62, 39.5},
                  Nearness{Nearness::of_dram, 77, 4.46, -15.2}};
    a.calibrated_on = {"", "", "", "", "transfers", "transfers"};
    a.clock_ghz = {1.35, documented, "timing.md 1"};
    a.grid = {.noc_width = 17,
              .noc_height = 12,
              .compute_width = 12,
              .compute_height = 10,
              .tensix_columns = {},
              .tensix_rows = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1},
              // A p150 has all columns, a p100 two less; kernels get twelve of a chip of no board (boards.hpp).
              .die = {.harvests_rows = false,
                      .lines = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, -1, -1},
                      .least_harvested = 0,
                      .most_harvested = 2}};
    harvest(a, {});
    a.dram.banks = 8;
    a.dram.endpoint = {{{0, 11}, {0, 3}, {0, 8}, {0, 6}, {9, 11}, {9, 3}, {9, 8}, {9, 6}, {}, {}, {}, {}}};
    a.dram.alignment_bytes = {64, inferred, "timing.md 1"};
    a.dram.bank_bytes = {4.0 * 1024 * 1024 * 1024, documented, "timing.md 1"};
    a.dram.read_latency_cycles = {113, computed, "timing.md 3.3"};
    a.dram.write_latency_cycles = {38, computed, "timing.md 3.2: DRAM write less L1 write, n = 1"};
    a.dram.bank_bytes_per_cycle = {46.3, measured, "timing.md 4: placed, two reads of 16 KiB under way"};
    a.dram.request_cycles = {16, measured, "timing.md 4: reads of one bank by many cores, each NoC, 16.4"};
    a.dram.short_write_cycles = {5, measured, "timing.md 3.4: all to DRAM, 64 bytes"};
    a.dram.write_posted_bytes = {8192, inferred,
                                 "timing.md 3.2: single writes of up to 8192 bytes stream at the link's rate"};
    a.dram.queue_bytes = {8192, inferred, "timing.md 3.2: no less than is posted"};
    a.noc.read_bytes_per_cycle = {60.9, measured, "timing.md 3.2"};
    a.noc.write_bytes_per_cycle = {61.5, computed, "timing.md 3.3"};
    a.noc.link_bytes_per_cycle = {62, measured, "timing.md 3.2: multicast and unicast to all"};
    a.noc.flit_bytes = {64, documented, "timing.md 1"};
    a.noc.channel_buffer_bytes = {1024, inferred, "memory-order.md 7: sixteen flits, as on Wormhole"};
    a.noc.l1_bytes_per_cycle = {116, inferred, "timing.md 1: twice as many banks as Wormhole, its fit doubled"};
    a.noc.multicast_hop_cycles = {8, computed, "timing.md 3.4: 16 for out and back, 11 rectangles on two chips"};
    a.noc.multicast_setup_cycles = {4, computed, "timing.md 3.4: multicasts that are not linked, less 16 a hop"};
    a.noc.multicast_bytes_per_cycle = {61, measured, "timing.md 3.4: 8192 to 16384 bytes, n = 256, not linked"};
    a.noc.read_overhead_cycles = {81, computed, "timing.md 3.2: n = 1, less what the kernel executes"};
    a.noc.write_overhead_cycles = {69, computed, "timing.md 3.2: n = 1, less what the kernel executes"};
    a.noc.issue_read_cycles = {14, computed, "timing.md 3.2: n = 256, less the eight instructions of the loop"};
    a.noc.issue_write_cycles = {17, computed, "timing.md 3.2: n = 256, less the eight instructions of the loop"};
    a.noc.issue_read_state_cycles = {14, computed, "timing.md 3.3: no less than a plain read"};
    a.noc.issue_write_state_cycles = {15, computed, "timing.md 3.3: 21 against 23 of a plain write"};
    a.noc.l1_answer_cycles = {11, computed, "timing.md 3.4: 110 cores that meet at a semaphore end 1200 cycles apart"};
    a.noc.l1_read_service_cycles = {35, measured, "timing.md 3.4: one from all, 34.8; reads of DRAM are faster"};
    a.noc.max_packet_bytes = {16384, documented, "timing.md 3.1"};
    a.noc.hop_cycles = {9, documented, "timing.md 3.1: both chips"};
    a.noc.l1_alignment_bytes = {16, documented, "timing.md 1"};
    state_riscv(a.riscv);
    a.l1.bytes = {1536 * 1024, documented, "timing.md 1"};
    a.sfpu = {.isa_column = 1,
              .mad = {.canonical_nan = true, .keeps_zero_sign = true, .rounds_subnormal = true, .full_sticky = true},
              .stalls_on_late_operand = true,
              .sign_flips = true,
              .has_compare = true,
              .int32_is_converted = false,
              .peek_clobbers_bottom = false,
              .lane_shift_is_stale = false,
              .int8_load_bits = 8,
              .dst_reg_int_mode = 4,
              .sfpi_addr_mod = 7};
    a.tensix.unpack = {.fp8_keeps_all_ones = true};
    a.tensix.fpu = {.renormalises_minus_one = true, .bank_implies_format = true, .narrow_dst_has_halves = true};
    a.tensix.pack = {.rounds_to_fp16 = true};
    a.tensix.circular_buffers = 64;
    a.tensix.wait_math = 0x10;
    a.tensix.wait_sfpu = 0x800;
    a.host = {.pcie_alignment_bytes = 64,
              .epsilon = a.host.epsilon,
              .nan = std::numeric_limits<float>::quiet_NaN(),
              .infinity = std::numeric_limits<float>::infinity()};
    state_tensix(a.tensix);
    static const std::string calibration = calibration_text(a, all_parts());
    a.calibration = calibration;
    return a;
}

}  // namespace

const Arch& blackhole() {
    static const Arch arch = make_blackhole();
    return arch;
}

}  // namespace tessera::arch
