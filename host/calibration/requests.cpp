#include "host/calibration/requests.hpp"

#include <array>
#include <vector>

#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "sim/watch/zone_length.hpp"

namespace tessera::calibration {
namespace {

using namespace host;

struct Statements {
    const char *request, *barrier;
};
Statements statements(Requests::Kind kind) {
    switch (kind) {
        case Requests::Kind::read: return {"noc_async_read(one, l1, bytes);", "noc_async_read_barrier();"};
        case Requests::Kind::increment: return {"noc_semaphore_inc(one, 1);", "noc_async_atomic_barrier();"};
        case Requests::Kind::multicast:
            return {"noc_async_write_multicast(l1, many, bytes, cores, i + 1 != n);", "noc_async_write_barrier();"};
        case Requests::Kind::set_semaphores:
            return {"noc_semaphore_set_multicast(l1, many, cores);", "noc_async_write_barrier();"};
    }
    return {};
}

}  // namespace

Cycle run_requests(const arch::Arch& arch, const Requests& r) {
    const CoreCoord self{0, 0};
    Device device(arch);
    watch::ZoneLength zone("REQUESTS");
    device.machine().hub().add(zone);
    const std::uint32_t l1 = arch.l1.unreserved_base;
    std::uint32_t cores = 0;
    const std::vector<std::uint8_t> data(r.bytes);
    device.write_l1(self, l1, data);
    for (std::size_t x = r.to.x; x <= r.last.x; ++x)
        for (std::size_t y = r.to.y; y <= r.last.y; ++y, ++cores) device.write_l1({x, y}, l1, data);

    Program program;
    const Statements texts = statements(r.kind);
    const KernelId kernel = program.add(KernelSpec{.path = (kernel_folder() / "calibration/remote.cpp").string(),
                                                   .text = {},
                                                   .cores = CoreRangeSet{self},
                                                   .data_movement = DataMovementKernel{abi::Risc::b, 0},
                                                   .compute = {},
                                                   .defines = {{"REQUEST", texts.request}, {"BARRIER", texts.barrier}},
                                                   .compile_args = {},
                                                   .named_compile_args = {}});
    std::vector<std::uint32_t> args{r.count, r.bytes, l1, l1};
    for (const CoreCoord core : {r.to, r.last}) {
        args.push_back(static_cast<std::uint32_t>(arch.grid.tensix_columns.at(core.x)));
        args.push_back(static_cast<std::uint32_t>(arch.grid.tensix_rows.at(core.y)));
    }
    args.push_back(cores);
    program.set_args(kernel, self, std::move(args));
    core::Options options;
    options.profiler_overhead = false;
    device.run(program, options);
    return zone.cycles();
}

}  // namespace tessera::calibration
