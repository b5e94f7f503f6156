#include "apps/rope_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "sim/fault/fault.hpp"

namespace tessera::apps {

using namespace host;

namespace {

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

void check_shape(const RopeCommand& given, const RopeOptions& from_file) {
    const auto same = [&](bool gave, const char* option, std::int64_t typed, std::int64_t found) {
        if (gave && typed != found)
            throw fault::InputError(fmt::format("{} {} contradicts --input {}, where it is {}; leave {} out", option,
                                                typed, given.input, found, option));
    };
    same(given.gave_batch, "--batch", given.rope.batch, from_file.batch);
    same(given.gave_rows, "--rows", given.rope.rows, from_file.rows);
    same(given.gave_width, "--width", given.rope.width, from_file.width);
}

RopeOptions chosen_options(const RopeCommand& given) {
    RopeOptions options = given.rope;
    options.exp = chosen("--exp", given.exp, exp_variants);
    options.through_srca = !given.unpack_to_dst;
    options.phase = chosen("--phase", given.phase, rope_phases);
    if (given.gave_exp && options.phase != RopePhase::computed)
        throw fault::InputError(
            fmt::format("--exp {} has no effect with --phase {}, which takes no exponential; leave --exp out",
                        given.exp, given.phase));
    if (!given.rung.empty()) {
        std::array<Rung, rungs.size()> all{};
        std::transform(rungs.begin(), rungs.end(), all.begin(), [](const RungRow& r) { return r.rung; });
        options.rung = chosen("--rung", given.rung, all);
        options.per_row = options.per_row || row(*options.rung).batch_kernel.empty();
    }
    apply_rope_variant(given.variant, given.common.seed, options);
    return options;
}

core::Options chosen_run_options(const RopeCommand& given) {
    core::Options options;
    options.lowering = chosen_lowering(given.lowering);
    options.profiler_overhead =
        choose("--profiler-overhead", given.profiler_overhead, {"on", "off"}) == 0 && !given.no_profiler;
    options.blind_time = given.blind_time;
    options.strict_exit = options.strict_dst = given.strict;
    if (given.max_cycles < 1) throw fault::InputError("--max-cycles must be at least 1");
    options.max_cycles = static_cast<Cycle>(given.max_cycles);
    return options;
}

}  // namespace

std::string angles_of(const RopeOptions& o) {
    return o.phase == RopePhase::computed ? std::string(name(o.exp)) : fmt::format("phase {}", name(o.phase));
}

RopeJob::RopeJob(const RopeCommand& given)
    : what_if(apps::what_if(chosen_arch(given.common), given.what_if)), run_options(chosen_run_options(given)) {
    RopeOptions options = chosen_options(given);
    NpyArray position_array;
    if (!given.input.empty()) {
        input_ = read_npy(given.input);
        about("--input", given.input, [&] { take_input_shape(options, input_); });
        check_shape(given, options);
    }
    if (!given.positions.empty()) {
        position_array = read_npy(given.positions);
        about("--positions", given.positions, [&] { take_position_shape(options, position_array); });
        if (given.rope.per_row && !options.per_row)
            throw fault::InputError(
                fmt::format("--per-row contradicts --positions {}, which holds one per batch entry", given.positions));
    }
    plan = plan_rope(options);
    if (given.positions.empty())
        positions = generate_positions(plan, PositionKind::random, given.common.seed);
    else
        about("--positions", given.positions, [&] { positions = positions_from(plan, position_array); });
    if (given.input.empty())
        generated_ = generate_values(
            given.common.seed, static_cast<std::size_t>(plan.options.batch * plan.options.rows * plan.options.width));
}

void add_rope_options(CLI::App& app, RopeCommand& command) {
    add_common(app, command.common);
    const auto number = [&app](const char* flag, std::int64_t& value, const char* text) {
        return app.add_option(flag, value, text)->type_name("N")->check(whole_number)->capture_default_str();
    };
    const auto word = [&app](const char* flag, std::string& value, const char* kind, const char* text) {
        return app.add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    RopeOptions& shape = command.rope;
    const CLI::Option* batch = number("--batch", shape.batch, "batch entries B")->group("Shape");
    const CLI::Option* rows = number("--rows", shape.rows, "rows N of each batch entry")->group("Shape");
    const CLI::Option* width = number("--width", shape.width, "columns D, elements of a row")->group("Shape");
    number("--rotary-dim", shape.rotary_dim, "leading columns that rotate, a multiple of 64 (32 for normal pairs)")
        ->group("Shape");
    app.add_option("--base", shape.base, "base of the frequencies, above 1 and at most 1e36")
        ->type_name("X")
        ->check(real_number)
        ->capture_default_str()
        ->group("Shape");
    app.add_flag("--per-row", shape.per_row, "one position per row; without it one per batch entry")->group("Shape");
    add_rope_variant_options(app, command.variant, shape);
    const CLI::Option* exp =
        word("--exp", command.exp, "NAME", "e^x of the frequencies: exp_21f, exp_24f, exp_61f or exp_fp32")
            ->group("Kernel");
    word("--phase", command.phase, "NAME",
         "where angles come from: computed, split (positions to 2^24) or turns (any position)")
        ->group("Kernel");
    word("--lowering", command.lowering, "NAME", "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->group("Kernel");
    word("--rung", command.rung, "NAME",
         "a rung of the optimisation ladder, R0 to R10, Y, N, F, X; without it the best one")
        ->group("Kernel");
    app.add_flag("--unpack-to-dst", command.unpack_to_dst,
                 "inputs keep all 32 bits; without it they cross SrcA and lose 13")
        ->group("Kernel");
    word("--profiler-overhead", command.profiler_overhead, "on|off", "whether zones take the cycles they do on silicon")
        ->group("Kernel");
    app.add_flag("--strict", command.strict, "refuse what works on silicon but must not be relied on")->group("Kernel");
    app.add_flag("--no-profiler", command.no_profiler, "short for --profiler-overhead off")->group("Kernel");
    app.add_flag("--blind-time", command.blind_time,
                 "time only: the same cycles, but values are not computed and not checked")
        ->group("Run");
    add_what_if_options(app, command.what_if);
    word("--input", command.input, "FILE", ".npy, float32 [B, N, D]; without it uniform in -1..1 from --seed")
        ->group("Files");
    word("--positions", command.positions, "FILE",
         ".npy, whole numbers of any type, [B] or [B, N]; without it 0..511 from --seed")
        ->group("Files");
    app.add_option("--cores", shape.cores, "share the work among so many cores, columns of the grid first")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group("Run");
    number("--max-cycles", command.max_cycles, "give up after so many simulated cycles")->group("Run");
    app.parse_complete_callback([&command, batch, rows, width, exp] {
        command.gave_batch = batch->count() > 0;
        command.gave_rows = rows->count() > 0;
        command.gave_width = width->count() > 0;
        command.gave_exp = exp->count() > 0;
    });
}

}  // namespace tessera::apps
