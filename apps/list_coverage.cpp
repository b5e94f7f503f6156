#include "apps/list_coverage.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/inspect/coverage.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

using nlohmann::ordered_json;

constexpr std::array states_of_names{std::pair{Modelled::yes, "modelled"}, std::pair{Modelled::refused, "refused"},
                                     std::pair{Modelled::no, "missing"}};

ordered_json group_json(const arch::Arch& arch, const CoverageGroup& group) {
    ordered_json out{{"arch", arch.name}, {"what", group.what}, {"used", group.names.size()}};
    for (const auto& [state, word] : states_of_names) out[word] = group.count(state);
    for (const UsedName& name : group.names)
        if (name.state != Modelled::yes)
            out["names"].push_back({{"name", name.name},
                                    {"uses", name.uses},
                                    {"state", name.state == Modelled::refused ? "refused" : "missing"}});
    return out;
}

std::string row_text(const arch::Arch& arch, const CoverageGroup& group) {
    const auto used = group.names.size();
    return fmt::format("{:<12} {:<10} {:>6} {:>9} {:>8} {:>8} {:>8.1f}\n", arch.name, group.what, used,
                       group.count(Modelled::yes), group.count(Modelled::refused), group.count(Modelled::no),
                       used == 0 ? 100.0 : 100.0 * group.count(Modelled::yes) / static_cast<double>(used));
}

std::string names_text(const arch::Arch& arch, const CoverageGroup& group, const views::Screen& screen) {
    std::string out;
    for (const Modelled state : {Modelled::refused, Modelled::no}) {
        std::string names;
        for (const UsedName& name : group.names)
            if (name.state == state) names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name.name, name.uses);
        if (!names.empty())
            out +=
                fmt::format("\n{}, {} {}:\n{}", arch.name, group.what,
                            state == Modelled::refused ? "refused" : "missing", views::labelled("", names, 2, screen));
    }
    return out;
}

}  // namespace

void list_coverage(const Common& common, bool all) {
    const auto tree = find_vendor_tree();
    if (tree == nullptr)
        throw fault::InputError(
            "list coverage: reads the headers of the vendor's low-level kernels; let TT_METAL_HOME name a tree with "
            "tt_metal/hw/ckernels and tt_metal/tt-llk (or tt_metal/third_party/tt_llk)");
    ordered_json groups = ordered_json::array();
    std::string table = fmt::format("{:<12} {:<10} {:>6} {:>9} {:>8} {:>8} {:>8}\n", "arch", "what", "used", "modelled",
                                    "refused", "missing", "model %");
    std::string names;
    for (const arch::Arch* arch : arch::all())
        for (const CoverageGroup& group : low_level_coverage(*tree, *arch)) {
            groups.push_back(group_json(*arch, group));
            table += row_text(*arch, group);
            names += names_text(*arch, group, screen_of(stdout));
        }
    if (common.json)
        fmt::print("{}\n",
                   ordered_json{{"schema_version", 1}, {"tree", tree->root.string()}, {"coverage", groups}}.dump(2));
    else
        show(table + (all ? names : "\n--all names what is refused or missing, and how often it is used\n"));
}

}  // namespace tessera::apps
