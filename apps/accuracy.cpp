// tessera accuracy: how far functions of the vector unit are off, over every input there is or a sample.
#include "host/accuracy/study.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "apps/accuracy_report.hpp"
#include "apps/cli.hpp"
#include "apps/progress.hpp"
#include "apps/suggest.hpp"
#include "apps/trace_files.hpp"
#include "host/accuracy/study_json.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/output_file.hpp"

namespace tessera::apps {
namespace {

using namespace accuracy;
using fault::InputError;
namespace fs = std::filesystem;

constexpr int interrupted_code = 130;

struct AccuracyCommand {
    Common common;
    std::vector<std::string> names;
    std::string kernel, function, init, reference;
    std::string range, exhaustive, around, second, by = "bits";
    std::int64_t sample = 0;
    std::string lowering = "sfpi-2025", dst = "fp32", store, ulp = "goldberg";
    std::int64_t jobs = 0;
    std::string shard, resume, baseline, csv;
    bool force = false;
};

std::atomic<bool> stopped{false};
void stop(int) { stopped = true; }

double real(const std::string& option, const std::string& text) {
    double value = 0;
    const bool hex = text.starts_with("0x");
    if (hex) {
        std::uint32_t pattern = 0;
        const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), pattern, 16);
        if (error == std::errc{} && end == text.data() + text.size())
            return static_cast<double>(std::bit_cast<float>(pattern));
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (hex || error != std::errc{} || end != text.data() + text.size())
        throw InputError(
            fmt::format("{}: `{}` is not a number; 0.5, -3e2 and a pattern as 0x3f800000 are", option, text));
    return value;
}

struct Span {
    double low, high;
};

Span span_of(const std::string& option, const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw InputError(fmt::format("{} {}: expected LOW:HIGH, as -1:1", option, text));
    const Span span{real(option, text.substr(0, colon)), real(option, text.substr(colon + 1))};
    if (std::isnan(span.low) || std::isnan(span.high))
        throw InputError(fmt::format("{} {}: NaN bounds nothing; give two numbers", option, text));
    if (!(span.low < span.high))
        throw InputError(fmt::format("{} {}: holds no number; the first must be less than the second", option, text));
    return span;
}

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be read", path));
    return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& path, const std::string& text, bool overwrite) {
    watch::OutputFile file(path, overwrite);
    file.write(text);
    file.commit();
}

struct Asked {
    std::vector<Inputs> inputs;
    std::string text;
    bool whole = false;  // inputs beyond the function's domain are judged too
};

Asked exhaustive_inputs(const std::string& format) {
    if (format == "fp32") return {{all_fp32}, "all 2^32 fp32", true};
    if (format == "tf32") return {{all_tf32}, "all 2^19 tf32", true};
    if (format == "bf16") return {{all_bf16}, "all 2^16 bf16", true};
    if (format == "fp16") return {{all_fp16}, "all 2^16 fp16", true};
    throw InputError(fmt::format("--exhaustive {}: expected fp32, tf32, bf16 or fp16", format));
}

Asked asked_inputs(const AccuracyCommand& given, const Function& function) {
    const int ways = !given.exhaustive.empty() + (given.sample != 0) + !given.around.empty();
    if (ways > 1) throw InputError("--exhaustive, --sample and --around say different inputs; give one of them");
    if (!given.exhaustive.empty()) {
        if (!given.range.empty()) throw InputError("--exhaustive takes all inputs; leave --range out");
        return exhaustive_inputs(given.exhaustive);
    }
    if (!given.around.empty()) {
        const auto center = std::bit_cast<std::uint32_t>(static_cast<float>(real("--around", given.around)));
        constexpr std::uint32_t reach = 1 << 15;
        return {{{center - reach, 2 * reach + 1, 1}},
                fmt::format("2^15 neighbours on either side of 0x{:08x}", center),
                true};
    }
    const Span span = given.range.empty() ? Span{function.low, function.high} : span_of("--range", given.range);
    const double largest = fp32.largest();
    const Span held{std::max(span.low, -largest), std::min(span.high, largest)};
    const std::string bounds = fmt::format("{:g}..{:g}", held.low, held.high);
    if (given.sample == 0 && !given.range.empty())
        return {range(static_cast<float>(held.low), static_cast<float>(held.high)),
                fmt::format("every fp32 in {}", bounds), false};
    const std::int64_t count = given.sample == 0 ? 1 << 22 : given.sample;
    if (count < 1) throw InputError(fmt::format("--sample {}: expected 1 or more", count));
    Inputs inputs{
        .count = static_cast<std::uint64_t>(count), .low = held.low, .high = held.high, .seed = given.common.seed};
    if (given.by == "value") {
        inputs.kind = Inputs::Kind::uniform;
    } else if (given.by == "bits") {
        inputs.kind = Inputs::Kind::bits;
    } else if (given.by == "log") {
        if (!(held.low > 0) && !(held.high < 0))
            throw InputError(fmt::format("--by log needs a range of one sign without zero, not {}", bounds));
        inputs.kind = Inputs::Kind::log;
    } else {
        throw InputError(fmt::format("--by {}: expected value, bits or log", given.by));
    }
    return {{inputs},
            fmt::format("{} samples uniform in {} over {}, seed {}", count,
                        given.by == "log" ? "the logarithm" : given.by, bounds, given.common.seed),
            false};
}

void take_shard(const AccuracyCommand& given, Request& request) {
    if (given.shard.empty()) return;
    const std::size_t slash = given.shard.find('/');
    const auto number = [&](const std::string& text) {
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || end != text.data() + text.size() || text.empty())
            throw InputError(fmt::format("--shard {}: expected I/N with I from 0 to N - 1, as 0/4", given.shard));
        return value;
    };
    if (slash == std::string::npos)
        throw InputError(fmt::format("--shard {}: expected I/N with I from 0 to N - 1, as 0/4", given.shard));
    request.shard = number(given.shard.substr(0, slash));
    request.shards = number(given.shard.substr(slash + 1));
    if (request.shards == 0 || request.shard >= request.shards)
        throw InputError(fmt::format("--shard {}: expected I/N with I from 0 to N - 1, as 0/4", given.shard));
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
    Asked asked = asked_inputs(given, function);
    r.function = function.name;
    r.arch = setting.arch.name;
    r.lowering = sfpu::name(setting.profile);
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
    if (two != (built.recorded.arguments() == 2))
        throw InputError(fmt::format("{} takes {} argument(s), its reference {} takes {}", function.name,
                                     built.recorded.arguments(), reference.name, two ? 2 : 1));
    if (two) {
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
    Study kept = from_state(read_file(file), file);
    if (!(kept.request == study.request))
        throw InputError(fmt::format("--resume {}: holds another study ({} over {} on {}); give another file", file,
                                     kept.request.function, kept.request.inputs_text, kept.request.arch));
    study.done = std::move(kept.done);
    study.statistics = std::move(kept.statistics);
}

Study run_one(const AccuracyCommand& given, const std::string& name, const arch::Arch& arch) {
    constexpr std::array profiles{sfpu::Profile::sfpi_2025, sfpu::Profile::sfpi_2023, sfpu::Profile::none};
    std::vector<std::string> names;
    for (const sfpu::Profile profile : profiles) names.emplace_back(sfpu::name(profile));
    const Setting setting{.arch = arch,
                          .profile = profiles[choose("--lowering", given.lowering, names)],
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
    if (!given.resume.empty()) write_file(given.resume, to_state(study), true);
    return study;
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
    }
    int code = good;
    if (!given.baseline.empty()) {
        const std::string baseline = read_file(given.baseline);
        for (const Study& study : studies)
            for (const std::string& line : regressions(study, baseline, given.baseline)) {
                fmt::print(stderr, "tessera: {}: worse than {}: {}\n", study.request.function, given.baseline, line);
                code = check_failed;
            }
    }
    return code;
}

int merge(const AccuracyCommand& given) {
    std::vector<Study> parts;
    for (std::size_t i = 1; i < given.names.size(); ++i)
        parts.push_back(from_state(read_file(given.names[i]), given.names[i]));
    Study study = merged(std::move(parts));
    if (!given.resume.empty()) write_file(given.resume, to_state(study), given.force);
    const int code = report(given, {study});
    if (study.is_complete()) return code;
    fmt::print(stderr, "tessera: {} of {} strips are missing; run and merge the other shards\n",
               std::ranges::count(study.done, false), study.done.size());
    return check_failed;
}

int run(AccuracyCommand& given) {
    if (!given.names.empty() && given.names.front() == "merge") return merge(given);
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
    if (!given.csv.empty()) watch::OutputFile::check(given.csv, given.force);
    if (!given.resume.empty()) watch::OutputFile::check(given.resume, true);
    const arch::Arch& arch = chosen_arch(given.common);
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    std::vector<Study> studies;
    for (const std::string& name : given.names) {
        studies.push_back(run_one(given, name, arch));
        if (stopped) break;
    }
    const int code = report(given, studies);
    if (!stopped) return code;
    fmt::print(stderr, "tessera: interrupted; {}\n",
               given.resume.empty() ? "the figures are those of the inputs done (--resume FILE would keep them)"
                                    : fmt::format("what is done is in {}, the same command goes on", given.resume));
    return interrupted_code;
}

}  // namespace

void add_accuracy(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<AccuracyCommand>();
    AccuracyCommand& o = *options;
    CLI::App* command = app.add_subcommand("accuracy", "how far functions of the vector unit are off, input by input");
    add_common(*command, o.common);
    command->add_option("function", o.names, "functions of `tessera list functions`; or merge, then files of --resume");
    const auto word = [command](const char* flag, std::string& value, const char* kind, const char* text) {
        return command->add_option(flag, value, text)->type_name(kind)->capture_default_str();
    };
    const auto number = [command](const char* flag, std::int64_t& value, const char* text) {
        return command->add_option(flag, value, text)->type_name("N")->check(whole_number)->capture_default_str();
    };
    word("--kernel", o.kernel, "FILE", "a file with your own SFPI function")->group("Function");
    word("--function", o.function, "NAME", "its name, or an expression in x and y; vFloat to vFloat")
        ->group("Function");
    word("--init", o.init, "EXPR", "call of that file or the library that programs constants first")->group("Function");
    word("--reference", o.reference, "NAME", "what it should be: exp, sin, recip and the like")->group("Function");
    word("--lowering", o.lowering, "NAME", "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->group("Function");
    word("--dst", o.dst, "FORMAT", "Dst of fp32 or bf16")->group("Function");
    word("--store", o.store, "FORMAT", "count the packer's rounding to bf16 or fp16 in")->group("Function");
    word("--exhaustive", o.exhaustive, "FORMAT", "every input: fp32 (all 2^32), tf32, bf16 or fp16")
        ->expected(0, 1)
        ->default_str("fp32")
        ->group("Inputs");
    word("--range", o.range, "A:B", "every fp32 between, or the range of --sample")->group("Inputs");
    number("--sample", o.sample, "so many inputs, seeded by --seed; the default is 4194304 over the function's range")
        ->group("Inputs");
    word("--by", o.by, "WAY", "sample uniformly in value, bits (numbers by size) or log")->group("Inputs");
    word("--around", o.around, "X", "2^15 neighbours on either side")->group("Inputs");
    word("--second", o.second, "A:B", "range of a second argument, sampled; -4:4 without it")->group("Inputs");
    word("--ulp", o.ulp, "KIND", "goldberg (at the exact result), rounded (at the rounded one) or whole")
        ->group("Result");
    word("--csv", o.csv, "FILE", "one row a function, figures as columns")->group("Result");
    word("--baseline", o.baseline, "FILE", "report of --json to compare with; exit 1 where this one is worse")
        ->group("Result");
    command->add_flag("--force", o.force, "overwrite existing output files")->group("Result");
    number("--jobs", o.jobs, "host threads, 0 for all; figures are the same for any number")->group("Run");
    word("--resume", o.resume, "FILE", "keep the work there, and go on from what it holds")->group("Run");
    word("--shard", o.shard, "I/N", "this part of the inputs only, for `tessera accuracy merge`")->group("Run");
    command->footer(
        "Examples:\n"
        "  tessera accuracy exp_24f --exhaustive --resume exp_24f.state\n"
        "  tessera accuracy exp_21f exp_24f exp_61f exp_fp32 --range -10:0\n"
        "  tessera accuracy --kernel mine.cpp --function my_exp --reference exp --around 0\n"
        "  tessera accuracy sin --exhaustive --shard 0/4 --resume part0.state\n"
        "  tessera accuracy merge part0.state part1.state part2.state part3.state --json");
    command->callback([=, &exit_code] { exit_code = run(*options); });
}

}  // namespace tessera::apps
