// What programs of tile operations cost the host by tessera's low-level kernels and, where TT_METAL_HOME has a tree of
// the vendor's, by those: processor time of the host on its one thread, planning and checking included.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "bench/seconds.hpp"
#include "host/compile/vendor_tree.hpp"
#include "host/job/job_file.hpp"
#include "host/ops/rope/rope.hpp"
#include "host/run/execute.hpp"

namespace {

using namespace tessera;

void rope(std::uint32_t cores, std::uint32_t rows, bool blind) {
    host::RopeOptions options;
    options.rows = rows;
    options.width = 2048;
    options.rotary_dim = 256;
    options.cores = cores;
    const host::RopePlan plan = host::plan_rope(options);
    const std::vector<float> x(std::size_t{rows} * 2048);
    const std::vector<std::int32_t> positions(plan.position_count(), 1);
    core::Options run;
    run.blind_time = blind;
    host::Device device(arch::wormhole_b0());
    host::run_rope(device, plan, x, positions, run);
}

using Parameters = std::vector<std::pair<const char*, const char*>>;
void program(const std::string& path, const Parameters& parameters, bool blind) {
    const host::JobFile file(std::filesystem::path(TESSERA_SOURCE_DIR) / path);
    host::Settings settings(file.parameters());
    for (const auto& [parameter, value] : parameters) settings.set(parameter, value, "--param");
    core::Options run;
    run.blind_time = blind;
    host::Device device(arch::wormhole_b0());
    host::execute(device, file.plan(settings, arch::wormhole_b0(), 1), run, {});
}

void row(const std::string& what, const auto& run) {
    const bool has_tree = std::getenv("TT_METAL_HOME") != nullptr;
    for (const bool blind : {false, true}) {
        fmt::print("{:<22}", what + (blind ? ", blind" : ""));
        const auto seconds_by = [&](const char* library) {
            setenv(host::library_variable, library, 1);
            run(blind);  // compiles the kernels
            return seconds_of([&] { run(blind); });
        };
        const double own = seconds_by("tessera");
        fmt::print("  {:>8.3f}", own);
        if (has_tree) {
            const double vendors = seconds_by("vendor");
            fmt::print("  {:>8.3f}  {:>6.2f}", vendors, vendors / own);
        }
        fmt::print("\n");
        std::fflush(stdout);
    }
}

}  // namespace

int main() {
    fmt::print("{:<22}  {:>8}  {:>8}  {:>6}\n", "s of processor time", "tessera", "vendor", "ratio");
    row("rope, 1 core", [](bool blind) { rope(1, 4096, blind); });
    row("rope, 56 cores", [](bool blind) { rope(56, 8192, blind); });
    row("matmul 512^3", [](bool blind) {
        program("kernels/examples/matmul.toml", {{"Mt", "16"}, {"Kt", "16"}, {"Nt", "16"}}, blind);
    });
    row("add, 56 cores", [](bool blind) {
        program("kernels/examples/add.toml", {{"rows", "4096"}, {"width", "4096"}, {"cores", "56"}}, blind);
    });
    for (const char* name : {"reduce", "tilize", "untilize"})
        row(name, [&](bool blind) {
            program(fmt::format("bench/programs/{}.toml", name), {{"tiles", "8192"}}, blind);
        });
    return 0;
}
