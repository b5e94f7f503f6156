#include "host/run/options.hpp"

#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

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

core::Options core_options(const RunOptions& given) {
    core::Options options;
    options.lowering = chosen_lowering(given.lowering);
    options.profiler_overhead =
        choose("--profiler-overhead", given.profiler_overhead, {"on", "off"}) == 0 && !given.no_profiler;
    options.blind_time = given.blind_time;
    options.strict = given.strict;
    if (given.max_cycles < 1) throw fault::InputError("--max-cycles must be at least 1");
    options.max_cycles = static_cast<Cycle>(given.max_cycles);
    return options;
}

}  // namespace tessera::host
