#include "host/calibration/transfers.hpp"

#include <string>

#include "host/calibration/zone_length.hpp"
#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "sim/abi/accessor.hpp"

namespace tessera::calibration {

using namespace host;

Cycle run_transfers(const arch::Arch& arch, const Transfers& t) {
    Device device(arch);
    ZoneLength zone("TRANSFERS");
    device.machine().hub().add(zone);
    const CoreCoord self{0, 0}, other = t.same_axis ? CoreCoord{0, 1} : CoreCoord{1, 1};
    const std::uint32_t l1 = arch.l1.unreserved_base;
    const std::vector<std::uint8_t> data(t.bytes);
    device.write_l1(self, l1, data);
    device.write_l1(other, l1, data);
    const std::uint32_t pages = t.other_end == OtherEnd::dram_interleaved ? t.count : 1;
    const auto buffer = device.create_buffer(std::uint64_t{pages} * t.bytes, t.bytes);
    device.write(*buffer, std::vector<std::uint8_t>(buffer->size()));

    Program program;
    const KernelId kernel = program.add(
        KernelSpec{.path = (kernel_folder() / "calibration/transfers.cpp").string(),
                   .text = {},
                   .cores = CoreRangeSet{self},
                   .data_movement = DataMovementKernel{abi::Risc::b, 0},
                   .compute = {},
                   .defines = {},
                   .compile_args = {t.writes, static_cast<std::uint32_t>(t.other_end), abi::accessor_in_dram},
                   .named_compile_args = {}});
    const arch::Coord there{arch.grid.tensix_columns[other.x], arch.grid.tensix_rows[other.y]};
    program.set_args(kernel, self,
                     {t.count, t.bytes, l1, t.other_end == OtherEnd::l1 ? l1 : buffer->address(),
                      static_cast<std::uint32_t>(there.x), static_cast<std::uint32_t>(there.y)});
    core::Options options;
    options.profiler_overhead = false;
    device.run(program, options);
    return zone.cycles();
}

std::span<const MeasuredRow> measured_rows() {
    using enum OtherEnd;
    static const std::vector<MeasuredRow> rows{
        {"wormhole_b0",
         "L1 read",
         l1,
         false,
         false,
         1,
         {{64, 293}, {256, 301}, {1024, 334}, {2048, 366}, {4096, 437}, {8192, 589}, {65536, 2597}}},
        {"wormhole_b0",
         "L1 read, same axis",
         l1,
         false,
         true,
         1,
         {{64, 205}, {256, 213}, {1024, 245}, {2048, 286}, {4096, 357}, {8192, 501}, {65536, 2501}}},
        {"wormhole_b0",
         "L1 write",
         l1,
         true,
         false,
         1,
         {{64, 296}, {256, 303}, {1024, 334}, {2048, 369}, {4096, 439}, {8192, 624}, {65536, 2499}}},
        {"wormhole_b0",
         "L1 write, same axis",
         l1,
         true,
         true,
         1,
         {{64, 206}, {256, 213}, {1024, 245}, {2048, 278}, {4096, 357}, {8192, 529}, {65536, 2429}}},
        {"wormhole_b0",
         "DRAM read, one bank",
         dram_bank,
         false,
         false,
         1,
         {{64, 381}, {256, 390}, {1024, 421}, {2048, 470}, {4096, 549}, {8192, 893}}},
        {"wormhole_b0",
         "DRAM write, one bank",
         dram_bank,
         true,
         false,
         1,
         {{64, 426}, {256, 440}, {1024, 469}, {2048, 511}, {4096, 592}, {8192, 756}}},
        {"wormhole_b0",
         "DRAM read, interleaved",
         dram_interleaved,
         false,
         false,
         1,
         {{64, 381}, {256, 397}, {1024, 421}, {2048, 471}, {4096, 702}, {8192, 717}}},
        {"wormhole_b0",
         "DRAM write, interleaved",
         dram_interleaved,
         true,
         false,
         1,
         {{64, 420}, {256, 423}, {1024, 467}, {2048, 520}, {4096, 610}, {8192, 770}}},
        {"blackhole",
         "L1 read",
         l1,
         false,
         false,
         1,
         {{64, 373}, {256, 380}, {1024, 400}, {2048, 404}, {4096, 437}, {8192, 499}, {65536, 1449}}},
        {"blackhole",
         "L1 read, same axis",
         l1,
         false,
         true,
         1,
         {{64, 227}, {256, 242}, {1024, 247}, {2048, 260}, {4096, 284}, {8192, 360}, {65536, 1322}}},
        {"blackhole",
         "L1 write",
         l1,
         true,
         false,
         1,
         {{64, 360}, {256, 360}, {1024, 375}, {2048, 401}, {4096, 423}, {8192, 509}, {65536, 1425}}},
        {"blackhole",
         "DRAM read, one bank",
         dram_bank,
         false,
         false,
         1,
         {{64, 486}, {256, 498}, {1024, 540}, {2048, 582}, {4096, 658}, {8192, 834}}},
        {"blackhole",
         "DRAM write, one bank",
         dram_bank,
         true,
         false,
         1,
         {{64, 399}, {256, 406}, {1024, 401}, {2048, 435}, {4096, 466}, {8192, 538}}},
        {"wormhole_b0",
         "L1 read",
         l1,
         false,
         false,
         256,
         {{64, 2.5}, {128, 4.9}, {256, 9.8}, {512, 19.6}, {1024, 26.8}, {2048, 27.9}, {4096, 28.3}, {8192, 28.4}}},
        {"wormhole_b0",
         "L1 write",
         l1,
         true,
         false,
         256,
         {{64, 2.8}, {128, 5.6}, {256, 11.1}, {512, 22.1}, {1024, 29.3}, {2048, 30.2}, {4096, 30.7}, {8192, 30.9}}},
        {"wormhole_b0",
         "DRAM read, one bank",
         dram_bank,
         false,
         false,
         256,
         {{64, 2.3}, {128, 4.5}, {256, 9.0}, {512, 18.0}, {1024, 21.7}, {2048, 22.0}, {4096, 22.1}}},
        {"wormhole_b0",
         "DRAM write, one bank",
         dram_bank,
         true,
         false,
         256,
         {{64, 1.0}, {128, 4.8}, {256, 9.6}, {512, 18.8}, {1024, 21.4}, {2048, 21.7}, {4096, 21.9}}},
        {"wormhole_b0",
         "DRAM read, interleaved",
         dram_interleaved,
         false,
         false,
         256,
         {{64, 1.7}, {128, 3.4}, {256, 6.9}, {512, 13.7}, {1024, 27.2}, {2048, 30.4}, {4096, 30.9}}},
        {"wormhole_b0",
         "DRAM write, interleaved",
         dram_interleaved,
         true,
         false,
         256,
         {{64, 1.6}, {128, 3.2}, {256, 6.3}, {512, 12.6}, {1024, 25.2}, {2048, 29.7}, {4096, 28.8}}},
        {"blackhole",
         "L1 read",
         l1,
         false,
         false,
         256,
         {{64, 1.8}, {128, 3.5}, {256, 7.1}, {512, 14.1}, {1024, 28.2}, {2048, 56.3}, {4096, 59.6}, {8192, 60.9}}},
        {"blackhole",
         "L1 write",
         l1,
         true,
         false,
         256,
         {{64, 2.6}, {128, 5.3}, {256, 10.5}, {512, 21.0}, {1024, 42.0}, {2048, 57.8}, {4096, 60.6}, {8192, 61.4}}},
        {"blackhole",
         "DRAM read, one bank",
         dram_bank,
         false,
         false,
         256,
         {{64, 2.7}, {128, 5.4}, {256, 10.7}, {512, 20.2}, {1024, 20.9}, {2048, 21.6}, {4096, 21.2}}},
        {"blackhole",
         "DRAM write, one bank",
         dram_bank,
         true,
         false,
         256,
         {{64, 2.3}, {128, 4.7}, {256, 9.3}, {512, 18.5}, {1024, 21.8}, {2048, 21.3}, {4096, 22.8}}},
        {"blackhole",
         "DRAM read, interleaved",
         dram_interleaved,
         false,
         false,
         256,
         {{64, 2.2}, {128, 4.4}, {256, 8.9}, {512, 17.7}, {1024, 35.3}, {2048, 57.7}, {4096, 59.3}}},
        {"blackhole",
         "DRAM write, interleaved",
         dram_interleaved,
         true,
         false,
         256,
         {{64, 2.0}, {128, 3.9}, {256, 7.9}, {512, 15.7}, {1024, 31.4}, {2048, 57.6}, {4096, 59.2}}},
    };
    return rows;
}

}  // namespace tessera::calibration
