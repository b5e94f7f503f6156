#include "sim/views/failure_words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::views {
namespace {

constexpr std::size_t most_named = 4;

// The step in which all members follow each other; 0 where there is none.
std::size_t step_of(const std::vector<std::size_t>& members) {
    const std::size_t step = members[1] - members[0];
    for (std::size_t i = 2; i < members.size(); ++i)
        if (members[i] - members[i - 1] != step) return 0;
    return step;
}

std::string ordinal(std::size_t step) {
    if (step == 2) return "second";
    if (step == 3) return "third";
    return fmt::format("{}th", step);
}

}  // namespace

std::size_t members(const std::vector<bool>& set) {
    return static_cast<std::size_t>(std::count(set.begin(), set.end(), true));
}

Described in_words(const std::vector<bool>& set, std::string_view noun) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < set.size(); ++i)
        if (set[i]) members.push_back(i);
    if (members.size() == set.size()) return {"", true};
    if (members.empty()) return {fmt::format("no {}", noun), true};
    const std::size_t first = members.front(), last = members.back();
    if (members.size() == 1) {
        if (first + 1 == set.size()) return {fmt::format("the last {}", noun), true};
        return {fmt::format("{} {}", noun, first), true};
    }
    if (last - first + 1 == members.size()) return {fmt::format("{}s {} to {}", noun, first, last), true};
    const std::size_t step = step_of(members);
    if (step > 1 && first < step && last + step >= set.size() && members.size() > 2)
        return {fmt::format("every {} {} from {}", ordinal(step), noun, first), true};
    if (members.size() <= most_named) {
        std::string list;
        for (std::size_t i = 0; i < members.size(); ++i)
            list += fmt::format("{}{}", i == 0 ? "" : i + 1 == members.size() ? " and " : ", ", members[i]);
        return {fmt::format("{}s {}", noun, list), true};
    }
    return {fmt::format("{} of {} {}s", members.size(), set.size(), noun), false};
}

}  // namespace tessera::views
