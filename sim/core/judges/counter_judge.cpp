#include "sim/core/judges/counter_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/fault/fault.hpp"

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
auto place_if_any(Resolve resolve) -> std::optional<decltype(resolve())> {
    try {
        return resolve();
    } catch (const Fault&) {
        return std::nullopt;
    }
}

std::array<int, 3> place_of(const tensix::Step& step) {
    return {step.touches[src_a] ? step.a_row : 0, step.touches[src_b] ? step.b_row : 0,
            step.rows != 0 ? step.dst_row : 0};
}

void refuse_left(const Issue& in, std::string_view name, const std::string& counter, std::uint32_t value,
                 std::uint32_t origin) {
    const Kernel& kernel = in.kernel();
    Fault fault(
        Id::counter_left_over,
        fmt::format(
            "{} begins with {} at {}, which something else has left there: its {} reads or writes another place",
            kernel.api_function(in.pc), counter, value, name));
    const std::string leaver = kernel.api_function(origin);
    fault.notes = fmt::format("{}: note: left by {} here\n", kernel.position(origin),
                              leaver.empty() ? "the kernel's own instruction" : leaver);
    in.raise(std::move(fault));
}

}  // namespace

CounterJudge::Place CounterJudge::place_of(const tensix::UnpackStep& step) {
    if (step.kind != tensix::UnpackStep::Kind::unpack) return {};
    return {static_cast<std::uint32_t>(step.row), step.zeros ? 0 : step.datums};
}

CounterJudge::Place CounterJudge::place_of(const tensix::PackStep& step) {
    Place place{};
    for (std::size_t p = 0; p < tensix::most_packers; ++p) {
        const tensix::PackStep::Output& out = step.output[p];
        if (!out.works || out.runs == 0) continue;
        place[3 * p] = step.zeros ? 0 : out.run[0].first;
        place[3 * p + 1] = out.datums.begin;
        place[3 * p + 2] = out.exponents.begin;
    }
    return place;
}

// Whether the instruction belongs to a call that has not made what the one at `origin` made. Code that stands alone
// belongs to a call that is not known.
bool CounterJudge::is_left(const Issue& in, std::uint32_t origin) {
    const std::uint32_t used = in.pc;
    if (used == origin || origin == 0) return false;
    Left& last = last_left_[(used * 5 + origin) / 4 % last_left_.size()];
    if (last.used != used || last.origin != origin) last = {used, origin, found_left(in, origin)};
    return last.is_left;
}

bool CounterJudge::found_left(const Issue& in, std::uint32_t origin) {
    const auto [at, first] = left_.try_emplace(std::uint64_t{in.pc} << 32 | origin);
    if (!first) return at->second;
    const Kernel& kernel = in.kernel();
    const std::string caller = kernel.api_function(in.pc), leaver = kernel.api_function(origin);
    const fault::Where here = kernel.where(in.pc, in.now), there = kernel.where(origin, in.now);
    if (caller.empty() || sets_up(caller) || sets_up(leaver) || here.line == 0 || there.line == 0) return false;
    at->second = caller != leaver || here.line != there.line || here.file != there.file;
    return at->second;
}

void CounterJudge::judge_set(const Issue& in, const tensix::CounterSet& counters, std::size_t set,
                             std::string_view name, const PlaceBy& place) {
    Passed& passed = passed_[set];
    passed = {in.pc, origins.changes()};
    for (std::size_t i = 0; i < CounterOrigins::of_set; ++i) {
        const std::uint32_t value = CounterOrigins::value(counters[set], i), origin = origins.origin(set, i);
        if (value == 0) origins.forget(set, i, in.pc);
        if (!is_left(in, origins.origin(set, i))) continue;
        passed = {};
        if (value == 0) continue;
        tensix::CounterSet from_zero = counters;
        CounterOrigins::value(from_zero[set], i) = 0;
        if (place_if_any([&] { return place(counters); }) == place_if_any([&] { return place(from_zero); })) continue;
        const std::string unit = set == tensix::of_packers ? "the packers" : fmt::format("unpacker {}", set);
        refuse_left(in, name, fmt::format("counter {} of channel {} of {}", "YZW"[i % 3], i / 3, unit), value, origin);
    }
}

void CounterJudge::judge_matrix(const Issue& in, const tensix::Step& step, std::string_view name) {
    const sfpu::DstPort& port = in.core.dst_port;
    for (std::size_t i = 0; i < CounterOrigins::of_matrix; ++i) {
        const std::uint32_t value = CounterOrigins::value(port.rwc, i), origin = origins.origin(i);
        if (value == 0 || !is_left(in, origin)) continue;
        tensix::Rwc from_zero = port.rwc;
        CounterOrigins::value(from_zero, i) = 0;
        const tensix::Step then =
            tensix::resolve(tensix::Word(in.word, step.isa_column),
                            {.rwc = from_zero, .config = in.core.math_config, .math_offset = port.math_offset});
        if (core::place_of(step) == core::place_of(then)) continue;
        constexpr std::array<const char*, CounterOrigins::of_matrix> counted{"SrcA", "SrcB", "Dst"};
        refuse_left(in, name, fmt::format("the counter of {}", counted.at(i)), value, origin);
    }
}

}  // namespace tessera::core
