#include "apps/list_api.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "host/compile/api_names.hpp"
#include "host/run/terminal.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

using nlohmann::ordered_json;

constexpr std::array states{"runs", "refused", "absent"};

ordered_json row_json(const ApiName& name) {
    return {{"api", name.api},       {"header", name.header}, {"kind", name.kind},      {"name", name.name},
            {"state", name.state()}, {"test", name.test},     {"because", name.because}};
}

// By API in the order of the list.
std::vector<std::pair<std::string, std::map<std::string_view, int>>> counted(const std::vector<ApiName>& names) {
    std::vector<std::pair<std::string, std::map<std::string_view, int>>> counts;
    for (const ApiName& name : names) {
        auto at = std::ranges::find(counts, name.api, [](const auto& count) { return count.first; });
        if (at == counts.end()) at = counts.insert(at, {name.api, {}});
        ++at->second[name.state()];
    }
    return counts;
}

ordered_json coverage(const std::vector<ApiName>& names) {
    ordered_json out;
    for (auto& [api, count] : counted(names))
        for (const char* state : states) out[api][state] = count.contains(state) ? count.at(state) : 0;
    return out;
}

std::string coverage_table(const std::vector<ApiName>& names) {
    std::string out =
        fmt::format("{:<10}{:>6}{:>8}{:>9}{:>8}{:>8}\n", "api", "names", "run", "refused", "absent", "run %");
    for (auto& [api, count] : counted(names)) {
        const auto of = [&count = count](const char* state) { return count.contains(state) ? count.at(state) : 0; };
        const int all = of("runs") + of("refused") + of("absent");
        out += fmt::format("{:<10}{:>6}{:>8}{:>9}{:>8}{:>8.1f}\n", api, all, of("runs"), of("refused"), of("absent"),
                           100.0 * of("runs") / all);
    }
    return out;
}

std::string line_of(const ApiName& name, const views::Screen& screen) {
    const std::string& more = name.test.empty() ? name.because : name.test;
    return fmt::format("{:<9}{:<8} {}\n", name.api, name.state(),
                       views::wrapped(fmt::format("{} ({}){}", name.name, name.header, more.empty() ? "" : ": " + more),
                                      screen.width, 18));
}

}  // namespace

void list_api(const Common& common, const std::string& only) {
    std::vector<ApiName> names = api_names();
    if (!only.empty()) {
        std::erase_if(names, [&](const ApiName& name) {
            return name.name.find(only) == std::string::npos && name.header.find(only) == std::string::npos;
        });
        if (names.empty()) throw fault::InputError(fmt::format("list api {}: no public name or header has it", only));
    }
    if (common.json) {
        ordered_json rows = ordered_json::array();
        for (const ApiName& name : names) rows.push_back(row_json(name));
        fmt::print(
            "{}\n",
            ordered_json{{"schema_version", 1}, {"names_of", api_dates}, {"coverage", coverage(names)}, {"api", rows}}
                .dump(2));
        return;
    }
    const views::Screen screen = screen_of(stdout);
    fmt::print("names of {}\n\n{}\n", api_dates, coverage_table(names));
    for (const ApiName& name : names)
        if (!only.empty() || common.verbose || name.test.empty()) fmt::print("{}", line_of(name, screen));
}

}  // namespace tessera::apps
