#include "sim/views/profile_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "sim/views/table.hpp"

namespace tessera::views {
namespace {

using namespace watch;

constexpr Cycle window = 60;

char letter(Hold hold) {
    switch (hold) {
        case Hold::begin:
        case Hold::scalar: return 'p';
        case Hold::operand: return 's';
        case Hold::unit: return 'r';
        case Hold::built: return 'b';
        case Hold::fetch:
        case Hold::refetch: return 'f';
    }
    return '?';
}

std::string held_by(const VectorIssue& issue) {
    std::string out;
    for (const HoldRow& row : holds)
        if (const auto cycles = issue.held[static_cast<std::size_t>(row.hold)]; cycles > 0)
            out += fmt::format("{}{} {}", out.empty() ? "" : ", ", row.name, cycles);
    return out;
}

// What held it, its issue and its flight: one letter a cycle, from `first` on.
std::string cells(const VectorIssue& issue, Cycle latency, Cycle first) {
    std::string held;
    for (const HoldRow& row : holds)
        held += std::string(issue.held[static_cast<std::size_t>(row.hold)], letter(row.hold));
    const auto space = static_cast<std::size_t>(issue.at - first);
    held = held.substr(held.size() - std::min(held.size(), space));
    std::string out(space - held.size(), '.');
    out += held + (issue.nop ? 'n' : 'I');
    if (latency > 1) out += std::string(static_cast<std::size_t>(latency) - 2, 'e') + 'W';
    return out;
}

}  // namespace

void ProgramTimeline::on_vector_run(const VectorRun& event) {
    if (event.track.core != core_ || ++seen_ != number_) return;
    const auto& all = event.issues;
    text_ = fmt::format("\nprogram run {} on core ({},{}): {} instructions in {} cycles from cycle {}\n", number_,
                        wanted_.x, wanted_.y, all.size(), event.end - event.begin, event.begin);
    const std::size_t shown = std::min(all.size(), most_instructions);
    Table table({"#", "cycle", "latency", "held by", "live", "instruction", "line"}, {3, 5, 6});
    for (std::size_t i = 0; i < shown; ++i)
        table.add({fmt::format("{}", i), fmt::format("{}", all[i].at - event.begin),
                   fmt::format("{}", event.code.latency(i)), held_by(all[i]), fmt::format("{}", event.code.live(i)),
                   event.code.text(i),
                   all[i].spot->line == 0 ? std::string(all[i].spot->file)
                                          : fmt::format("{}:{}", all[i].spot->file, all[i].spot->line)});
    text_ += table.text();
    Cycle begin = never;
    for (std::size_t i = 0; i < shown; ++i) {
        const Cycle at = all[i].at - event.begin;
        if (begin == never || at >= begin + window) {
            begin = at / window * window;
            std::string ruler;
            for (Cycle c = begin; c < begin + window; c += 10) ruler += fmt::format("{:<10}", fmt::format("|{}", c));
            text_ += fmt::format("cycle     {}\n", ruler.substr(0, ruler.find_last_not_of(' ') + 1));
        }
        text_ += fmt::format("{:>9} {:<{}} {}\n", i, cells(all[i], event.code.latency(i), event.begin + begin),
                             window + 2, event.code.text(i));
    }
    if (shown < all.size()) text_ += fmt::format("... cut after {} instructions, {} more\n", shown, all.size() - shown);
    text_ +=
        "I issue, e in flight, W result written, n SFPNOP; held by s a result, r the unit, p T1's scalar work, b T1 "
        "building, f T1 fetching\n";
}

const std::string& ProgramTimeline::text() const {
    if (text_.empty())
        throw fault::InputError(
            fmt::format("--timeline {}: core ({},{}) ran {} SFPU program(s)", number_, wanted_.x, wanted_.y, seen_));
    return text_;
}

}  // namespace tessera::views
