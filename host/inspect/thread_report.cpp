#include "host/inspect/thread_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/inspect/fold.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/views/table.hpp"

namespace tessera::host {
namespace {

using nlohmann::ordered_json;

struct Spent {
    std::uint64_t instructions = 0;
    Cycle cycles = 0, waited = 0;
    void add(const ThreadStep& step) {
        instructions += step.vector_instructions != 0 ? step.vector_instructions : 1;
        cycles += step.end - step.begin;
        waited += step.waited;
    }
};

// What one turn of a call of the kernel became. The body of a loop comes once for every turn.
struct Turn {
    std::size_t begin, end;
    std::size_t like;  // the first turn with the same instructions from the same line; itself if new
};

struct Thread {
    std::span<const ThreadStep> steps;
    std::vector<Turn> turns;

    std::span<const ThreadStep> of(const Turn& turn) const { return steps.subspan(turn.begin, turn.end - turn.begin); }
    Cycle cycles(const Turn& turn) const { return steps[turn.end - 1].end - steps[turn.begin].begin; }
    Cycle cycles(std::size_t from, std::size_t to) const {
        return steps[turns[to - 1].end - 1].end - steps[turns[from].begin].begin;
    }
};

std::uint64_t kind(const ThreadStep& step) {
    return std::uint64_t{step.vector_instructions} << 32 | step.word >> 24 | (step.expanded ? 1u << 8 : 0u);
}

bool alike(std::span<const ThreadStep> a, std::span<const ThreadStep> b) {
    return a.front().line == b.front().line && a.front().call == b.front().call &&
           std::ranges::equal(a, b, {}, kind, kind);
}

Thread thread_of(const ThreadTrace& trace) {
    Thread thread{trace.steps, {}};
    std::uint32_t last_pc = 0;  // of what no MOP made: a loop of the kernel goes back
    // Vector code that was not inlined stands where T1 pushed the word before it.
    const auto follows = [&](const ThreadStep& step) {
        return step.expanded || step.pc > last_pc || (step.vector_instructions != 0 && step.pc == last_pc);
    };
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const ThreadStep &step = trace.steps[i], &before = trace.steps[i == 0 ? 0 : i - 1];
        const bool goes_on = i != 0 && step.line == before.line && step.call == before.call && follows(step);
        if (!goes_on) thread.turns.push_back({i, i, thread.turns.size()});
        thread.turns.back().end = i + 1;
        last_pc = step.pc;
    }
    std::multimap<std::string_view, std::size_t> known;  // by line
    for (std::size_t t = 0; t < thread.turns.size(); ++t) {
        Turn& turn = thread.turns[t];
        const auto [first, last] = known.equal_range(thread.steps[turn.begin].line);
        const auto same = std::find_if(
            first, last, [&](const auto& k) { return alike(thread.of(thread.turns[k.second]), thread.of(turn)); });
        if (same != last)
            turn.like = same->second;
        else
            known.emplace(thread.steps[turn.begin].line, t);
    }
    return thread;
}

std::string_view unit_of(const ThreadStep& step) {
    if (step.vector_instructions != 0) return "vector";
    const tensix::Row* row = tensix::row_of(step.word);
    return row == nullptr ? "" : tensix::units[static_cast<std::size_t>(row->unit)].name;
}

std::string text_of(const ThreadStep& step, const arch::Arch& arch) {
    return step.vector_instructions != 0 ? fmt::format("{} vector instructions", step.vector_instructions)
                                         : tensix::text(step.word, arch.sfpu.isa_column);
}

std::string name_of(const ThreadStep& step) {
    return step.call.empty() ? step.line : fmt::format("{}, {}", step.call, step.line);
}

constexpr std::string_view name_of(abi::Risc risc) {
    return risc == abi::Risc::t0 ? "T0, unpack" : risc == abi::Risc::t1 ? "T1, math" : "T2, pack";
}

std::map<std::string_view, Spent> by_unit(const Thread& thread) {
    std::map<std::string_view, Spent> units;
    for (const ThreadStep& step : thread.steps) units[unit_of(step)].add(step);
    return units;
}

std::vector<Fold> folds_of(std::span<const ThreadStep> steps) {
    std::vector<std::uint64_t> kinds;
    for (const ThreadStep& step : steps) kinds.push_back(kind(step));
    return folds(kinds);
}

// Of a step of a folded loop, all its turns together.
Spent spent(std::span<const ThreadStep> steps, const Fold& fold, std::size_t at) {
    Spent all;
    for (std::size_t i = 0; i < fold.times; ++i) all.add(steps[fold.begin + i * fold.period + at]);
    return all;
}

std::string rows(const Thread& thread, const Turn& turn, const arch::Arch& arch, const views::Screen& screen) {
    constexpr std::size_t numbers = 40;  // columns in front of the instruction
    const auto steps = thread.of(turn);
    std::string out =
        fmt::format("{:>7} {:>7} {:>7} {:>5} {:<8}  instruction\n", "cycle", "cycles", "waited", "times", "unit");
    for (const Fold& fold : folds_of(steps))
        for (std::size_t i = 0; i < fold.period; ++i) {
            const ThreadStep& step = steps[fold.begin + i];
            const Spent s = spent(steps, fold, i);
            const std::string times = fold.times == 1 ? "" : fmt::format("x{}", fold.times);
            const std::string mark = fold.times == 1 || fold.period == 1 ? " "
                                     : i == 0                            ? "/"
                                     : i + 1 == fold.period              ? "\\"
                                                                         : "|";
            const std::string head = fmt::format("{:>7} {:>7} {:>7} {:>5} {:<8}{}", step.begin - steps.front().begin,
                                                 s.cycles, s.waited, times, unit_of(step), mark);
            out += views::labelled(head, text_of(step, arch), numbers, screen);
        }
    return out;
}

std::string heading(const ThreadTrace& trace, const Thread& thread, const views::Screen& screen) {
    Spent all;
    for (const ThreadStep& step : thread.steps) all.add(step);
    const std::string text = fmt::format(
        "{}: {} instructions, the last done in cycle {}; the thread had them for {} cycles, {} of these "
        "waiting for other threads",
        name_of(trace.risc), all.instructions, thread.steps.empty() ? 0 : thread.steps.back().end, all.cycles,
        all.waited);
    std::string out = views::wrapped(text, screen.width, 2) + "\n";
    std::string units;
    for (const auto& [unit, s] : by_unit(thread))
        units += fmt::format("{}{} {} ({} cycles)", units.empty() ? "" : ", ", unit, s.instructions, s.cycles);
    return out + views::labelled("  units", units, 9, screen);
}

std::string sequence(const Thread& thread, const arch::Arch& arch, const views::Screen& screen) {
    std::string out;
    std::vector<std::uint64_t> likes;
    for (const Turn& turn : thread.turns) likes.push_back(turn.like);
    std::vector<bool> shown(thread.turns.size());
    const auto line = [&](const std::string& text) { out += views::wrapped("-- " + text, screen.width, 5) + "\n"; };
    const auto call = [&](std::size_t t) { return name_of(thread.steps[thread.turns[t].begin]); };
    for (const Fold& fold : folds(likes)) {
        std::size_t next = fold.begin;
        const std::size_t end = fold.begin + fold.period * fold.times;
        for (std::size_t t = fold.begin; t < fold.begin + fold.period; ++t) {
            const Turn& turn = thread.turns[t];
            if (shown[turn.like]) {
                if (fold.times == 1) line(fmt::format("{}, as above: {} cycles", call(t), thread.cycles(turn)));
            } else {
                shown[turn.like] = true;
                line(fmt::format("{}: {} instruction(s) in {} cycles", call(t), turn.end - turn.begin,
                                 thread.cycles(turn)));
                out += rows(thread, turn, arch, screen);
            }
            next = t + 1;
        }
        if (fold.times == 1) continue;
        const auto turns = fold.times - 1;
        std::string calls = call(fold.begin);
        for (std::size_t t = fold.begin + 1; t < fold.begin + fold.period; ++t)
            if (call(t) != call(t - 1)) calls += fmt::format("; {}", call(t));
        const Cycle cycles = thread.cycles(next, end);
        line(fmt::format("{}: {} more time(s), {} cycles, {:.1f} each", calls, turns, cycles,
                         static_cast<double>(cycles) / static_cast<double>(turns)));
    }
    return out;
}

ordered_json code(const Thread& thread, const Turn& turn, const arch::Arch& arch) {
    ordered_json rows = ordered_json::array();
    const auto steps = thread.of(turn);
    for (const Fold& fold : folds_of(steps)) {
        ordered_json loop = ordered_json::array();
        for (std::size_t i = 0; i < fold.period; ++i) {
            const ThreadStep& step = steps[fold.begin + i];
            const Spent s = spent(steps, fold, i);
            ordered_json row{
                {"text", text_of(step, arch)}, {"unit", unit_of(step)}, {"cycle", step.begin - steps.front().begin},
                {"cycles", s.cycles},          {"waited", s.waited},    {"expanded", step.expanded}};
            if (step.vector_instructions == 0) row["word"] = fmt::format("{:08x}", step.word);
            loop.push_back(std::move(row));
        }
        rows.push_back({{"times", fold.times}, {"instructions", std::move(loop)}});
    }
    return rows;
}

}  // namespace

std::string to_text(std::span<const ThreadTrace> threads, const arch::Arch& arch, const views::Screen& screen) {
    std::string out;
    for (const ThreadTrace& trace : threads) {
        const Thread thread = thread_of(trace);
        out += fmt::format("\n{}{}", heading(trace, thread, screen), sequence(thread, arch, screen));
    }
    return out;
}

ordered_json to_json(std::span<const ThreadTrace> threads, const arch::Arch& arch) {
    ordered_json all = ordered_json::array();
    for (const ThreadTrace& trace : threads) {
        const Thread thread = thread_of(trace);
        ordered_json units = ordered_json::object(), calls = ordered_json::array(), order = ordered_json::array();
        for (const auto& [unit, s] : by_unit(thread))
            units[std::string(unit)] = {{"instructions", s.instructions}, {"cycles", s.cycles}, {"waited", s.waited}};
        std::map<std::size_t, std::size_t> number;  // of a turn that others are like
        for (std::size_t t = 0; t < thread.turns.size(); ++t) {
            const Turn& turn = thread.turns[t];
            const ThreadStep& first = thread.steps[turn.begin];
            if (number.try_emplace(turn.like, calls.size()).second)
                calls.push_back({{"call", first.call}, {"line", first.line}, {"code", code(thread, turn, arch)}});
            order.push_back({{"call", number[turn.like]}, {"cycle", first.begin}, {"cycles", thread.cycles(turn)}});
        }
        all.push_back({{"thread", name_of(trace.risc).substr(0, 2)},
                       {"instructions", thread.steps.size()},
                       {"cycles", thread.steps.empty() ? 0 : thread.steps.back().end},
                       {"units", units},
                       {"calls", calls},
                       {"order", order}});
    }
    return all;
}

}  // namespace tessera::host
