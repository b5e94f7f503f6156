#include "host/study/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "host/study/plot_kinds.hpp"

namespace tessera::accuracy {
namespace {

struct Kind {
    std::string_view name;
    Plot (*plot)(const std::string& name, const Drawn&);
    bool of_points = false;
    Plot (*comparison)(const std::string& name, const Drawn&, const CostAxes&) = nullptr;  // of several functions
};
constexpr std::array<Kind, 8> kinds{{{"error_against_cycles", nullptr, false, error_against_cycles},
                                     {"ulp_against_x", ulp_against_x},
                                     {"signed_ulp_against_x", signed_ulp_against_x},
                                     {"error_histogram", error_histogram},
                                     {"cumulative_share", cumulative_share},
                                     {"relative_by_result_fraction", relative_by_result_fraction},
                                     {"relative_by_input_fraction", relative_by_input_fraction},
                                     {"relative_against_x", relative_against_x, true}}};

// A function may be an expression, and be given twice.
std::vector<std::string> names_of_points(std::span<const std::string> functions) {
    std::vector<std::string> names;
    for (const std::string& function : functions) {
        std::string name = "points_" + function.substr(0, 60);
        for (char& c : name)
            if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) c = '_';
        if (std::ranges::count(names, name) != 0) name += fmt::format("_{}", names.size() + 1);
        names.push_back(name);
    }
    return names;
}

}  // namespace

std::vector<std::string> plot_names(std::span<const std::string> functions, bool points) {
    std::vector<std::string> names;
    for (const Kind& kind : kinds)
        if (kind.comparison == nullptr || functions.size() > 1) names.emplace_back(kind.name);
    if (points)
        for (const std::string& name : names_of_points(functions)) names.push_back(name);
    return names;
}

std::vector<Plot> plots_of(std::span<const Study> studies, bool points, const CostAxes& axes) {
    Drawn drawn;
    std::vector<std::string> functions;
    for (const Study& study : studies) {
        functions.push_back(study.request.function);
        if (study.statistics.compared() != 0) drawn.push_back(&study);
    }
    if (drawn.empty()) return {};
    const bool has_points = std::ranges::any_of(drawn, [](const Study* study) { return !study->points.empty(); });
    std::vector<Plot> plots;
    for (const Kind& kind : kinds) {
        const std::string name(kind.name);
        if (kind.comparison != nullptr && drawn.size() > 1) plots.push_back(kind.comparison(name, drawn, axes));
        if (kind.plot != nullptr && (!kind.of_points || has_points)) plots.push_back(kind.plot(name, drawn));
    }
    if (points)
        for (std::size_t i = 0; i < studies.size(); ++i)
            if (!studies[i].points.empty()) plots.push_back(single_inputs(names_of_points(functions)[i], studies[i]));
    return plots;
}

std::string functions_text(const Drawn& studies) {
    if (studies.size() > 4) return fmt::format("{} functions", studies.size());
    std::string out;
    for (const Study* study : studies) out += (out.empty() ? "" : ", ") + study->request.function;
    return out;
}

std::string conditions_text(const Drawn& studies) {
    const Request& r = studies.front()->request;
    const bool same =
        std::ranges::all_of(studies, [&](const Study* study) { return study->request.inputs_text == r.inputs_text; });
    const bool complete = std::ranges::all_of(studies, [](const Study* study) { return study->is_complete(); });
    return fmt::format("{}, {}, Dst {}{}; {}{}", r.arch, r.lowering, r.dst,
                       r.store.empty() ? "" : fmt::format(" stored as {}", r.store),
                       same ? r.inputs_text : "each over inputs of its own range", complete ? "" : " (unfinished)");
}

std::string unit_text(const Drawn& studies) {
    const Ulp ulp = studies.front()->request.ulp;
    return std::string(std::ranges::all_of(studies, [&](const Study* study) { return study->request.ulp == ulp; })
                           ? name(ulp)
                           : "ULP");
}

std::string reference_line(double value, std::string_view label) {
    return fmt::format(
        "set arrow from graph 0, first {0:g} to graph 1, first {0:g} nohead dt 2 lc rgb '#888888'\n"
        "set label '{1}' at graph 1.005, first {0:g} left tc rgb '#666666'\n",
        value, label);
}

std::string plot_command(const std::vector<std::string>& parts) {
    return fmt::format("plot {}\n", fmt::join(parts, ", \\\n     "));
}

}  // namespace tessera::accuracy
