// Blackhole p150: what differs from Wormhole B0.
#include <limits>

#include "sim/arch/harvest.hpp"

namespace tessera::arch {
namespace {

using enum Evidence;

Arch make() {
    Arch a = wormhole_b0();
    a.name = "blackhole";
    a.kernel_define = "ARCH_BLACKHOLE";
    a.calibration = "calibrated on transfers only";
    a.clock_ghz = {1.35, documented, "timing.md 1"};
    a.grid = {.noc_width = 17,
              .noc_height = 12,
              .compute_width = 12,
              .compute_height = 10,
              .tensix_columns = {},
              .tensix_rows = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1},
              // A p150 has all columns, a p100 two less; kernels get twelve of either.
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
    a.dram.request_cycles = {24, computed, "timing.md 3.2: one bank, n = 256"};
    a.dram.short_write_cycles = {27, computed, "timing.md 3.2: one bank, n = 256"};
    a.dram.write_posted_bytes = {8192, inferred,
                                 "timing.md 3.2: single writes of up to 8192 bytes stream at the link's rate"};
    a.dram.queue_bytes = {8192, inferred, "timing.md 3.2: no less than is posted"};
    a.noc.read_bytes_per_cycle = {60.9, measured, "timing.md 3.2"};
    a.noc.write_bytes_per_cycle = {61.5, computed, "timing.md 3.3"};
    a.noc.link_bytes_per_cycle = {62, measured, "timing.md 3.2: multicast and unicast to all"};
    a.noc.flit_bytes = {64, documented, "timing.md 1"};
    a.noc.channel_buffer_bytes = {1024, inferred, "memory-order.md 7: sixteen flits, as on Wormhole"};
    a.noc.l1_bytes_per_cycle = {116, inferred, "timing.md 1: twice as many banks as Wormhole, its fit doubled"};
    a.noc.multicast_bytes_per_cycle = {39, measured, "timing.md 3.2: linked, to all"};
    a.noc.read_overhead_cycles = {81, computed, "timing.md 3.2: n = 1, less what the kernel executes"};
    a.noc.write_overhead_cycles = {69, computed, "timing.md 3.2: n = 1, less what the kernel executes"};
    a.noc.issue_read_cycles = {14, computed, "timing.md 3.2: n = 256, less the eight instructions of the loop"};
    a.noc.issue_write_cycles = {17, computed, "timing.md 3.2: n = 256, less the eight instructions of the loop"};
    a.noc.issue_read_state_cycles = {14, computed, "timing.md 3.3: no less than a plain read"};
    a.noc.issue_write_state_cycles = {15, computed, "timing.md 3.3: 21 against 23 of a plain write"};
    a.noc.l1_read_service_cycles = {36, computed, "timing.md 3.2: n = 256, L1 reads are slower than those of DRAM"};
    a.noc.max_packet_bytes = {16384, documented, "timing.md 3.1"};
    a.riscv.has_data_cache = true;
    a.riscv.mul_cycles = {1, documented, "timing.md 2.5"};
    a.riscv.mispredict_cycles = {4, documented, "timing.md 2.5"};
    for (int risc : {0, 1, 2, 3, 4}) {
        const auto r = static_cast<std::size_t>(risc);
        a.riscv.icache_bytes[r] = {2048, inferred, "timing.md 9: cache sizes not found, 512 instructions assumed"};
        a.riscv.local_memory_bytes[r] = {risc < 2 ? 8192.0 : 4096.0, documented, "timing.md 2.5"};
    }
    a.l1.bytes = {1536 * 1024, documented, "timing.md 1"};
    a.sfpu = {.isa_column = 1,
              .mad = {.canonical_nan = true, .keeps_zero_sign = true, .rounds_subnormal = true, .full_sticky = true},
              .addr_mod_shift = 13,
              .rounding_bits = 2,
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
    a.tensix.fpu = {.renormalises_minus_one = true, .bank_implies_format = true};
    a.tensix.pack = {.rounds_to_fp16 = true};
    a.tensix.circular_buffers = 64;
    a.tensix.wait_math = 0x10;
    a.tensix.wait_sfpu = 0x800;
    a.tensix.config = {.addr_mod_src = 12,
                       .addr_mod_src_step = 1,
                       .addr_mod_dst = 28,
                       .addr_mod_pack = 37,
                       .addr_mod_bias = 47,
                       .prng_seed = 186};
    a.host = {.pcie_alignment_bytes = 64,
              .epsilon = a.host.epsilon,
              .nan = std::numeric_limits<float>::quiet_NaN(),
              .infinity = std::numeric_limits<float>::infinity()};
    a.tensix.matmul_kept_banks = {1, documented, "timing.md 2.3"};
    a.tensix.push_not_resident_factor = {1.0, inferred, "timing.md 6.7: push fusion"};
    a.tensix.zone_inside_cycles = {30, measured, "timing.md 5"};
    return a;
}

}  // namespace

const Arch& blackhole() {
    static const Arch arch = make();
    return arch;
}

}  // namespace tessera::arch
