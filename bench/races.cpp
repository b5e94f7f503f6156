// What it costs to judge every access by what orders it: the same runs with and without, processor time of the host on
// its one thread. To reach: 1.5. RoPE on rung R8 as bench/scaling has it, a multicast between all cores, whose clocks
// meet, and a linear layer whose time goes into multicasts of four tiles, of which no values are computed; of that 1.3
// at 56 cores.
#include <fmt/format.h>

#include "bench/seconds.hpp"
#include "host/job/job_file.hpp"
#include "host/ops/rope/rope.hpp"
#include "host/run/execute.hpp"

namespace {

using namespace tessera;

void row(const std::string& what, const auto& run) {
    run(false);  // compiles the kernels
    const double without = seconds_of([&] { run(false); }), with = seconds_of([&] { run(true); });
    fmt::print("{:<34}  {:>8.3f}  {:>8.3f}  {:>6.2f}\n", what, without, with, with / without);
    std::fflush(stdout);
}

void rope(std::uint32_t cores, bool races) {
    host::RopeOptions options;
    options.rows = 2048;
    options.rung = host::Rung::r8;
    options.per_row = true;
    options.exp = host::ExpVariant::exp_24f;
    options.cores = cores;
    const host::RopePlan plan = host::plan_rope(options);
    const std::vector<float> x(std::size_t{2048} * 2048);
    const std::vector<std::int32_t> positions(plan.position_count(), 1);
    core::Options run;
    run.races = races;
    host::Device device(arch::wormhole_b0());
    host::run_rope(device, plan, x, positions, run);
}

void example(const std::string& name, std::initializer_list<std::pair<const char*, const char*>> parameters, bool races,
             const arch::Arch& arch = arch::wormhole_b0(), bool blind_time = false) {
    const host::JobFile file(std::filesystem::path(TESSERA_SOURCE_DIR) / "kernels/examples" / (name + ".toml"));
    host::Settings settings(file.parameters());
    for (const auto& [parameter, value] : parameters) settings.set(parameter, value, "--param");
    core::Options run;
    run.races = races;
    run.blind_time = blind_time;
    host::Device device(arch);
    host::execute(device, file.plan(settings, arch, 1), run, {});
}

}  // namespace

int main() {
    fmt::print("{:<34}  {:>8}  {:>8}  {:>6}\n", "", "off s", "on s", "ratio");
    for (const std::uint32_t cores : {1u, 56u})
        row(fmt::format("rope, 4096 tiles, {} core{}", cores, cores == 1 ? "" : "s"),
            [&](bool races) { rope(cores, races); });
    row("add, 512 tiles, 8 cores", [](bool races) { example("add", {{"cores", "8"}, {"rows", "1024"}}, races); });
    row("multicast, 64 tiles, 1 to 7 cores", [](bool races) { example("multicast", {{"tiles", "64"}}, races); });
    const auto layer = [](const char* last_x, const char* last_y, const char* columns, const arch::Arch& arch) {
        return [=, &arch](bool races) {
            example("linear",
                    {{"last_x", last_x}, {"last_y", last_y}, {"Nt", columns}, {"Kt", "128"}, {"Nb", "1"}, {"Kb", "4"}},
                    races, arch, true);
        };
    };
    row("linear, 8 cores", layer("3", "1", "64", arch::wormhole_b0()));
    row("linear, 56 cores", layer("7", "6", "448", arch::wormhole_b0()));
    row("linear, 120 cores of Blackhole", layer("11", "9", "480", arch::blackhole()));
    return 0;
}
