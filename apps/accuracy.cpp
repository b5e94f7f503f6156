// tessera accuracy: how far functions of the vector unit are off, over every input there is or a sample.
#include "host/study/study.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <filesystem>
#include <thread>

#include "apps/accuracy_options.hpp"
#include "apps/accuracy_report.hpp"
#include "apps/accuracy_study.hpp"
#include "apps/cli.hpp"
#include "host/job/words.hpp"
#include "host/plots/folder.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/study/plots.hpp"
#include "host/study/plots_page.hpp"
#include "host/study/points.hpp"
#include "host/study/sources.hpp"
#include "host/study/study_json.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;
namespace fs = std::filesystem;

constexpr int interrupted_code = 130;

std::atomic<bool> stopped{false};
void stop(int) { stopped = true; }

void write_file(const std::string& path, const std::string& text, bool overwrite) {
    views::OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

std::vector<std::string> builtin_names() {
    std::vector<std::string> names;
    for (const Function& f : builtin_functions()) names.push_back(f.name);
    return names;
}

// The user's own function, or the one known by name.
Function function_of(const AccuracyCommand& given, const std::string& name) {
    if (given.kernel.empty()) {
        const Function* known = find_builtin(name);
        if (known == nullptr)
            throw InputError(
                fmt::format("no function {}: {} (`tessera list functions`), or name your own by --kernel "
                            "FILE --function NAME",
                            name, hint(name, builtin_names())));
        return *known;
    }
    Function own;
    own.name = name;
    own.file = given.kernel;
    own.expression = name;
    own.init = given.init;
    own.reference = nullptr;
    return own;
}

const Reference& reference_of(const AccuracyCommand& given, const Function& function) {
    if (given.reference.empty()) {
        if (function.reference != nullptr) return *function.reference;
        if (const Reference* same = find_reference(function.name)) return *same;
        throw InputError(fmt::format("{}: say what it should be by --reference, one of {}", function.name,
                                     fmt::join(reference_names(), ", ")));
    }
    return *find_reference(reference_names()[choose("--reference", given.reference, reference_names())]);
}

Study prepared(const AccuracyCommand& given, const Function& function, const Reference& reference, const Built& built) {
    const Setting& setting = built.recorded.setting();
    Study study;
    Request& r = study.request;
    AskedInputs asked = asked_inputs(given, function);
    r.function = function.name;
    r.arch = setting.arch.name;
    r.lowering = sfpu::name(setting.lowering);
    r.dst = setting.dst.name;
    r.store = given.store;
    r.reference = reference.name;
    constexpr std::array kinds{Ulp::goldberg, Ulp::at_rounded, Ulp::of_rounded};
    r.ulp = kinds[choose("--ulp", given.ulp, {"goldberg", "rounded", "whole"})];
    r.inputs = std::move(asked.inputs);
    r.inputs_text = asked.text;
    if (!asked.whole) {
        r.low = function.low;
        r.high = function.high;
        if (!given.range.empty()) {
            r.low = -0x1p128;
            r.high = 0x1p128;
        }
    }
    r.source_hash = accuracy::hash_of(built.recorded.program());
    take_shard(given, r);
    const bool two = reference.value_of_two != nullptr;
    if (built.recorded.arguments() != (two ? 2 : 1))
        throw InputError(fmt::format("{} takes {} argument(s), its reference {} takes {}", function.name,
                                     built.recorded.arguments(), reference.name, two ? 2 : 1));
    if (two && !given.exhaustive.empty()) {
        if (!given.second.empty()) throw InputError("--exhaustive takes all pairs; leave --second out");
        const Pairs pairs = all_pairs(given.exhaustive);
        r.inputs = {pairs.first};
        r.second = pairs.second;
        r.inputs_text = fmt::format("all 2^{} pairs of {}", std::countr_zero(pairs.first.count), given.exhaustive);
    } else if (two) {
        const Span span = given.second.empty() ? Span{-4, 4} : span_of("--second", given.second);
        std::uint64_t count = 0;
        for (const Inputs& inputs : r.inputs) count = std::max(count, inputs.count);
        r.second = {.count = count,
                    .kind = Inputs::Kind::uniform,
                    .low = span.low,
                    .high = span.high,
                    .seed = given.common.seed + 0x5EC0};
        r.inputs_text += fmt::format("; second argument uniform in {:g}..{:g}", span.low, span.high);
    }
    study.cost = built.cost;
    study.specials = special_values(built.recorded, reference);
    return study;
}

// Takes up what an earlier run of the same request left in the file.
void resume_from(const std::string& file, Study& study) {
    if (file.empty() || !fs::exists(file)) return;
    Study kept = from_state(text_of_file(file), file);
    if (!(kept.request == study.request))
        throw InputError(fmt::format("--resume {}: holds another study ({} over {} on {}); give another file", file,
                                     kept.request.function, kept.request.inputs_text, kept.request.arch));
    study.done = std::move(kept.done);
    study.statistics = std::move(kept.statistics);
}

Study run_one(const AccuracyCommand& given, const std::string& name, const arch::Arch& arch) {
    const Setting setting{.arch = arch,
                          .lowering = chosen_lowering(given.lowering),
                          .dst = choose("--dst", given.dst, {"fp32", "bf16"}) == 0 ? fp32 : bf16};
    if (!given.store.empty() && setting.dst != fp32)
        throw InputError("--store takes the packer's way from an fp32 Dst; leave --dst bf16 out");
    store_rounding(arch, given.store);
    const Function function = function_of(given, name);
    const Reference& reference = reference_of(given, function);
    const Built built = build(function, setting);
    Study study = prepared(given, function, reference, built);
    resume_from(given.resume, study);

    Progress progress(!given.common.quiet);
    Watch watch;
    watch.stop = &stopped;
    watch.done = [&](double share) { progress.show(fmt::format("{} {:.1f} %", name, 100 * share)); };
    auto next = std::chrono::steady_clock::now();
    if (!given.resume.empty())
        watch.keep = [&](const Study& so_far) {
            const auto now = std::chrono::steady_clock::now();
            if (now < next && !so_far.is_complete()) return;
            next = now + std::chrono::seconds(5);
            write_file(given.resume, to_state(so_far), true);
        };
    const auto threads =
        given.jobs == 0 ? std::max(1u, std::thread::hardware_concurrency()) : static_cast<unsigned>(given.jobs);
    work_on(study, built.recorded, reference, threads, watch);
    progress.erase();
    if (given.sources && !stopped) study.sources = sources_of(function, setting, reference, study.request);
    if (!given.plots.empty() && !stopped) study.points = sampled(built.recorded, reference, study.request);
    if (!given.resume.empty()) write_file(given.resume, to_state(study), true);
    return study;
}

// Before the long work: makes the folder and refuses files that exist and are not to be replaced.
void check_plots(const AccuracyCommand& given, std::span<const std::string> functions) {
    if (!given.plots.empty()) check_folder(given.plots, plot_names(functions, given.scatter), given.force);
}

void write_plots(const AccuracyCommand& given, std::span<const Study> studies) {
    const std::vector<Plot> plots = plots_of(studies, given.scatter);
    write_folder(given.plots, plots, given.force,
                 [&](const Drawings& drawings) { return plots_page(studies, plots, drawings); });
}

int report(const AccuracyCommand& given, const std::vector<Study>& studies) {
    if (!given.csv.empty()) write_file(given.csv, to_csv(studies), given.force);
    if (given.common.json) {
        if (studies.size() == 1) {
            fmt::print("{}\n", to_report_json(studies.front()));
        } else {
            for (std::size_t i = 0; i < studies.size(); ++i)
                fmt::print("{}{}", i == 0 ? "[" : ",\n", to_report_json(studies[i]));
            fmt::print("]\n");
        }
    } else if (!given.common.quiet) {
        if (studies.size() == 1)
            fmt::print("{}", to_text(studies.front()));
        else
            fmt::print("inputs     {}\n\n{}", studies.front().request.inputs_text, comparison(studies));
        fmt::print("{}", sources_text(studies));
        if (given.scatter) fmt::print("\n{}", fitted_lines(studies));
    }
    if (!given.plots.empty()) write_plots(given, studies);
    int code = good;
    if (!given.baseline.empty()) {
        const std::string baseline = text_of_file(given.baseline);
        for (const Study& study : studies)
            for (const std::string& line : regressions(study, baseline, given.baseline)) {
                say(fmt::format("tessera: {}: worse than {}: {}\n", study.request.function, given.baseline, line));
                code = check_failed;
            }
    }
    return code;
}

int merge(const AccuracyCommand& given) {
    std::vector<Study> parts;
    for (std::size_t i = 1; i < given.names.size(); ++i)
        parts.push_back(from_state(text_of_file(given.names[i]), given.names[i]));
    Study study = merged(std::move(parts));
    check_plots(given, {{study.request.function}});
    if (!given.resume.empty()) write_file(given.resume, to_state(study), given.force);
    const int code = report(given, {study});
    if (study.is_complete()) return code;
    say(fmt::format("tessera: {} of {} strips are missing; run and merge the other shards\n",
                    std::ranges::count(study.done, false), study.done.size()));
    return check_failed;
}

int run(AccuracyCommand& given) {
    if (given.scatter && given.plots.empty()) throw InputError("--scatter draws into the folder of -o DIR; give one");
    if (!given.names.empty() && given.names.front() == "merge") {
        if (given.scatter || given.sources)
            throw InputError("--scatter and --sources evaluate single inputs, which a state does not hold");
        return merge(given);
    }
    if (!given.kernel.empty()) {
        if (!given.names.empty()) throw InputError("--kernel studies the function of --function; name no other");
        if (given.function.empty()) throw InputError("--kernel needs --function NAME, a function of one or two vFloat");
        given.names = {given.function};
    } else if (!given.function.empty()) {
        throw InputError("--function names one of a kernel file; give the file by --kernel");
    }
    if (given.names.empty())
        throw InputError(
            "name a function, as exp_24f (`tessera list functions`), or your own by --kernel FILE --function NAME");
    if (given.names.size() > 1 && (!given.resume.empty() || !given.shard.empty()))
        throw InputError("--resume and --shard keep one study; name one function");
    if (!given.shard.empty() && given.resume.empty())
        throw InputError("--shard needs --resume FILE, where its part is kept for `tessera accuracy merge`");
    if (given.jobs < 0 || given.jobs > 1024) throw InputError("--jobs: expected 1 to 1024");
    for (const std::string& name : given.names) function_of(given, name);
    if (!given.csv.empty()) views::OutputFile::check(given.csv, given.force);
    check_plots(given, given.names);
    if (!given.resume.empty()) views::OutputFile::check(given.resume, true);
    const arch::Arch& arch = chosen_arch(given.common);
    if (!given.baseline.empty())
        for (const std::string& name : given.names)
            check_baseline(text_of_file(given.baseline), given.baseline, name, std::string(arch.name));
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    std::vector<Study> studies;
    for (const std::string& name : given.names) {
        studies.push_back(run_one(given, name, arch));
        if (stopped) break;
    }
    const int code = report(given, studies);
    if (!stopped) return code;
    say(fmt::format("tessera: interrupted; {}\n",
                    given.resume.empty()
                        ? "the figures are those of the inputs done (--resume FILE would keep them)"
                        : fmt::format("what is done is in {}, the same command goes on", given.resume)));
    return interrupted_code;
}

}  // namespace

void add_accuracy(CLI::App& app, CommandLine& line) {
    auto options = std::make_shared<AccuracyCommand>();
    AccuracyCommand& o = *options;
    CLI::App* command = app.add_subcommand("accuracy", "how far functions of the vector unit are off, input by input");
    if (!line.names(*command)) return;
    add_accuracy_options(*command, o);
    command->footer(
        "Examples:\n"
        "  tessera accuracy exp_24f --exhaustive --resume exp_24f.state\n"
        "  tessera accuracy exp_21f exp_24f exp_61f exp_fp32 --range -10:0\n"
        "  tessera accuracy exp_21f exp_24f --range -10:0 --sample 4000 --by value -o plots --scatter\n"
        "  tessera accuracy --kernel mine.cpp --function my_exp --reference exp --around 0\n"
        "  tessera accuracy sin --exhaustive --shard 0/4 --resume part0.state\n"
        "  tessera accuracy merge part0.state part1.state part2.state part3.state --json");
    add_accuracy_studies(*command, line);
    command->parse_complete_callback([command] {
        if (command->get_subcommands().empty()) return;
        for (const CLI::Option* option : command->get_options())
            if (option->count() > 0)
                throw InputError(fmt::format("{0} before {1} has no effect; `accuracy {1}` takes its own options",
                                             option->get_name(), command->get_subcommands().front()->get_name()));
    });
    command->callback([=, &line] {
        if (command->get_subcommands().empty()) line.exit_code = run(*options);
    });
}

}  // namespace tessera::apps
