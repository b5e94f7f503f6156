// tessera accuracy: how far functions of the vector unit are off, over every input there is or a sample.
#include "host/study/study.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <optional>
#include <thread>

#include "apps/accuracy_choose.hpp"
#include "apps/accuracy_compose.hpp"
#include "apps/accuracy_fit.hpp"
#include "apps/accuracy_functions.hpp"
#include "apps/accuracy_options.hpp"
#include "apps/accuracy_report.hpp"
#include "apps/accuracy_study.hpp"
#include "apps/cli.hpp"
#include "apps/interrupt.hpp"
#include "host/job/words.hpp"
#include "host/plots/folder.hpp"
#include "host/run/options.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "host/study/baseline.hpp"
#include "host/study/dump.hpp"
#include "host/study/exact_table.hpp"
#include "host/study/plots.hpp"
#include "host/study/plots_page.hpp"
#include "host/study/points.hpp"
#include "host/study/sources.hpp"
#include "host/study/study_json.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/output_file.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;
namespace fs = std::filesystem;

std::atomic<bool> stopped{false};

void write_file(const std::string& path, const std::string& text, bool overwrite) {
    views::OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

// Inputs of a table are all there are.
AskedInputs inputs_of(const AccuracyCommand& given, const Function& function, const Reference& reference) {
    const ExactTable* table = table_of(reference);
    if (table == nullptr) return asked_inputs(given, function);
    if (!given.exhaustive.empty() || !given.around.empty() || !given.inputs.empty() || !given.range.empty() ||
        given.sample != 0)
        throw InputError(
            fmt::format("--reference {}: the table says the inputs; leave --exhaustive, --range, --sample, "
                        "--around and --inputs out",
                        reference.name));
    return {table->inputs(), fmt::format("the {} inputs of {}", table->size(), reference.name), true};
}

Study prepared(const AccuracyCommand& given, const Function& function, const Reference& reference, const Built& built) {
    const Setting& setting = built.recorded.setting();
    Study study;
    Request& r = study.request;
    AskedInputs asked = inputs_of(given, function, reference);
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
    const bool two = reference.arguments() == 2;
    if (built.recorded.arguments() != (two ? 2 : 1))
        throw InputError(fmt::format("{} takes {} argument(s), its reference {} takes {}", function.name,
                                     built.recorded.arguments(), reference.name, two ? 2 : 1));
    if (!two && !given.second.empty())
        throw InputError(fmt::format("--second {}: {} takes one argument; leave it out", given.second, function.name));
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
    if (kept.also.size() != study.also.size() ||
        !std::ranges::equal(kept.also, study.also, {}, &Study::request, &Study::request))
        throw InputError(
            fmt::format("--resume {}: holds the same study by other ways of sampling; give another file", file));
    const auto take = [](Study& from, Study& to) {
        to.done = std::move(from.done);
        to.statistics = std::move(from.statistics);
    };
    take(kept, study);
    for (std::size_t i = 0; i < study.also.size(); ++i) take(kept.also[i], study.also[i]);
}

// Where single inputs are taken from for plots: by value where no way of sampling was asked for, whatever the figures
// are over.
std::optional<ValueRange> points_range(const AccuracyCommand& given, const Function& function, const Study& study) {
    const bool as_they_are =
        !given.around.empty() || !given.inputs.empty() || given.by != "both" || study.request.shards > 1;
    if (as_they_are || given.exhaustive == "fp16") return std::nullopt;
    const Span span = value_span(given, function);
    return ValueRange{span.low, span.high};
}

// `done` is called with a share between 0 and 1.
Study run_one(const AccuracyCommand& given, const AskedFunction& asked, const std::function<void(double)>& done) {
    const Setting setting = given.setting();
    const arch::Arch& arch = setting.arch;
    if (!given.store.empty() && setting.dst != fp32)
        throw InputError("--store takes the packer's way from an fp32 Dst; leave --dst bf16 out");
    store_rounding(arch, given.store);
    const auto& [function, shared] = asked;
    const Reference& reference = *shared;
    const Built built = build(function, setting);
    const bool has_table = table_of(reference) != nullptr;
    const std::vector<AccuracyCommand> ways = has_table ? std::vector{given} : each_way(given, function);
    Study study = prepared(ways.front(), function, reference, built);
    for (std::size_t i = 1; i < ways.size(); ++i) study.also.push_back(prepared(ways[i], function, reference, built));
    if (!given.dump.empty()) check_dump(given.dump, study, given.force);
    resume_from(given.resume, study);

    Watch watch;
    watch.stop = &stopped;
    auto next = std::chrono::steady_clock::now();
    const unsigned threads = given.threads();
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto way = static_cast<double>(i), all = static_cast<double>(ways.size());
        watch.done = [&](double share) { done((way + share) / all); };
        if (!given.resume.empty())
            watch.keep = [&](const Study&) {
                const auto now = std::chrono::steady_clock::now();
                if (now < next && !study.is_complete()) return;
                next = now + std::chrono::seconds(5);
                write_file(given.resume, to_state(study), true);
            };
        work_on(i == 0 ? study : study.also[i - 1], built.recorded, reference, threads, watch);
    }
    if (given.sources && !stopped) study.sources = sources_of(function, setting, reference, study.request);
    if (!given.plots.empty() && !stopped && has_table)
        study.points = sampled(built.recorded, reference, study.request);
    else if (!given.plots.empty() && !stopped)
        study.points =
            sampled(built.recorded, reference, study.request, most_points, points_range(given, function, study));
    if (!given.resume.empty()) write_file(given.resume, to_state(study), true);
    if (!given.dump.empty() && !stopped) {
        watch.done = done;
        dump(given.dump, given.force, study, built.recorded, reference, threads, watch);
    }
    return study;
}

// Before the long work: refuses files that exist and are not to be replaced.
void check_plots(const AccuracyCommand& given, std::span<const std::string> functions) {
    if (!given.plots.empty()) check_folder(given.plots, plot_names(functions, given.scatter), given.force);
}

void write_plots(const AccuracyCommand& given, std::span<const Study> studies) {
    const CostAxes axes = given.axes.axes(given.plots);
    const std::vector<Plot> plots = plots_of(studies, given.scatter, axes);
    write_folder(given.plots, plots, given.force,
                 [&](const Drawings& drawings) { return plots_page(studies, plots, drawings, axes); });
}

// What says nothing of the function: every input left out, or beyond what the reference gives.
int nothing_compared(const std::vector<Study>& studies) {
    int code = good;
    for (const Study& study : studies) {
        const Statistics& s = study.statistics;
        if (!study.is_complete() || study.request.shards > 1 || s.total() == 0 || s.compared() != 0) continue;
        if (s.of(Outcome::left_out) + s.of(Outcome::beyond) != s.total()) continue;
        say(fmt::format("tessera: {}: no result to compare: {} inputs left out, {} where {} is not finite\n",
                        study.request.function, s.of(Outcome::left_out), s.of(Outcome::beyond),
                        study.request.reference));
        code = check_failed;
    }
    return code;
}

// Figures that are not of all inputs, because the work was interrupted or parts are missing, go to the terminal alone:
// under its name a file holds the whole.
int report(const AccuracyCommand& given, const std::vector<Study>& studies, bool is_whole) {
    std::FILE* const to = given.csv == "-" ? stderr : stdout;
    if (!given.csv.empty() && is_whole) {
        views::TextFile csv(given.csv, given.force);
        csv.text(to_csv(studies));
        csv.finish();
    }
    if (given.common.json) {
        if (studies.size() == 1) {
            fmt::print("{}\n", to_report_json(studies.front()));
        } else {
            for (std::size_t i = 0; i < studies.size(); ++i)
                fmt::print("{}{}", i == 0 ? "[" : ",\n", to_report_json(studies[i]));
            fmt::print("]\n");
        }
    } else if (!given.common.quiet) {
        views::Document document;
        if (studies.size() == 1) {
            document = report_of(studies.front());
        } else {
            document.prose(inputs_text(studies.front()) + "\n");
            document.table(comparison(studies));
        }
        document.append(sources_report(studies));
        if (given.scatter) document.prose("\n" + fitted_lines(studies));
        show(document, chosen_form(given.common, given.forms), to);
    }
    if (!is_whole) return good;
    if (!given.plots.empty()) write_plots(given, studies);
    int code = nothing_compared(studies);
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

// Before the long work: no two outputs in one file, and none in a file that is read.
void check_files(const AccuracyCommand& given) {
    const bool merges = !given.names.empty() && given.names.front() == "merge";
    using Kind = OutputPath::Kind;
    std::vector<OutputPath> files;
    for (const auto& [option, path, kind] :
         {std::tuple("--resume", &given.resume, merges ? Kind::result : Kind::state),
          std::tuple("--csv", &given.csv, Kind::result), std::tuple("--dump", &given.dump, Kind::result),
          std::tuple("--plots", &given.plots, Kind::folder)})
        if (!path->empty()) files.push_back({option, *path, kind});
    std::vector<InputPath> read{{"--inputs", given.inputs}, {"--baseline", given.baseline}};
    for (const std::string& kernel : given.kernels) read.push_back({"--kernel", kernel});
    for (const std::string& reference : given.references)
        if (reference.ends_with(".npy")) read.push_back({"--reference", reference});
    // A part may be gone on with, but not be lost to figures.
    if (merges)
        for (std::size_t i = 1; i < given.names.size(); ++i)
            if (given.names[i] != given.resume) read.push_back({"merge", given.names[i]});
    // The folder's own files.
    if (!given.plots.empty())
        for (const OutputPath& file : files)
            if (file.kind != Kind::folder && !file.on_stdout() &&
                fs::weakly_canonical(fs::absolute(file.path)) ==
                    fs::weakly_canonical(fs::absolute(fs::path(given.plots) / "index.html")))
                throw InputError(fmt::format("{} and --plots both name {}", file.option, file.path));
    check_outputs(files, given.common.json, given.force, read);
}

int merge(const AccuracyCommand& given) {
    check_files(given);
    std::vector<Study> parts;
    for (std::size_t i = 1; i < given.names.size(); ++i)
        parts.push_back(from_state(text_of_file(given.names[i]), given.names[i]));
    Study study = merged(std::move(parts));
    check_plots(given, {{study.request.function}});
    if (!given.resume.empty()) write_file(given.resume, to_state(study), given.force);
    const int code = report(given, {study}, study.is_complete());
    if (study.is_complete()) return code;
    say(fmt::format("tessera: {} of {} strips are missing; run and merge the other shards{}\n",
                    std::ranges::count(study.done, false), study.done.size(),
                    given.csv.empty() && given.plots.empty() ? "" : ", until then no file of figures is written"));
    return check_failed;
}

int run(AccuracyCommand& given) {
    // Refused before the long work.
    chosen_form(given.common, given.forms);
    given.axes.axes(given.plots);
    if (given.scatter && given.plots.empty()) throw InputError("--scatter draws into the folder of -o DIR; give one");
    if (!given.names.empty() && given.names.front() == "merge") {
        if (given.scatter || given.sources || !given.dump.empty())
            throw InputError("--scatter, --sources and --dump evaluate single inputs, which a state does not hold");
        return merge(given);
    }
    const std::vector<AskedFunction> asked = asked_functions(given);
    std::vector<std::string> names;
    for (const AskedFunction& one : asked) names.push_back(one.function.name);
    if (asked.size() > 1 && (!given.resume.empty() || !given.shard.empty()))
        throw InputError("--resume and --shard keep one study; name one function");
    if (!given.shard.empty() && given.resume.empty())
        throw InputError("--shard needs --resume FILE, where its part is kept for `tessera accuracy merge`");
    if (asked.size() > 1 && !given.dump.empty()) throw InputError("--dump writes one study; name one function");
    given.threads();  // refused before the long work
    check_files(given);
    check_plots(given, names);
    const arch::Arch& arch = chosen_arch(given.common);
    take_inputs(given);
    if (!given.baseline.empty())
        for (const std::string& name : names) {
            const std::string other =
                baseline_arch(text_of_file(given.baseline), given.baseline, name, std::string(arch.name));
            if (other != arch.name)
                say(fmt::format("tessera: {}: {} holds figures of {}, these are of {}\n", name, given.baseline, other,
                                arch.name));
        }
    stop_when_interrupted(stopped);
    std::vector<Study> studies;
    Progress progress(!given.common.quiet);
    for (const AskedFunction& one : asked) {
        const auto before = static_cast<double>(studies.size()), all = static_cast<double>(asked.size());
        studies.push_back(
            run_one(given, one, [&](double share) { progress.show(one.function.name, (before + share) / all); }));
        if (stopped) break;
    }
    progress.erase();
    finish_after_interrupt();
    const bool is_whole = !stopped;
    const int code = report(given, studies, is_whole);
    if (is_whole) return code;
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
        "  tessera accuracy exp_21f exp_24f --range -10:0 --latex > table.tex\n"
        "  tessera accuracy exp_21f exp_24f --range -10:0 --sample 4000 --by value -o plots --scatter\n"
        "  tessera accuracy exp_21f exp_24f exp_fp32 --range -10:0 -o plots --cost-axis log\n"
        "  tessera accuracy sigmoid --kernel mine.cpp --function my_sigmoid --function fast --reference sigmoid\n"
        "  tessera accuracy gelu --inputs activations.npy --dst bf16\n"
        "  tessera accuracy tanh_bf16 --exhaustive bf16 --dst bf16 --dump tanh.csv\n"
        "  tessera accuracy --kernel mine.cpp --function f --reference 'x / (1 + exp(-x))' --range -8:8\n"
        "  tessera accuracy sin --exhaustive --shard 0/4 --resume part0.state\n"
        "  tessera accuracy merge part0.state part1.state part2.state part3.state --json");
    add_accuracy_studies(*command, line);
    add_accuracy_choose(*command, line);
    add_accuracy_fit(*command, line);
    add_accuracy_compose(*command, line);
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
