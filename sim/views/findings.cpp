#include "sim/views/findings.hpp"
#include "sim/views/json_value.hpp"
#include "sim/views/markup.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::views {
namespace {

using nlohmann::ordered_json;

ordered_json location(const fault::Where& where) {
    ordered_json at;
    at["physicalLocation"]["artifactLocation"]["uri"] = where.file;
    if (where.line > 0) at["physicalLocation"]["region"]["startLine"] = where.line;
    if (where.core_x >= 0)
        at["message"]["text"] =
            fmt::format("core ({},{}) {}, cycle {}", where.core_x, where.core_y, where.risc, where.cycle);
    return at;
}

}  // namespace

std::string to_sarif(const std::vector<Finding>& findings) {
    ordered_json rules = ordered_json::array(), results = ordered_json::array();
    for (const fault::Row& row : fault::rows()) {
        if (std::ranges::none_of(findings, [&](const Finding& one) { return one.fault.id() == row.id; })) continue;
        rules.push_back({{"id", fault::code(row.id)},
                         {"name", row.name},
                         {"shortDescription", {{"text", row.meaning}}},
                         {"help", {{"text", row.remedy}}}});
    }
    for (const Finding& one : findings) {
        ordered_json result{{"ruleId", fault::code(one.fault.id())},
                            {"level", one.severity == fault::Severity::error ? "error" : "warning"},
                            {"message", {{"text", one.fault.detail() + "\n" + one.fault.notes}}}};
        result["locations"] = ordered_json::array();
        if (!one.fault.where().file.empty()) result["locations"].push_back(location(one.fault.where()));
        if (!one.fault.related.empty()) {
            result["relatedLocations"] = ordered_json::array();
            for (const fault::Where& where : one.fault.related) result["relatedLocations"].push_back(location(where));
        }
        results.push_back(std::move(result));
    }
    const ordered_json driver{{"name", "tessera"}, {"rules", rules}};
    const ordered_json run{{"tool", {{"driver", driver}}}, {"results", results}};
    ordered_json log;
    log["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
    log["version"] = "2.1.0";
    log["runs"] = ordered_json::array({run});
    return json_dump(log, 2) + "\n";
}

std::string to_junit(const std::string& name, const std::vector<Finding>& findings, const std::string& failed_check,
                     double seconds) {
    std::string failures, output;
    int count = 0;
    const auto fail = [&](const std::string& type, const std::string& message, const std::string& text) {
        failures += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", type, in_markup(message),
                                in_markup(text));
        ++count;
    };
    for (const Finding& one : findings) {
        if (one.severity == fault::Severity::error)
            fail(fault::code(one.fault.id()), one.fault.headline(), one.fault.text());
        else
            output += one.fault.text(one.severity);
    }
    if (!failed_check.empty()) fail("check", failed_check, failed_check);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"tessera\" tests=\"1\" failures=\"{}\" time=\"{:.9f}\">\n    <testcase "
        "classname=\"tessera\" "
        "name=\"{}\" time=\"{:.9f}\">\n{}"
        "      <system-err>{}</system-err>\n    </testcase>\n  </testsuite>\n</testsuites>\n",
        count == 0 ? 0 : 1, seconds, in_markup(name), seconds, failures, in_markup(output));
}

}  // namespace tessera::views
