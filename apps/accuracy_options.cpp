#include "apps/accuracy_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>

#include "apps/run_options.hpp"
#include "host/study/weights.hpp"
#include "host/sweep/shard.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {

using namespace accuracy;
using fault::InputError;

namespace {

constexpr std::int64_t default_sample = 1 << 22;

double real(const std::string& option, const std::string& text) {
    double value = 0;
    const bool hex = text.starts_with("0x");
    if (hex) {
        std::uint32_t pattern = 0;
        const auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), pattern, 16);
        if (error == std::errc{} && end == text.data() + text.size()) return accuracy::value_of(pattern);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (hex || error != std::errc{} || end != text.data() + text.size())
        throw InputError(
            fmt::format("{}: `{}` is not a number; 0.5, -3e2 and a pattern as 0x3f800000 are", option, text));
    return value;
}

AskedInputs exhaustive_inputs(const std::string& format) {
    if (format == "fp32") return {{all_fp32}, "all 2^32 fp32", true};
    if (format == "tf32") return {{all_tf32}, "all 2^19 tf32", true};
    if (format == "bf16") return {{all_bf16}, "all 2^16 bf16", true};
    if (format == "fp16") return {{all_fp16}, "all 2^16 fp16", true};
    throw InputError(fmt::format("--exhaustive {}: expected fp32, tf32, bf16 or fp16", format));
}

}  // namespace

Pairs all_pairs(const std::string& format) {
    if (format == "bf16") return pairs_of(all_bf16);
    if (format == "tf32") return pairs_of(all_tf32);
    throw InputError(
        fmt::format("--exhaustive {}: two arguments make too many pairs; expected bf16 (2^32) or tf32 "
                    "(2^38), or --sample",
                    format));
}

Span span_of(const std::string& option, const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw InputError(fmt::format("{} {}: expected LOW:HIGH, as -1:1", option, text));
    const Span span{real(option, text.substr(0, colon)), real(option, text.substr(colon + 1))};
    if (std::isnan(span.low) || std::isnan(span.high))
        throw InputError(fmt::format("{} {}: NaN bounds nothing; give two numbers", option, text));
    for (const double bound : {span.low, span.high})
        if (std::abs(bound) > fp32.largest())
            throw InputError(
                fmt::format("{} {}: {:g} is beyond fp32, whose largest number is 3.4028234e38", option, text, bound));
    if (!(span.low < span.high))
        throw InputError(fmt::format("{} {}: holds no number; the first must be less than the second", option, text));
    return span;
}

Span value_span(const AccuracyCommand& given, const Function& function) {
    if (!given.range.empty()) return span_of("--range", given.range);
    constexpr double near = 10;
    return {std::max(function.low, -near), std::min(function.high, near)};
}

std::vector<AccuracyCommand> each_way(const AccuracyCommand& given, const Function& function) {
    if (given.by != "both" || !given.exhaustive.empty() || !given.around.empty() || !given.inputs.empty() ||
        (given.sample == 0 && !given.range.empty()))
        return {given};
    std::vector<AccuracyCommand> ways{given, given};
    ways[0].by = "bits";
    ways[1].by = "value";
    const Span span = value_span(given, function);
    ways[1].range = fmt::format("{:.17g}:{:.17g}", span.low, span.high);
    if (given.sample == 0) ways[1].sample = default_sample;
    return ways;
}

AskedInputs asked_inputs(const AccuracyCommand& given, const Function& function) {
    static_cast<void>(choose("--by", given.by, {"both", "value", "even", "bits", "log"}));
    const int ways = !given.exhaustive.empty() + (given.sample != 0) + !given.around.empty() + !given.inputs.empty();
    if (ways > 1)
        throw InputError("--exhaustive, --sample, --around and --inputs say different inputs; give one of them");
    if (!given.inputs.empty()) {
        if (!given.range.empty()) throw InputError("--inputs takes the numbers of the file; leave --range out");
        const std::uint64_t count = given.listed.patterns->size();
        return {{{.count = count, .kind = Inputs::Kind::listed, .list = given.listed}},
                fmt::format("the {} numbers of {}{}, {} of them different", count, given.inputs,
                            given.dst == "bf16" ? " in bf16" : "", given.listed.different()),
                true};
    }
    if (!given.exhaustive.empty()) {
        if (!given.range.empty()) throw InputError("--exhaustive takes all inputs; leave --range out");
        return exhaustive_inputs(given.exhaustive);
    }
    if (!given.around.empty()) {
        const double middle = real("--around", given.around);
        if (!(std::abs(middle) <= fp32.largest()))
            throw InputError(
                fmt::format("--around {}: no number of fp32, whose largest is 3.4028234e38", given.around));
        const auto center = std::bit_cast<std::uint32_t>(static_cast<float>(middle));
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
    const std::int64_t count = given.sample == 0 ? default_sample : given.sample;
    if (count < 1) throw InputError(fmt::format("--sample {}: expected 1 or more", count));
    Inputs inputs{
        .count = static_cast<std::uint64_t>(count), .low = held.low, .high = held.high, .seed = given.common.seed};
    if (given.by == "value") {
        inputs.kind = Inputs::Kind::uniform;
    } else if (given.by == "even") {
        inputs.kind = Inputs::Kind::even;
    } else if (given.by == "bits") {
        inputs.kind = Inputs::Kind::bits;
    } else if (given.by == "log") {
        if (!(held.low > 0) && !(held.high < 0))
            throw InputError(fmt::format("--by log needs a range of one sign without zero, not {}", bounds));
        inputs.kind = Inputs::Kind::log;
    }
    if (given.by == "even") return {{inputs}, fmt::format("{} samples evenly spaced over {}", count, bounds), false};
    return {{inputs},
            fmt::format("{} samples uniform in {} over {}, seed {}", count,
                        given.by == "log" ? "the logarithm" : given.by, bounds, given.common.seed),
            false};
}

void take_inputs(AccuracyCommand& given) {
    if (given.inputs.empty()) return;
    std::vector<float> values = read_inputs(given.inputs).values;
    if (given.dst == "bf16") round_to(bf16, values);
    given.listed = listed(values);
}

void take_shard(const AccuracyCommand& given, Request& request) {
    const Shard shard = shard_of(given.shard);
    request.shard = shard.part;
    request.shards = shard.parts;
}

void add_accuracy_options(CLI::App& command, AccuracyCommand& o) {
    add_conditions(command, o, "Function");
    command.add_option("function", o.names, "functions of `tessera list functions`; or merge, then files of --resume");
    const auto words = [&command](const char* flag, std::vector<std::string>& values, const char* kind,
                                  const char* text) {
        command.add_option(flag, values, text)->type_name(kind)->allow_extra_args(false)->group("Function");
    };
    add_include_option(command);
    add_library_option(command);
    words("--kernel", o.kernels, "FILE", "a file with your own SFPI functions; one for all, or one for each");
    words("--function", o.functions, "NAME",
          "its name, or an expression in x and y; vFloat to vFloat; again for each function to compare");
    words("--init", o.inits, "EXPR", "call of that file or the library that programs constants first");
    words("--reference", o.references, "WHAT",
          "what it should be: exp, sin, gelu and the like, an expression in x and y as 'x / (1 + exp(-x))', or a table "
          "FILE.npy of x and f(x); without it the one that the function's name holds");
    add_word(command, "--store", o.store, "FORMAT",
             "count the packer's rounding to bf16 or fp16 in, through the intermediate that the vendor's host "
             "configures; fp16/fp32 cuts off, fp16/fp16, Blackhole's, rounds to ten bits")
        ->group("Function");
    add_word(command, "--exhaustive", o.exhaustive, "FORMAT",
             "every input: fp32 (all 2^32), tf32, bf16 or fp16; of two arguments every pair of bf16 or tf32")
        ->expected(0, 1)
        ->default_str("fp32")
        ->group("Inputs");
    add_word(command, "--range", o.range, "A:B", "every fp32 between, or the range of --sample")->group("Inputs");
    add_number(command, "--sample", o.sample,
               "so many inputs, seeded by --seed; the default is 4194304 over the function's range")
        ->group("Inputs");
    add_word(command, "--by", o.by, "WAY",
             "sample uniformly in value, bits (numbers by size) or log, or at even distances; both: bits beside value")
        ->group("Inputs");
    add_word(command, "--around", o.around, "X", "2^15 neighbours on either side")->group("Inputs");
    add_word(command, "--inputs", o.inputs, "X.npy", "the numbers of a model, each as often as the file has it")
        ->group("Inputs");
    add_word(command, "--second", o.second, "A:B", "range of a second argument, sampled; -4:4 without it")
        ->group("Inputs");
    add_word(command, "--ulp", o.ulp, "KIND", "goldberg (at the exact result), rounded (at the rounded one) or whole")
        ->group("Result");
    add_word(command, "--csv", o.csv, "FILE", "one row a function, figures as columns")->group("Result");
    add_word(
        command, "--dump", o.dump, "FILE",
        "every input of one function: x, the result's bits, the exact result, the error in ULP, what became of it; "
        "as .csv, or as .npy with a structured array of x, y_bits, exact, ulp, outcome")
        ->group("Result");
    add_word(command, "--baseline", o.baseline, "FILE",
             "report of --json to compare with; exit 1 where this one is worse")
        ->group("Result");
    add_word(command, "-o,--plots", o.plots, "DIR",
             "plots: data, gnuplot scripts, SVG and PNG, and index.html with all of it")
        ->group("Result");
    command
        .add_flag("--scatter", o.scatter, "with -o: four plots of single inputs a function, and the line through them")
        ->group("Result");
    add_axis_options(command, o.axes);
    command.add_flag("--sources", o.sources, "what rounding, lowering, storing and, of exponentials, each part cost")
        ->group("Result");
    command.add_flag("--force", o.force, "overwrite existing output files")->group("Result");
    add_word(command, "--resume", o.resume, "FILE", "keep the work there, and go on from what it holds")->group("Run");
    add_word(command, "--shard", o.shard, "I/N", "this part of the inputs only, for `tessera accuracy merge`")
        ->group("Run");
}

}  // namespace tessera::apps
