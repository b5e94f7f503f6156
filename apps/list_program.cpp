#include "apps/list_program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <cmath>

#include "apps/run_options.hpp"
#include "host/inspect/program_report.hpp"
#include "host/inspect/thread_trace.hpp"
#include "host/job/file/scope.hpp"
#include "host/run/options.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;

// A word of 32 bits as the host would set it: an integer of either sign, 0x..., or a float where a point or exponent
// says so.
std::uint32_t word(const std::string& option, const std::string& text) {
    const bool hex = text.starts_with("0x") || text.starts_with("0X");
    const char *begin = text.data() + (hex ? 2 : 0), *end = text.data() + text.size();
    std::int64_t value = 0;
    const auto whole = std::from_chars(begin, end, value, hex ? 16 : 10);
    if (whole.ec == std::errc{} && whole.ptr == end && begin != end && value >= -2147483648ll && value <= 4294967295ll)
        return static_cast<std::uint32_t>(value);
    float real = 0;
    const auto number = std::from_chars(text.data(), end, real);
    if (!hex && number.ec == std::errc{} && number.ptr == end && text.find_first_of(".eE") != std::string::npos)
        return __builtin_bit_cast(std::uint32_t, real);
    throw InputError(fmt::format("{} {}: expected a word of 32 bits, as 3, -1, 0x1f or 0.5", option, text));
}

std::vector<std::uint32_t> words(const std::string& option, const std::vector<std::string>& texts) {
    std::vector<std::uint32_t> all;
    for (const std::string& text : texts) all.push_back(word(option, text));
    return all;
}

std::pair<std::string, std::string> definition(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (text.empty() || equals == 0) throw InputError(fmt::format("{} {}: expected NAME=VALUE", option, text));
    return {text.substr(0, equals), equals == std::string::npos ? "1" : text.substr(equals + 1)};
}

}  // namespace

void add_program_options(CLI::App& list, ProgramOptions& o) {
    const char* group = "list program";
    list.add_option("kernel", o.kernel, "list program: a compute kernel or a file with SFPI functions");
    list.add_option("--function", o.function,
                    "this function of the file or the library, or an expression in the vectors x, y, z")
        ->type_name("NAME")
        ->group(group);
    list.add_option("--lowering", o.lowering, "how SFPI becomes instructions: sfpi-2025, sfpi-2023 or none")
        ->type_name("NAME")
        ->capture_default_str()
        ->group(group);
    const auto several = [&](const char* name, std::vector<std::string>& values, const char* type, const char* text) {
        list.add_option(name, values, text)->type_name(type)->expected(1, 341)->group(group);
    };
    add_include_option(list, group);
    add_library_option(list, group);
    list.add_option("--define", o.defines, "a macro of the kernel; may be repeated")->type_name("K=V")->group(group);
    several("--args", o.args, "WORD ...", "runtime arguments: whole numbers, 0x... or floats");
    several("--common-args", o.common_args, "WORD ...", "runtime arguments common to all cores");
    several("--compile-args", o.compile_args, "WORD ...", "compile-time arguments");
    list.add_option("--named-arg", o.named_args, "a named compile-time argument; may be repeated")
        ->type_name("K=WORD")
        ->group(group);
    list.add_option("--samples", o.samples, "rounds of sampled vectors for the comparison of profiles")
        ->type_name("N")
        ->check(whole_number)
        ->capture_default_str()
        ->group(group);
    list.add_option("--low", o.low, "least sampled number")->type_name("X")->capture_default_str()->group(group);
    list.add_option("--high", o.high, "greatest sampled number")->type_name("X")->capture_default_str()->group(group);
    list.add_option("--format", o.format, "data format of all circular buffers, as bf16 or bfp8")
        ->type_name("NAME")
        ->capture_default_str()
        ->group(group);
    list.add_flag("--no-compare", o.no_compare, "do not compare lowering profiles")->group(group);
    list.add_flag("--no-timeline", o.no_timeline, "leave the view over time out")->group(group);
}

void list_program(const Common& common, const ProgramOptions& o) {
    if (o.kernel.empty() && o.function.empty())
        throw InputError("list program: name a kernel file, or a library function by --function");
    if (o.samples < 1 || o.samples > 1'000'000) throw InputError("--samples: expected 1 to 1000000");
    if (!(o.low < o.high) || !std::isfinite(o.low) || !std::isfinite(o.high))
        throw InputError(fmt::format("--low {:g} --high {:g}: the first must be less", o.low, o.high));

    const arch::Arch& arch = chosen_arch(common);
    host::TraceRequest request;
    request.path = o.kernel;
    request.function = o.function;
    request.arch = &arch;
    request.lowering = chosen_lowering(o.lowering);
    for (const std::string& text : o.defines) request.defines.insert(definition("--define", text));
    for (const std::string& text : o.named_args) {
        const auto [key, value] = definition("--named-arg", text);
        request.named_args[key] = word("--named-arg", value);
    }
    request.args = words("--args", o.args);
    request.common_args = words("--common-args", o.common_args);
    request.compile_args = words("--compile-args", o.compile_args);

    request.format = host::job_file::format_named(o.format);
    const std::vector<host::ThreadTrace> threads = host::trace_threads(request);
    request.may_be_empty = !threads.empty();
    const host::KernelTrace trace = host::trace_kernel(request);
    const host::Samples samples{static_cast<int>(o.samples), common.seed, o.low, o.high};
    std::vector<host::LoweringDifference> differences;
    if (!o.no_compare) differences = host::compare_lowerings(trace, arch, request.lowering, samples);
    const std::string title = o.function.empty() ? o.kernel
                              : o.kernel.empty() ? o.function
                                                 : fmt::format("{} {}", o.kernel, o.function);
    const ProgramReport report{title,   arch,           request.lowering, trace, o.no_compare ? nullptr : &differences,
                               samples, !o.no_timeline, threads};
    show(common.json ? to_json(report) : to_text(report, screen_of(stdout)));
}

}  // namespace tessera::apps
