// tessera rope: one RoPE run on a simulated core, always checked against the exact result.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

#include "apps/cli.hpp"
#include "apps/progress.hpp"
#include "apps/rope_report.hpp"
#include "host/ops/rope.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/chrome_trace.hpp"
#include "sim/watch/noc_trace.hpp"
#include "sim/watch/output_file.hpp"
#include "sim/watch/profile_log.hpp"
#include "sim/watch/summary.hpp"

namespace tessera::apps {
namespace {

using namespace host;
namespace fs = std::filesystem;

struct Options {
    Common common;
    RopeOptions rope;
    std::string exp = "exp_24f";
    std::string lowering = "sfpi-2025";
    std::string rung;
    bool unpack_to_dst = false;
    bool force = false;
    bool no_profiler = false;
    bool program = false;
    std::string input, positions, output, trace, profiler_log, noc_trace;
    int profiler_columns = 15;
    std::int64_t max_cycles = 2'000'000'000;
    // Of the shape, what was typed; a file that says otherwise is an error.
    bool gave_batch = false, gave_rows = false, gave_width = false;
};

template <class T, std::size_t n>
T chosen(const std::string& option, const std::string& given, const std::array<T, n>& values) {
    std::vector<std::string> names;
    for (const T value : values) names.emplace_back(name(value));
    return values[choose(option, given, names)];
}

// Runs `act` so that what it finds wrong with a file's content names the option and the file.
void about(const std::string& option, const std::string& path, const auto& act) {
    try {
        act();
    } catch (const fault::InputError& error) {
        throw fault::InputError(fmt::format("{} {}: {}", option, path, error.what()));
    }
}

void check_shape(const Options& given, const RopeOptions& from_file) {
    const auto same = [&](bool gave, const char* option, std::int64_t typed, std::int64_t found) {
        if (gave && typed != found)
            throw fault::InputError(fmt::format("{} {} contradicts --input {}, where it is {}; leave {} out", option,
                                                typed, given.input, found, option));
    };
    same(given.gave_batch, "--batch", given.rope.batch, from_file.batch);
    same(given.gave_rows, "--rows", given.rope.rows, from_file.rows);
    same(given.gave_width, "--width", given.rope.width, from_file.width);
}

struct Output {
    std::string_view option;
    std::string path;
    bool on_stdout() const { return path == "-"; }
};

std::vector<Output> outputs(const Options& given) {
    std::vector<Output> all{{"--output", given.output},
                            {"--trace", given.trace},
                            {"--profiler-log", given.profiler_log},
                            {"--noc-trace", given.noc_trace}};
    std::erase_if(all, [](const Output& output) { return output.path.empty(); });
    return all;
}

bool report_goes_to_stderr(const Options& given) {
    const auto all = outputs(given);
    return std::any_of(all.begin(), all.end(), [](const Output& output) { return output.on_stdout(); });
}

// Refuses before the long work what could not be written after it.
void check_outputs(const Options& given) {
    const auto all = outputs(given);
    const auto there = std::count_if(all.begin(), all.end(), [](const Output& output) { return output.on_stdout(); });
    if (there + given.common.json > 1)
        throw fault::InputError(
            "only one of --json, --output -, --trace -, --profiler-log - and --noc-trace - can have stdout");
    const auto whole = [](const std::string& path) { return fs::weakly_canonical(fs::absolute(path)); };
    for (auto output = all.begin(); output != all.end(); ++output) {
        if (output->on_stdout()) continue;
        watch::OutputFile::check(output->path, given.force);
        for (auto other = all.begin(); other != output; ++other)
            if (!other->on_stdout() && whole(other->path) == whole(output->path))
                throw fault::InputError(
                    fmt::format("{} and {} both name {}", other->option, output->option, output->path));
    }
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

int run(const Options& given) {
    const arch::Arch& arch = chosen_arch(given.common);
    RopeOptions options = given.rope;
    options.exp =
        chosen("--exp", given.exp,
               std::array{ExpVariant::exp_21f, ExpVariant::exp_24f, ExpVariant::exp_61f, ExpVariant::exp_fp32});
    options.through_srca = !given.unpack_to_dst;
    if (!given.rung.empty()) {
        std::array<Rung, rungs.size()> all{};
        std::transform(rungs.begin(), rungs.end(), all.begin(), [](const RungRow& r) { return r.rung; });
        options.rung = chosen("--rung", given.rung, all);
        options.per_row = options.per_row || row(*options.rung).positions == PositionSource::per_row;
    }
    core::Options run_options;
    run_options.profile = chosen("--lowering", given.lowering,
                                 std::array{sfpu::Profile::sfpi_2025, sfpu::Profile::sfpi_2023, sfpu::Profile::none});
    run_options.profiler_overhead = !given.no_profiler;
    if (given.max_cycles < 1) throw fault::InputError("--max-cycles must be at least 1");
    run_options.max_cycles = static_cast<Cycle>(given.max_cycles);

    NpyArray input, position_array;
    if (!given.input.empty()) {
        input = read_npy(given.input);
        about("--input", given.input, [&] { take_input_shape(options, input); });
        check_shape(given, options);
    }
    if (!given.positions.empty()) {
        position_array = read_npy(given.positions);
        about("--positions", given.positions, [&] { take_position_shape(options, position_array); });
        if (given.rope.per_row && !options.per_row)
            throw fault::InputError(
                fmt::format("--per-row contradicts --positions {}, which holds one per batch entry", given.positions));
    }
    const RopePlan plan = plan_rope(options);
    std::vector<std::int32_t> positions;
    if (given.positions.empty())
        positions = generate_positions(plan, PositionKind::random, given.common.seed);
    else
        about("--positions", given.positions, [&] { positions = positions_from(plan, position_array); });
    check_outputs(given);
    std::vector<float> generated;
    if (given.input.empty())
        generated = generate_values(
            given.common.seed, static_cast<std::size_t>(plan.options.batch * plan.options.rows * plan.options.width));
    const std::span<const float> x = given.input.empty() ? std::span<const float>(generated) : input.as<float>();

    Device device(arch);
    watch::Summary summary;
    device.machine().hub().add(summary);
    watch::ChromeTrace trace(arch);
    if (!given.trace.empty()) device.machine().hub().add(trace);
    watch::ProfileLog profiler_log(arch);
    if (!given.profiler_log.empty()) device.machine().hub().add(profiler_log);
    watch::NocTraceLog noc_trace("rope");
    if (!given.noc_trace.empty()) device.machine().hub().add(noc_trace);
    Progress progress(!given.common.quiet);
    run_options.progress = progress.listener();
    std::vector<std::string> programs;
    if (given.program)
        run_options.lowered = [&](const sfpu::Program& program, const sfpu::Position& position) {
            programs.push_back(sfpu::print(program, position));
        };
    const RopeRun result = run_rope(device, plan, x, positions, run_options);
    progress.erase();

    const RopeProblem problem = plan.problem(positions);
    const RopeVerdict verdict = judge(problem, plan.bound(), x, result.y);
    if (!given.output.empty()) write_output(given, plan, result.y);
    if (!given.trace.empty()) {
        trace.write(given.trace, given.force);
        if (const std::string notice = trace.notice(); !notice.empty()) fmt::print(stderr, "tessera: {}\n", notice);
    }
    if (!given.profiler_log.empty()) {
        const auto columns = given.profiler_columns == 13 ? watch::LogColumns::thirteen : watch::LogColumns::fifteen;
        const std::size_t rows = profiler_log.write(given.profiler_log, columns, given.force);
        if (rows > watch::ProfileLog::many_rows)
            fmt::print(stderr, "tessera: {} has {} rows; viewers take long beyond {}\n", given.profiler_log, rows,
                       watch::ProfileLog::many_rows);
    }
    if (!given.noc_trace.empty()) noc_trace.write(given.noc_trace, given.force);

    const RopeReport report{arch,         given.common,  plan,    positions,      given.lowering,
                            result.cores, result.cycles, verdict, summary.lines()};
    if (given.common.json)
        fmt::print("{}\n", to_json(report));
    else if (!given.common.quiet)
        fmt::print(report_goes_to_stderr(given) ? stderr : stdout, "{}", to_text(report));
    if (!given.common.json)
        for (std::size_t i = 0; i < programs.size(); ++i)
            fmt::print("\nSFPU program {} of {}: {}", i + 1, programs.size(), programs[i]);
    if (!verdict.within) {
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
    add_common(*rope, options->common);
    const auto number = [rope](const char* flag, std::int64_t& value, const char* text) {
        return rope->add_option(flag, value, text)->type_name("N")->check(whole_number)->capture_default_str();
    };
    const auto word = [rope](const char* flag, std::string& value, const char* kind, const char* text) {
        return rope->add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    RopeOptions& shape = options->rope;
    const CLI::Option* batch = number("--batch", shape.batch, "batch entries B")->group("Shape");
    const CLI::Option* rows = number("--rows", shape.rows, "rows N of each batch entry")->group("Shape");
    const CLI::Option* width = number("--width", shape.width, "columns D, elements of a row")->group("Shape");
    number("--rotary-dim", shape.rotary_dim, "leading columns that rotate, a multiple of 64")->group("Shape");
    rope->add_option("--base", shape.base, "base of the frequencies, above 1 and at most 1e36")
        ->type_name("X")
        ->check(real_number)
        ->capture_default_str()
        ->group("Shape");
    rope->add_flag("--per-row", shape.per_row, "one position per row; without it one per batch entry")->group("Shape");
    word("--exp", options->exp, "NAME", "e^x of the frequencies: exp_21f, exp_24f, exp_61f or exp_fp32")
        ->group("Kernel");
    word("--lowering", options->lowering, "NAME", "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->group("Kernel");
    word("--rung", options->rung, "NAME", "a rung of the optimisation ladder, R0 to R10; without it the best one")
        ->group("Kernel");
    rope->add_flag("--unpack-to-dst", options->unpack_to_dst,
                   "inputs keep all 32 bits; without it they cross SrcA and lose 13")
        ->group("Kernel");
    rope->add_flag("--no-profiler", options->no_profiler, "zones take no cycles; without it they take those of silicon")
        ->group("Kernel");
    word("--input", options->input, "FILE", ".npy, float32 [B, N, D]; without it uniform in -1..1 from --seed")
        ->group("Files");
    word("--positions", options->positions, "FILE",
         ".npy, whole numbers of any type, [B] or [B, N]; without it 0..511 from --seed")
        ->group("Files");
    word("--output", options->output, "FILE", ".npy for the result, - for stdout; without it not kept")->group("Files");
    word("--trace", options->trace, "FILE", "Chrome/Perfetto JSON of the run, - for stdout; 1 ns stands for a cycle")
        ->group("Files");
    word("--profiler-log", options->profiler_log, "FILE", "zones as the vendor's profile_log_device.csv, - for stdout")
        ->group("Files");
    rope->add_option("--profiler-columns", options->profiler_columns, "15, or 13 for older readers of the profiler log")
        ->type_name("N")
        ->check(CLI::IsMember({13, 15}))
        ->capture_default_str()
        ->group("Files");
    word("--noc-trace", options->noc_trace, "FILE", "transfers as tt-npe reads them, JSON, - for stdout")
        ->group("Files");
    rope->add_flag("--force", options->force, "overwrite existing output files")->group("Files");
    rope->add_option("--cores", shape.cores, "share the work among so many cores, columns of the grid first")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group("Run");
    rope->add_flag("--program", options->program, "print the lowered SFPU programs with their source lines")
        ->group("Run");
    number("--max-cycles", options->max_cycles, "give up after so many simulated cycles")->group("Run");
    rope->footer(
        "Examples:\n"
        "  tessera rope --batch 2 --rows 32 --width 128 --rotary-dim 64 --exp exp_fp32 --trace rope.json\n"
        "  tessera rope --batch 2 --rows 64 --cores 56\n"
        "  tessera rope --rung R5 --program\n"
        "  tessera rope --input x.npy --positions p.npy --rotary-dim 256 --output y.npy\n"
        "With - for stdout the report goes to stderr.");
    rope->callback([=, &exit_code] {
        options->gave_batch = batch->count() > 0;
        options->gave_rows = rows->count() > 0;
        options->gave_width = width->count() > 0;
        exit_code = run(*options);
    });
}

}  // namespace tessera::apps
