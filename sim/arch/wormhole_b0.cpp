// Wormhole B0, one chip of an n300.
#include "sim/arch/calibration.hpp"
#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

using enum Evidence;

Arch make_wormhole_b0() {
    Arch a{};
    a.name = "wormhole_b0";
    a.kernel_define = "ARCH_WORMHOLE";
    static constexpr std::string_view ladder = "the RoPE ladder", transfers = "transfers";
    const Nearness units{Nearness::of_units, 22, 4.82, 16.2};
    a.nearness = {Nearness{},
                  units,
                  units,
                  units,
                  Nearness{Nearness::of_cores, 549, 5.12, -44.0},
                  Nearness{Nearness::of_dram, 92, 4.59, -19.2}};
    a.calibrated_on = {ladder, ladder, ladder, "", transfers, transfers};
    a.clock_ghz = {1.0, documented, "timing.md 1"};
    a.grid = {.noc_width = 10,
              .noc_height = 12,
              .compute_width = 8,
              .compute_height = 7,
              .tensix_columns = {1, 2, 3, 4, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1, -1, -1},
              .tensix_rows = {},
              .die = {.harvests_rows = true,
                      .lines = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1},
                      .least_harvested = 2,
                      .most_harvested = 2}};
    // As the vendor's own example has it; the last surviving row dispatches.
    harvest(a, std::array{7, 10});
    a.dram = {.banks = 12,
              .endpoint =
                  {{{0, 11}, {0, 1}, {0, 5}, {0, 7}, {5, 1}, {5, 11}, {5, 2}, {5, 9}, {5, 8}, {5, 3}, {5, 5}, {5, 7}}},
              .alignment_bytes = {32, inferred, "timing.md 1"},
              .bank_bytes = {1024.0 * 1024 * 1024, documented, "timing.md 1"},
              .read_latency_cycles = {90, computed, "timing.md 3.3"},
              .write_latency_cycles = {125, computed, "timing.md 3.2: DRAM write less L1 write, n = 1"},
              .bank_bytes_per_cycle = {22, measured, "timing.md 9"},
              .request_cycles = {7, measured, "timing.md 4: reads of one bank by many cores, each NoC, 6.8"},
              .short_write_cycles = {66, measured, "timing.md 3.2"},
              .turnaround_cycles =
                  {10, inferred,
                   "timing.md 4: not published, a guess; M2 of timing.md 6 holds from 0 to 20, M1t from 0 to 10"},
              .write_posted_bytes = {0, computed, "timing.md 3.2: a single write already streams at the bank's rate"},
              .queue_bytes = {2048, inferred, "timing.md 4: fits writes at random; not published"}};
    a.noc = {
        .hop_cycles = {9, documented, "timing.md 3.1"},
        .read_bytes_per_cycle = {28.1, measured, "timing.md 3.2"},
        .write_bytes_per_cycle = {30, computed, "timing.md 3.3"},
        .link_bytes_per_cycle = {31, measured, "timing.md 3.2: interleaved DRAM pages of 4096 bytes"},
        .flit_bytes = {32, documented, "timing.md 1"},
        .channel_buffer_bytes = {512, documented, "memory-order.md 7: 32 of its own and 480 of the shared ones"},
        .l1_bytes_per_cycle = {58, inferred, "timing.md 3.2: not published; fits the recorded traces, range 58 to 62"},
        .switch_cycles = {8, inferred, "timing.md 3.1: about one router; fits the recorded traces, range 7 to 9"},
        .short_switch_cycles = {2, inferred,
                                "timing.md 3.4: not published; fits short packets of all cores to DRAM, range 2 to 3"},
        .multicast_hop_cycles = {8, computed, "timing.md 3.4: 16 for out and back, 11 rectangles on two chips"},
        .multicast_setup_cycles = {4, computed, "timing.md 3.4: multicasts that are not linked, less 16 a hop"},
        .multicast_bytes_per_cycle = {30.5, measured, "timing.md 3.4: 4096 to 8192 bytes, n = 256, not linked"},
        .read_overhead_cycles = {63, computed, "timing.md 3.2: n = 1, less what the kernel executes"},
        .write_overhead_cycles = {67, computed, "timing.md 3.2: n = 1, less what the kernel executes"},
        .issue_read_cycles = {16, computed, "timing.md 3.3: 24 less the eight instructions of the loop around it"},
        .issue_write_cycles = {16, computed, "timing.md 3.3: 22 to 25 less the eight instructions of the loop"},
        .issue_read_state_cycles = {10, computed, "timing.md 3.3: 18 less the eight instructions of the loop"},
        .issue_write_state_cycles = {13, computed, "timing.md 3.3: 21 less the eight instructions of the loop"},
        .set_state_cycles = {6, inferred, "timing.md 3.3: what a stateful read saves"},
        .l1_answer_cycles = {13, computed, "timing.md 3.4: 56 cores that meet at a semaphore end 735 cycles apart"},
        .l1_read_service_cycles = {18, measured, "timing.md 3.4: one from all with state, 17.5"},
        .max_packet_bytes = {8192, documented, "timing.md 3.1"},
        .l1_alignment_bytes = {16, documented, "timing.md 1"}};
    a.riscv = {
        .mul_cycles = {2, documented, "timing.md 2.5"},
        .div_trivial_cycles = {2, documented, "timing.md 2.5"},
        .div_min_cycles = {6, documented, "timing.md 2.5"},
        .div_max_cycles = {33, documented, "timing.md 2.5"},
        .mispredict_cycles = {2, documented, "timing.md 2.5"},
        .local_load_cycles = {2, documented, "timing.md 2.5"},
        .l1_load_cycles = {8, documented, "timing.md 2.5"},
        .mmio_load_cycles = {7, documented, "timing.md 2.5"},
        .sync_load_cycles = {3, documented, "timing.md 2.5"},
        .register_load_cycles = {4, documented, "timing.md 2.5"},
        .l1_loads_per_window = {4, documented, "timing.md 1"},
        .l1_load_window_cycles = {7, documented, "timing.md 1"},
        .l1_store_interval_cycles = {5, documented, "timing.md 1"},
        .icache_line_bytes = {16, documented, "timing.md 2.5"},
        // Not published; one fetch from L1 less what the prefetcher hides (timing.md 2.7: 271 for 218 + 46 lines).
        .icache_miss_cycles = {1, inferred, "timing.md 2.7"},
        .icache_bytes = {{{2048, documented, "timing.md 2.5"},
                          {512, documented, "timing.md 2.5"},
                          {2048, documented, "timing.md 2.5"},
                          {512, documented, "timing.md 2.5"},
                          {2048, documented, "timing.md 2.5"}}},
        .local_memory_bytes = {{{4096, documented, "timing.md 2.5"},
                                {4096, documented, "timing.md 2.5"},
                                {2048, documented, "timing.md 2.5"},
                                {2048, documented, "timing.md 2.5"},
                                {2048, documented, "timing.md 2.5"}}},
        .code_limit_bytes = {{{24576, inferred, "design.md 3: where L1 holds code"},
                              {16384, documented, "timing.md 2.5: 16 KiB instruction RAM"},
                              {16384, inferred, "design.md 3: where L1 holds code"},
                              {24576, inferred, "design.md 3: where L1 holds code"},
                              {16384, inferred, "design.md 3: where L1 holds code"}}}};
    a.l1 = {.bytes = {1464 * 1024, documented, "timing.md 1"},
            .zeros_base = 0x2000,
            .zeros_bytes = 512,
            .args_base = 0x3000,
            .args_stride = 0x1000,
            .semaphore_base = 0x2800,
            .remote_cb_base = 0x2a00,
            .code_base = 0x8000,
            .unreserved_base = 0x20000};
    a.sfpu = {.isa_column = 0,
              .mad = {},
              .stalls_on_late_operand = false,
              .sign_flips = false,
              .has_compare = false,
              .int32_is_converted = true,
              .peek_clobbers_bottom = true,
              .lane_shift_is_stale = true,
              .int8_load_bits = 7,
              .dst_reg_int_mode = 12,
              .sfpi_addr_mod = 3};
    a.tensix = {.unpack = {},
                .fpu = {},
                .pack = {.least_exponent_for_fp16 = 113},
                .wait_math = 0x80,
                .wait_sfpu = 0x4000,
                .circular_buffers = 32,  // its RISCs have no room for more (the vendor's circular_buffer_constants.h)
                .fifo_entries = {{{32 + 8 + 2, documented, "timing.md 2.1"},
                                  {16 + 8 + 2, documented, "timing.md 2.1"},
                                  {16 + 8 + 2, documented, "timing.md 2.1"}}},
                .unpack_setup_cycles = {2, documented, "timing.md 2.3: each UNPACR"},
                .unpack_bytes_per_cycle = {64, documented, "timing.md 2.3"},
                .unpack_bank_period_bytes = {256, computed, "timing.md 1: 16 banks of 16 bytes; 2.9"},
                .unpack_bank_row_bytes = {64, computed, "timing.md 2.9: 35 to 45 % more"},
                .pack_bytes_per_cycle = {64, documented, "timing.md 2.3"},
                .pack_fill_cycles = {12, computed, "timing.md 2.3, 2.9: fitted to 45 and 47 cycles a tile"},
                .scalar_settle_cycles = {3, inferred, "timing.md 2.3: as on Blackhole"},
                .cb_wait_cycles = {15, inferred, "timing.md 2.4"},
                .cb_poll_cycles = {12, inferred, "timing.md 2.4"},
                .cb_push_cycles = {20, inferred, "timing.md 2.4"},
                .cb_push_thread_cycles = {5, inferred, "timing.md 2.4"},
                .push_not_resident_factor = {1.25, computed, "timing.md 2.6, 6.4: refitted, 1.10 to 1.36"},
                .runtime_push_cycles = {3, inferred, "timing.md 2.1"},
                .pushes_per_cycle = {1, documented, "timing.md 2.1"},
                .zone_inside_cycles = {29, measured, "timing.md 5"},
                .zone_outside_cycles = {15, inferred, "timing.md 5"},
                .dispatch_cycles = {0, inferred, "timing.md 5: not in the published figures"}};
    a.host = {.pcie_alignment_bytes = 32, .epsilon = 1.19209e-7f, .nan = 7.0040e19f, .infinity = 1.7014e38f};
    static const std::string calibration = calibration_text(a, all_parts());
    a.calibration = calibration;
    return a;
}

}  // namespace

const Arch& wormhole_b0() {
    static const Arch arch = make_wormhole_b0();
    return arch;
}

}  // namespace tessera::arch
