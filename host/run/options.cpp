#include "host/run/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <thread>

#include "host/debug/server.hpp"
#include "host/device/print_cores.hpp"
#include "host/job/words.hpp"
#include "host/run/delay.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr unsigned most_threads = 64;

}  // namespace

sfpu::Lowering chosen_lowering(const std::string& given) {
    std::vector<std::string> names;
    for (const sfpu::Lowering lowering : sfpu::lowerings) names.emplace_back(sfpu::name(lowering));
    return sfpu::lowerings[choose("--lowering", given, names)];
}

const arch::Arch& arch_named(const std::string& name) {
    std::vector<std::string> names;
    for (const arch::Arch* arch : arch::all()) names.emplace_back(arch->name);
    return *arch::all()[choose("--arch", name, names)];
}

std::uint32_t data_caches_of_environment() {
    static constexpr const char* variable = "TT_METAL_ENABLE_L1_DATA_CACHE_RISCVS";
    static constexpr std::array<std::string_view, 5> names{"BR", "NC", "TR0", "TR1", "TR2"};
    const char* given = std::getenv(variable);
    std::uint32_t bits = 0;
    for (std::string_view rest = given == nullptr ? "" : given; !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view word = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const auto known = std::ranges::find(names, word);
        if (known != names.end())
            bits |= 1u << (known - names.begin());
        else if (word == "TR*")
            bits |= 0b11100;
        else if (!word.starts_with("ER"))  // of Ethernet cores, which are not simulated
            throw fault::InputError(
                fmt::format("{}={}: `{}` is none of BR, NC, TR0, TR1, TR2, TR*", variable, given, word));
    }
    return bits;
}

RunOptions for_time_alone(RunOptions options) {
    options.blind_time = true;
    options.first_nan = false;
    options.dprint = "off";
    options.gdb = "";
    return options;
}

core::Options core_options(const RunOptions& given) {
    core::Options options;
    options.data_caches = data_caches_of_environment();
    options.lowering = chosen_lowering(given.lowering);
    options.profiler_overhead =
        choose("--profiler-overhead", given.profiler_overhead, {"on", "off"}) == 0 && !given.no_profiler;
    options.blind_time = given.blind_time;
    if (given.blind_time && given.first_nan)
        throw fault::InputError("--first-nan contradicts --blind-time, which computes no values");
    if (given.threads < 0 || given.threads > most_threads)
        throw fault::InputError(fmt::format("--threads must be 1 to {}", most_threads));
    options.threads = given.threads == 0 ? std::clamp(std::thread::hardware_concurrency(), 1u, most_threads)
                                         : static_cast<unsigned>(given.threads);
    options.faults = {given.strict, given.pedantic, given.keep_going, fault::parse_verdicts(given.faults)};
    choose_print_cores(options, "--dprint", given.dprint);
    options.races = choose("--races", given.races, {"on", "off"}) == 0;
    if (given.schedule < 0) throw fault::InputError("--order must be 1 or more");
    std::vector<schedule::Delay> delays;
    for (const std::string& text : given.delay) delays.push_back(parse_delay(text));
    options.other_order = {static_cast<std::uint64_t>(given.schedule), std::move(delays)};
    if (!given.gdb.empty()) gdb_place(given.gdb);
    if (given.max_cycles < 1) throw fault::InputError("--max-cycles must be at least 1");
    options.max_cycles = static_cast<Cycle>(given.max_cycles);
    return options;
}

}  // namespace tessera::host
