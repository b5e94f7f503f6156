#include "sim/arch/calibration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tessera::arch {
namespace {

struct Prefix {
    std::string_view begin;
    Part part;
};
// The first that fits.
constexpr Prefix prefixes[] = {
    {"dram.", Part::dram},
    {"noc.", Part::noc},
    {"tensix.unpack", Part::tiles},
    {"tensix.pack", Part::tiles},
    {"tensix.push", Part::sfpu},
    {"tensix.runtime_push", Part::sfpu},
    {"", Part::riscs},
};

// "12 figures documented, 3 inferred".
std::string evidence_text(const Arch& arch, Part part) {
    std::string out;
    for (const Evidence evidence : {Evidence::documented, Evidence::measured, Evidence::computed, Evidence::inferred}) {
        const auto count = std::ranges::count_if(
            figures(), [&](const FigureRow& row) { return part_of(row) == part && row.in(arch).evidence == evidence; });
        if (count == 0) continue;
        const std::string_view noun = !out.empty() ? "" : count == 1 ? "figure " : "figures ";
        out += fmt::format("{}{} {}{}", out.empty() ? "" : ", ", count, noun, name(evidence));
    }
    return out;
}

// "; 4 of 40 figures taken from Wormhole B0", or nothing.
std::string taken_text(const Arch& arch, std::span<const Part> used) {
    std::size_t taken = 0, all = 0;
    for (const FigureRow& row : figures()) {
        if (std::ranges::find(used, part_of(row)) == used.end()) continue;
        ++all;
        taken += !row.in(arch).taken_from.empty();
    }
    return taken > 0 ? fmt::format("; {} of {} figures taken from Wormhole B0", taken, all) : "";
}

}  // namespace

std::span<const Part> all_parts() {
    static constexpr std::array all{Part::riscs, Part::sfpu, Part::tiles, Part::products, Part::noc, Part::dram};
    static_assert(all.size() == parts.size());
    return all;
}

Part part_of(const FigureRow& row) {
    return std::ranges::find_if(prefixes, [&](const Prefix& p) { return row.name.starts_with(p.begin); })->part;
}

std::string calibration_text(const Arch& arch, std::span<const Part> used) {
    std::vector<std::string_view> grounds;  // what there is, nothing last
    const auto uses = [&](Part part) { return std::ranges::find(used, part) != used.end(); };
    const auto ground = [&](Part part) { return arch.calibrated_on[static_cast<std::size_t>(part)]; };
    for (const PartRow& row : parts)
        if (uses(row.part) && std::ranges::find(grounds, ground(row.part)) == grounds.end())
            grounds.push_back(ground(row.part));
    std::stable_partition(grounds.begin(), grounds.end(), [](std::string_view one) { return !one.empty(); });
    std::string out;
    for (const std::string_view one : grounds) {
        out += fmt::format("{} {}: ", out.empty() ? "calibrated on" : "; on", one.empty() ? "nothing published" : one);
        bool first = true;
        for (const PartRow& row : parts) {
            if (!uses(row.part) || ground(row.part) != one) continue;
            out += fmt::format("{}{}", first ? "" : ", ", row.name);
            // Products have no figures but the costs of instructions (sim/tensix/ops).
            if (const std::string evidence = evidence_text(arch, row.part); one.empty() && !evidence.empty())
                out += fmt::format(" ({})", evidence);
            first = false;
        }
    }
    return out + taken_text(arch, used);
}

std::string known_text(const Arch& arch, Part part) {
    const std::string_view name = std::ranges::find(parts, part, &PartRow::part)->name;
    const Nearness& near = arch.nearness[static_cast<std::size_t>(part)];
    const Part one[] = {part};
    std::string out = fmt::format("{} on {}: ", name, arch.name);
    if (near.points == 0)
        out += evidence_text(arch, part);
    else
        out += fmt::format("{} {} came out {:.1f} % off in the mean, {:+.0f} % at worst", near.points, near.measured,
                           near.mean_percent, near.worst_percent);
    return out + taken_text(arch, one);
}

}  // namespace tessera::arch
