// An API call begins with address counters that it sets itself or that are zero. One that another call has left, or the
// kernel's own instructions, makes it read or write somewhere else. That is judged where an instruction of the call
// would have gone elsewhere, had the counter been zero. Instructions of the kernel itself may go on with anything, and
// what sets things up for others may leave anything.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "sim/core/thread_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

bool sets_up(std::string_view function) {
    constexpr std::array words{"init", "config", "startup"};
    return std::ranges::any_of(words, [&](const char* word) { return function.find(word) != function.npos; });
}

// Of an instruction that is refused for other reasons there is no place.
template <class Resolve>
auto place(Resolve resolve) -> std::optional<decltype(resolve())> {
    try {
        return resolve();
    } catch (const Fault&) {
        return std::nullopt;
    }
}

std::array<std::uint32_t, 2> place_of(const tensix::UnpackStep& step) {
    if (step.kind != tensix::UnpackStep::Kind::unpack) return {};
    return {static_cast<std::uint32_t>(step.row), step.zeros ? 0 : step.datums};
}

std::array<std::uint32_t, 3 * tensix::most_packers> place_of(const tensix::PackStep& step) {
    std::array<std::uint32_t, 3 * tensix::most_packers> place{};
    for (std::size_t p = 0; p < tensix::most_packers; ++p) {
        const tensix::PackStep::Output& out = step.output[p];
        if (!out.works || out.runs == 0) continue;
        place[3 * p] = step.zeros ? 0 : out.run[0].first;
        place[3 * p + 1] = out.datums.begin;
        place[3 * p + 2] = out.exponents.begin;
    }
    return place;
}

std::array<int, 3> place_of(const tensix::Step& step) {
    return {step.touches[src_a] ? step.a_row : 0, step.touches[src_b] ? step.b_row : 0,
            step.rows != 0 ? step.dst_row : 0};
}

}  // namespace

// Whether an instruction belongs to a call that has not made what the one at `origin` made. Code that stands alone
// belongs to a call that is not known.
bool ThreadAgent::is_left(std::uint32_t used, std::uint32_t origin) {
    if (used == origin || origin == 0) return false;
    Left& last = last_left_[(used * 5 + origin) / 4 % last_left_.size()];
    if (last.used != used || last.origin != origin) last = {used, origin, found_left(used, origin)};
    return last.is_left;
}

bool ThreadAgent::found_left(std::uint32_t used, std::uint32_t origin) {
    const auto [at, first] = left_.try_emplace(std::uint64_t{used} << 32 | origin);
    if (!first) return at->second;
    const std::string caller = kernel().api_function(used), leaver = kernel().api_function(origin);
    const fault::Where here = kernel().where(used, clock), there = kernel().where(origin, clock);
    if (caller.empty() || sets_up(caller) || sets_up(leaver) || here.line == 0 || there.line == 0) return false;
    at->second = caller != leaver || here.line != there.line || here.file != there.file;
    return at->second;
}

void ThreadAgent::refuse_left(const Command& command, std::string_view name, const std::string& counter,
                              std::uint32_t value, std::uint32_t origin) const {
    Fault fault(
        Id::counter_left_over,
        fmt::format(
            "{} begins with {} at {}, which something else has left there: its {} reads or writes another place",
            kernel().api_function(command.pc), counter, value, name));
    const std::string leaver = kernel().api_function(origin);
    fault.notes = fmt::format("{}: note: left by {} here\n", kernel().position(origin),
                              leaver.empty() ? "the kernel's own instruction" : leaver);
    raise(std::move(fault));
}

void ThreadAgent::check_counters(const Command& command, const tensix::Word& word, std::size_t set,
                                 std::string_view name) {
    if (origins_.sets_are_of(command.pc)) return;
    Passed& passed = passed_[set];
    if (passed.pc == command.pc && passed.changes == origins_.changes()) return;
    passed = {command.pc, origins_.changes()};
    for (std::size_t i = 0; i < CounterOrigins::of_set; ++i) {
        const std::uint32_t value = CounterOrigins::value(std::as_const(counters_[set]), i),
                            origin = origins_.origin(set, i);
        if (value == 0) origins_.forget(set, i, command.pc);
        if (!is_left(command.pc, origins_.origin(set, i))) continue;
        passed = {};
        if (value == 0) continue;
        tensix::CounterSet from_zero = counters_;
        CounterOrigins::value(from_zero[set], i) = 0;
        const auto goes_elsewhere = [&](auto resolve) {
            const auto now = place([&] { return place_of(resolve(counters_)); });
            const auto then = place([&] { return place_of(resolve(from_zero)); });
            return now != then;
        };
        const tensix::ConfigWords<tensix::ConfigSpace::core>& core = core_.math_config.core();
        const bool elsewhere = set == tensix::of_packers
                                   ? goes_elsewhere([&](const tensix::CounterSet& counters) {
                                         return tensix::resolve_pack(word, {.counters = counters,
                                                                            .thread = thread_config_,
                                                                            .core = core,
                                                                            .state = packers_,
                                                                            .rules = shared_.arch().tensix.pack});
                                     })
                                   : goes_elsewhere([&](const tensix::CounterSet& counters) {
                                         return tensix::resolve_unpack(
                                             word, {.counters = counters, .thread = thread_config_, .core = core});
                                     });
        if (!elsewhere) continue;
        const std::string unit = set == tensix::of_packers ? "the packers" : fmt::format("unpacker {}", set);
        refuse_left(command, name, fmt::format("counter {} of channel {} of {}", "YZW"[i % 3], i / 3, unit), value,
                    origin);
    }
}

void ThreadAgent::check_counters(const Command& command, const tensix::Word& word, const tensix::Step& step,
                                 std::string_view name) {
    const sfpu::DstPort& port = core_.dst_port;
    if (origins_.matrix_is_of(command.pc)) return;
    for (std::size_t i = 0; i < CounterOrigins::of_matrix; ++i) {
        const std::uint32_t value = CounterOrigins::value(port.rwc, i), origin = origins_.origin(i);
        if (value == 0 || !is_left(command.pc, origin)) continue;
        tensix::Rwc from_zero = port.rwc;
        CounterOrigins::value(from_zero, i) = 0;
        const tensix::Step then =
            tensix::resolve(word, {.rwc = from_zero, .config = core_.math_config, .math_offset = port.math_offset});
        if (place_of(step) == place_of(then)) continue;
        constexpr std::array<const char*, CounterOrigins::of_matrix> counted{"SrcA", "SrcB", "Dst"};
        refuse_left(command, name, fmt::format("the counter of {}", counted.at(i)), value, origin);
    }
}

}  // namespace tessera::core
