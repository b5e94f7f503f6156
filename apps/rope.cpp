// tessera rope: one RoPE run on simulated cores, always checked against the exact result.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "apps/cli.hpp"
#include "apps/progress.hpp"
#include "apps/rope_options.hpp"
#include "apps/rope_report.hpp"
#include "apps/rope_sweep.hpp"
#include "apps/trace_files.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/summary.hpp"

namespace tessera::apps {
namespace {

using namespace host;

struct Options : RopeCommand {
    TraceFileOptions traces;
    SweepOptions sweep;
    std::string output;
    bool force = false;
    bool program = false;
};

std::vector<OutputPath> outputs(const Options& given) {
    std::vector<OutputPath> all = given.traces.outputs();
    if (!given.output.empty()) all.insert(all.begin(), {"--output", given.output});
    return all;
}

void write_output(const Options& given, const RopePlan& plan, std::span<const float> y) {
    const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    const RopeOptions& o = plan.options;
    const std::vector<std::size_t> shape{size(o.batch), size(o.rows), size(o.width)};
    const NpyView array{DType::f4, shape, std::as_bytes(y)};
    if (given.output != "-") return write_npy(given.output, array, given.force);
    const std::string header = npy_header(array);
    if (std::fwrite(header.data(), 1, header.size(), stdout) != header.size() ||
        std::fwrite(array.data.data(), 1, array.data.size(), stdout) != array.data.size() || std::fflush(stdout) != 0)
        throw fault::InputError("--output -: stdout cannot be written");
}

int sweep(const Options& given) {
    std::vector<OutputPath> files = outputs(given);
    if (!files.empty())
        throw fault::InputError(fmt::format("--sweep makes many runs, {} writes one", files.front().option));
    if (given.program) throw fault::InputError("--sweep makes many runs, --program prints one");
    if (!given.sweep.csv.empty()) files.push_back({"--csv", given.sweep.csv});
    check_outputs(files, given.common.json, given.force);
    return run_sweep(given, given.sweep, given.force);
}

int run(const Options& given) {
    if (!given.sweep.sweep.empty()) return sweep(given);
    if (!given.sweep.csv.empty()) throw fault::InputError("--csv is the table of a --sweep");
    RopeJob job(given);
    const std::vector<OutputPath> files = outputs(given);
    check_outputs(files, given.common.json, given.force);
    if (job.run_options.blind_time && !given.output.empty())
        throw fault::InputError("--output contradicts --blind-time, which computes no values");

    Device device(job.arch());
    views::Summary summary;
    device.machine().hub().add(summary);
    TraceFiles traces(given.traces, job.arch());
    traces.listen(device.machine().hub());
    Progress progress(!given.common.quiet);
    job.run_options.progress = progress.listener();
    std::vector<std::string> programs;
    if (given.program)
        job.run_options.lowered = [&](const sfpu::Program& program, const sfpu::Position& position) {
            programs.push_back(sfpu::print(program, position));
        };
    const RopeRun result = run_rope(device, job.plan, job.x(), job.positions, job.run_options);
    progress.erase();

    std::optional<RopeVerdict> verdict;
    if (!job.run_options.blind_time)
        verdict = judge(job.plan.problem(job.positions), job.plan.bound(), job.x(), result.y);
    if (!given.output.empty()) write_output(given, job.plan, result.y);

    const RopeReport report{job.what_if,  given.common,  job.plan,        job.positions, given.lowering,
                            result.cores, result.cycles, job.run_options, verdict,       summary.lines()};
    traces.write(page_header(report), given.force);
    const bool stdout_taken =
        std::any_of(files.begin(), files.end(), [](const auto& file) { return file.on_stdout(); });
    if (given.common.json)
        fmt::print("{}\n", to_json(report));
    else if (!given.common.quiet)
        fmt::print(stdout_taken ? stderr : stdout, "{}", to_text(report));
    if (!given.common.json)
        for (std::size_t i = 0; i < programs.size(); ++i)
            fmt::print("\nSFPU program {} of {}: {}", i + 1, programs.size(), programs[i]);
    if (verdict && !verdict->within) {
        fmt::print(stderr, "tessera: check failed: {}\n", worst_element(report));
        return check_failed;
    }
    return good;
}

}  // namespace

void add_rope(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<Options>();
    CLI::App* rope =
        app.add_subcommand("rope", "run a rotary position embedding and check it against the exact result");
    add_rope_options(*rope, *options);
    rope->add_option("--output", options->output, ".npy for the result, - for stdout; without it not kept")
        ->type_name("FILE")
        ->capture_default_str()
        ->group("Files");
    add_trace_file_options(*rope, options->traces);
    add_sweep_options(*rope, options->sweep);
    rope->add_flag("--force", options->force, "overwrite existing output files")->group("Files");
    rope->add_flag("--program", options->program, "print the lowered SFPU programs with their source lines")
        ->group("Run");
    rope->footer(
        "Examples:\n"
        "  tessera rope --batch 2 --rows 32 --width 128 --rotary-dim 64 --exp exp_fp32 --trace rope.json\n"
        "  tessera rope --rung R5 --report rope.html\n"
        "  tessera rope --batch 2 --rows 64 --cores 56\n"
        "  tessera rope --rung R5 --program\n"
        "  tessera rope --per-row --unpack-to-dst --sweep phase=computed,split,turns\n"
        "  tessera rope --mode normal --factors f.npy --freq-scale 0.25 --ext-factor 1 --ctx-orig 8192\n"
        "  tessera rope --batch 2 --rows 64 --sweep cores=1,2,4..56 --sweep noc.hop_cycles=9,12 --blind-time\n"
        "  tessera rope --input x.npy --positions p.npy --rotary-dim 256 --output y.npy\n"
        "With - for stdout the report goes to stderr.");
    rope->callback([=, &exit_code] { exit_code = run(*options); });
}

}  // namespace tessera::apps
