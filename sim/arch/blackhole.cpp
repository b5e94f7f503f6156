// Blackhole p150: what differs from Wormhole B0. Sections are those of spec/timing.md unless another page is named.
#include "sim/arch/arch.hpp"

namespace tessera::arch {
namespace {

using enum Evidence;

Arch make() {
    Arch a = wormhole_b0();
    a.name = "blackhole";
    a.kernel_define = "ARCH_BLACKHOLE";
    a.clock_ghz = {1.35, documented, "1"};
    a.grid = {.noc_width = 17,
              .noc_height = 12,
              .compute_width = 12,
              .compute_height = 10,
              .tensix_columns = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, -1, -1},
              .tensix_rows = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1, -1, -1, -1, -1, -1}};
    a.dram.banks = 8;
    a.dram.endpoint = {{{0, 11}, {0, 3}, {0, 8}, {0, 6}, {9, 11}, {9, 3}, {9, 8}, {9, 6}, {}, {}, {}, {}}};
    a.dram.alignment_bytes = {64, inferred, "1"};
    a.dram.bank_bytes = {4.0 * 1024 * 1024 * 1024, documented, "1"};
    a.dram.extra_latency_cycles = {113, computed, "3.3"};
    a.noc.flit_bytes = {64, documented, "1"};
    a.noc.read_bytes_per_cycle = a.noc.write_bytes_per_cycle = {61.5, computed, "3.3"};
    a.noc.software_share_cycles = {119, computed, "3.3"};
    a.noc.issue_read_cycles = {35, computed, "3.3"};
    a.noc.issue_write_cycles = {23, computed, "3.3"};
    a.noc.issue_read_interleaved_cycles = {27, computed, "3.3"};
    a.noc.issue_write_interleaved_cycles = {31, computed, "3.3"};
    a.noc.max_packet_bytes = {16384, documented, "3.1"};
    a.riscv.mul_cycles = {1, documented, "2.5"};
    a.riscv.mispredict_cycles = {4, documented, "2.5"};
    for (int risc : {0, 1, 2, 3, 4}) {
        const auto r = static_cast<std::size_t>(risc);
        a.riscv.icache_bytes[r] = {2048, inferred, "9: cache sizes not found, 512 instructions assumed"};
        a.riscv.local_memory_bytes[r] = {risc < 2 ? 8192.0 : 4096.0, inferred, "vendor's memory map"};
    }
    a.l1.bytes = {1536 * 1024, documented, "1"};
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
    a.tensix.fpu = {.renormalises_minus_one = true};
    a.tensix.pack = {.rounds_to_fp16 = true};
    a.tensix.push_not_resident_factor = {1.0, inferred, "6.7: push fusion"};
    a.tensix.zone_inside_cycles = {30, measured, "5"};
    return a;
}

}  // namespace

const Arch& blackhole() {
    static const Arch arch = make();
    return arch;
}

}  // namespace tessera::arch
