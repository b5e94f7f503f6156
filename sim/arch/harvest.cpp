#include "sim/arch/harvest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::arch {
namespace {

std::array<int, 16>& lines_left(Arch& arch) {
    return arch.grid.die.harvests_rows ? arch.grid.tensix_rows : arch.grid.tensix_columns;
}

std::vector<int> lines_of(const std::array<int, 16>& list) {
    return {list.begin(), std::find(list.begin(), list.end(), -1)};
}

bool contains(std::span<const int> list, int line) { return std::find(list.begin(), list.end(), line) != list.end(); }

}  // namespace

std::string cannot_harvest(const Arch& arch, std::span<const int> lines) {
    const Die& die = arch.grid.die;
    const std::string_view what = die.harvests_rows ? "rows" : "columns";
    const std::vector<int> all = lines_of(die.lines);
    const auto count = static_cast<int>(lines.size());
    if (count < die.least_harvested || count > die.most_harvested)
        return fmt::format("{} harvests {} of its {}, not {}", arch.name,
                           die.least_harvested == die.most_harvested
                               ? fmt::format("{}", die.least_harvested)
                               : fmt::format("{} to {}", die.least_harvested, die.most_harvested),
                           what, count);
    for (auto line = lines.begin(); line != lines.end(); ++line) {
        if (!contains(all, *line))
            return fmt::format("{} has Tensix cores in {} {}, not in {}", arch.name, what, fmt::join(all, ", "), *line);
        if (contains({lines.begin(), line}, *line)) return fmt::format("{} is named twice", *line);
    }
    return {};
}

void harvest(Arch& arch, std::span<const int> lines) {
    std::array<int, 16>& left = lines_left(arch);
    left.fill(-1);
    std::copy_if(arch.grid.die.lines.begin(), arch.grid.die.lines.end(), left.begin(),
                 [&](int line) { return line >= 0 && !contains(lines, line); });
}

std::vector<int> harvested(const Arch& arch) {
    std::vector<int> gone;
    const std::vector<int> left = lines_of(lines_left(const_cast<Arch&>(arch)));
    for (const int line : lines_of(arch.grid.die.lines))
        if (!contains(left, line)) gone.push_back(line);
    return gone;
}

}  // namespace tessera::arch
