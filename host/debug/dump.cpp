#include "host/debug/dump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "host/debug/dump_picture.hpp"
#include "host/debug/dump_text.hpp"
#include "host/debug/dump_values.hpp"
#include "host/tensor/npy.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::host {
namespace {

// Calls f(request) for each that is set.
template <class F>
void each(DumpLines::Bits bits, F f) {
    for (; bits != 0; bits &= bits - 1) f(static_cast<std::size_t>(std::countr_zero(bits)));
}

}  // namespace

Dump::Dump(const std::vector<std::string>& requests, const DumpOptions& options, Say say)
    : options_(options), say_(std::move(say)), states_(requests.size()) {
    if (requests.size() > DumpLines::most)
        throw fault::InputError(
            fmt::format("--dump is given {} times; a run takes {} at most", requests.size(), DumpLines::most));
    for (const std::string& text : requests) requests_.push_back(parse_dump(text));
}

std::vector<std::string> Dump::files() const {
    std::vector<std::string> all;
    for (const DumpRequest& request : requests_)
        if (!request.out.empty()) all.push_back(request.out);
    return all;
}

void Dump::begin(const core::Machine& machine) {
    machine_ = &machine;
    const DumpLines& lines = lines_.emplace(machine, requests_);
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        if (!states_[i].reached) states_[i].why_not = lines.unreachable(i);
        if (options_.one_launch && !states_[i].why_not.empty())
            throw fault::InputError(fmt::format("--dump {}: {}", requests_[i].text, states_[i].why_not));
    }
    const arch::Grid& grid = machine.arch().grid;
    agents_.assign(static_cast<std::size_t>(grid.compute_width * grid.compute_height) * riscs, {});
    for (State& state : states_) state.arrivals.resize(agents_.size());
    for (int core = 0; core < grid.compute_width * grid.compute_height; ++core)
        for (int row = 0; row < static_cast<int>(riscs); ++row) {
            const core::RiscAgent* risc = machine.risc(core, row);
            if (risc == nullptr) continue;
            const riscv::Program& program = risc->hart().program();
            agents_[index({core, row})] = {.statements = lines.of(program), .text_base = program.text_base};
        }
    awaited_.clear();
}

// A line is reached where one of its statements begins that is not the next one on it: a line of several is reached
// once, and each time that a loop comes back to it.
bool Dump::stops_before(watch::Track risc, std::uint32_t pc) {
    Agent& agent = agents_[index(risc)];
    const std::size_t word = (pc - agent.text_base) / 4;
    if (agent.statements == nullptr || word >= agent.statements->any.size() || !agent.statements->any[word])
        return false;
    const DumpLines::Bits lines = agent.statements->wanted[word];
    const DumpLines::Bits reached = word > agent.last_word ? lines & ~agent.last_lines : lines;
    agent.last_word = word;
    agent.last_lines = lines;
    each(reached, [&](std::size_t i) {
        const DumpRequest& request = requests_[i];
        if (request.core && *request.core != machine_->kernels.logical(risc.core)) return;
        if (++states_[i].arrivals[index(risc)] == request.nth && !states_[i].reached)
            agent.due |= DumpLines::Bits{1} << i;
    });
    return agent.due != 0;
}

void Dump::stopped(watch::Track risc) {
    each(std::exchange(agents_[index(risc)].due, 0), [&](std::size_t i) {
        if (!std::exchange(states_[i].reached, true)) arrive(i, risc);
    });
}

void Dump::arrive(std::size_t request, watch::Track risc) {
    const core::RiscAgent& agent = *machine_->risc(risc.core, risc.row);
    const core::RiscAgent::Ahead ahead = agent.ahead();
    if (ahead.commands == 0 && ahead.operations == 0) return dump(request, risc, agent.clock);
    awaited_.push_back({request, risc, ahead.commands, ahead.operations});
}

template <class Due>
void Dump::dump_those(Cycle now, Due due) {
    for (std::size_t i = 0; i < awaited_.size();) {
        if (!due(awaited_[i])) {
            ++i;
            continue;
        }
        const Awaited one = awaited_[i];
        awaited_.erase(awaited_.begin() + static_cast<std::ptrdiff_t>(i));
        dump(one.request, one.risc, now);
    }
}

void Dump::executed_command(watch::Track risc, Cycle now) {
    if (awaited_.empty()) return;
    dump_those(now, [&](Awaited& one) {
        if (index(one.risc) != index(risc)) return false;
        // The operations are those of a command behind the ones counted.
        if (one.commands == 0) return true;
        return --one.commands == 0 && one.operations == 0;
    });
}

bool Dump::follows_vectors(watch::Track risc) {
    return std::ranges::any_of(awaited_,
                               [&](const Awaited& one) { return index(one.risc) == index(risc) && one.commands == 0; });
}

void Dump::before_vector(watch::Track risc, std::size_t operation, Cycle now) {
    dump_those(now, [&](const Awaited& one) {
        return index(one.risc) == index(risc) && one.commands == 0 && operation >= one.operations;
    });
}

void Dump::dump(std::size_t request, watch::Track risc, Cycle now) {
    const DumpRequest& wanted = requests_[request];
    State& state = states_[request];
    const core::Core& core = machine_->risc(risc.core, risc.row)->core();
    DumpedValues values;
    try {
        values = dumped_values(core, risc.row, wanted);
    } catch (const fault::InputError& error) {
        state.why_not = error.what();
        return;
    }
    state.dumped = true;
    const std::string head =
        fmt::format("{} at {}:{}{}\n{}core ({},{}) {}, cycle {}: {}\n", wanted.thing(), wanted.file, wanted.line,
                    wanted.nth == 1 ? "" : fmt::format(", time {}", wanted.nth),
                    wanted.out.empty() ? "" : "to " + wanted.out + ", ", core.logical_x, core.logical_y,
                    core::risc_name(risc.row), now, values.about);
    if (wanted.out.empty()) return say_(head + dump_text(values, options_.all));
    if (wanted.is_npy()) {
        write_npy(wanted.out, values.npy(), options_.overwrite);
    } else {
        views::TextFile file(wanted.out, options_.overwrite);
        file.text(wanted.is_picture() ? dump_picture(values, head) : head + dump_text(values, true));
        file.finish();
    }
    if (!options_.quiet) say_(head);
}

std::vector<std::string> Dump::missed() const {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        const State& state = states_[i];
        if (state.dumped) continue;
        const std::uint64_t most = state.arrivals.empty() ? 0 : *std::ranges::max_element(state.arrivals);
        const std::string why =
            state.reached
                ? (state.why_not.empty() ? "what the kernel asked for before the line was never done" : state.why_not)
            : most > 0 ? fmt::format("the line was reached {} time{} at most, not {}", most, most == 1 ? "" : "s",
                                     requests_[i].nth)
            : state.why_not.empty() ? "no kernel got to that line"
                                    : state.why_not;
        lines.push_back(fmt::format("--dump {}: {}", requests_[i].text, why));
    }
    return lines;
}

}  // namespace tessera::host
