// Processor time of the host against the size of the problem, on its one thread: RoPE on rung R8, 2048 columns of which
// 256 rotate, as the run of 512 MiB does it. Times without values are `--blind-time`. The last line of the first table
// is that run (to reach: 4 s, 1.6 GiB); `--quick` stops at an eighth of it.
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstring>
#include <ctime>

#include "host/ops/rope/job.hpp"
#include "host/run/execute.hpp"

namespace {

using namespace tessera;

struct Size {
    std::int64_t batch;
    std::uint32_t cores;
};

std::int64_t tiles(const Size& size) { return size.batch * 64 * 64; }

double seconds(const Size& size, bool blind_time) {
    host::RopeOptions options;
    options.batch = size.batch;
    options.rows = 2048;
    options.rung = host::Rung::r8;
    options.per_row = true;
    options.exp = host::ExpVariant::exp_24f;
    options.cores = size.cores;
    const host::RopePlan plan = host::plan_rope(options);
    const std::vector<float> x(static_cast<std::size_t>(size.batch) * 2048 * 2048);
    const std::vector<std::int32_t> positions(plan.position_count(), 1);
    core::Options run;
    run.blind_time = blind_time;
    const std::clock_t begin = std::clock();
    host::Job job =
        host::rope_job(arch::wormhole_b0(), plan, host::contents_kept(std::span<const float>(x)), positions);
    job.judge = {};
    host::Device device(arch::wormhole_b0());
    host::execute(device, job, run);
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double gibibytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

void table(const char* title, const std::vector<Size>& sizes, double (*work)(const Size&)) {
    fmt::print("\n{}\n{:>8}  {:>5}  {:>8}  {:>10}  {:>8}  {:>6}  {:>8}\n", title, "tiles", "cores", "s", "us a tile",
               "ratio", "blind", "GiB peak");
    double first = 0;
    for (const Size& size : sizes) {
        const double full = seconds(size, false), blind = seconds(size, true);
        if (first == 0) first = full / work(size);
        fmt::print("{:>8}  {:>5}  {:>8.2f}  {:>10.1f}  {:>8.2f}  {:>5.0f}%  {:>8.2f}\n", tiles(size), size.cores, full,
                   1e6 * full / static_cast<double>(tiles(size)), full / work(size) / first, 100 * blind / full,
                   gibibytes());
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    seconds({1, 1}, false);  // compiles the kernels
    table("cores, with the same work; ratio: of the time, 1 is no cost of more cores",
          {{2, 1}, {2, 2}, {2, 4}, {2, 8}, {2, 16}, {2, 32}, {2, 56}}, [](const Size&) { return 1.0; });
    std::vector<Size> sizes{{1, 56}, {2, 56}, {4, 56}};
    if (!quick) sizes.insert(sizes.end(), {{8, 56}, {16, 56}, {32, 56}});
    table("tiles, on 56 cores; ratio: of the time a tile, 1 is linear", sizes,
          [](const Size& size) { return static_cast<double>(tiles(size)); });
    return 0;
}
