// Tables of case_run.hpp as text, CSV and JSON.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "host/conformance/case_run.hpp"
#include "host/sweep/csv.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::conformance {
namespace {

using nlohmann::ordered_json;
using views::OrderedValue;

double share_percent(const CaseRow& row) {
    return row.cycles == 0 ? 0 : 100 * static_cast<double>(row.dram_cycles) / static_cast<double>(row.cycles);
}

// Of the runs of one architecture.
struct Sum {
    std::size_t run = 0, passed = 0;
    Cycle cycles = 0;
    const CaseRow* worst = nullptr;  // the largest share of its limit
    std::map<std::string, std::size_t> paths;
};

std::map<std::string, Sum> sums(const CaseTable& table) {
    std::map<std::string, Sum> out;
    for (const CaseRow& row : table.rows) {
        if (!row.done) continue;
        Sum& sum = out[row.arch];
        ++sum.run;
        sum.passed += row.failed.empty() ? 1 : 0;
        sum.cycles += row.cycles;
        if (!row.path.empty()) ++sum.paths[row.path];
        const auto share = [](const CaseRow& r) { return r.limit == 0 ? 0 : r.nmse / r.limit; };
        if (sum.worst == nullptr || share(row) > share(*sum.worst)) sum.worst = &row;
    }
    return out;
}

ordered_json json_of(const CaseRow& row) {
    return {{"case", row.name},           {"suite", row.suite},
            {"arch", row.arch},           {"done", row.done},
            {"failed", row.failed},       {"path", row.path},
            {"cores", row.cores},         {"cycles", row.cycles},
            {"bytes", row.bytes},         {"dram_cycles", row.dram_cycles},
            {"max_abs_error", row.error}, {"nmse", row.nmse},
            {"nmse_limit", row.limit},    {"remark", row.remark}};
}

}  // namespace

std::string to_text(const CaseTable& table) {
    std::string out = fmt::format("{:<11}  {:>6}  {:>6}  {:>12}  {:>9}  {:>9}  paths\n", "arch", "run", "passed",
                                  "cycles", "worst", "limit");
    for (const auto& [arch, sum] : sums(table)) {
        std::vector<std::string> paths;
        for (const auto& [path, count] : sum.paths) paths.push_back(fmt::format("{} {}", count, path));
        out += fmt::format("{:<11}  {:>6}  {:>6}  {:>12}  {:>9.2e}  {:>9.2e}  {}\n", arch, sum.run, sum.passed,
                           sum.cycles, sum.worst->nmse, sum.worst->limit, fmt::join(paths, ", "));
    }
    for (const CaseRow& row : table.rows)
        if (!row.failed.empty()) out += fmt::format("FAILED {} on {}: {}\n", row.name, row.arch, row.failed);
    return out;
}

std::string to_csv(const CaseTable& table) {
    std::string out =
        "case,suite,arch,path,cores,cycles,bytes,dram_bound_cycles,share_of_bound_percent,max_abs_error,nmse,nmse_"
        "limit,"
        "verdict,remark\n";
    for (const CaseRow& row : table.rows) {
        if (!row.done) continue;
        out += fmt::format("{},{},{},{},{},{},{},{},{:.2f},{},{},{},{},{}\n", host::csv_cell(row.name), row.suite,
                           row.arch, row.path, row.cores, row.cycles, row.bytes, row.dram_cycles, share_percent(row),
                           row.error, row.nmse, row.limit, row.failed.empty() ? "passed" : host::csv_cell(row.failed),
                           host::csv_cell(row.remark));
    }
    return out;
}

std::string to_json(const CaseTable& table) {
    ordered_json rows = ordered_json::array();
    for (const CaseRow& row : table.rows) rows.push_back(json_of(row));
    const ordered_json json{{"schema_version", 1}, {"command", "conformance"},       {"list", table.list},
                            {"seed", table.seed},  {"blind_time", table.blind_time}, {"failed", table.failed()},
                            {"cases", rows}};
    return views::json_dump(json, 1);
}

void take_over(CaseTable& table, std::string_view text, const std::string& file) {
    const std::string lead = fmt::format("--resume {}: holds no table of cases", file);
    const auto other = [&](const char* why) { views::refuse_json(fmt::format("--resume {}", file), why); };
    const ordered_json json = views::parse_json<ordered_json>(text, lead);
    const OrderedValue root(json, lead), rows = root.at("cases");
    if (root.at("list").word() != table.list || root.at("seed").as<std::uint64_t>() != table.seed ||
        root.at("blind_time").flag() != table.blind_time || rows.size() != table.rows.size())
        other("is of other cases; give the same list, seed and options, or another file");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const OrderedValue one = rows.element(i);
        CaseRow& row = table.rows[i];
        if (one.at("case").word() != row.name || one.at("arch").word() != row.arch) other("is of other cases");
        const auto get = [&](const char* name, auto& member) { one.at(name).get_to(member); };
        const auto real = [&](const char* name) {
            return one.at(name).is_null() ? HUGE_VAL : one.at(name).real();  // JSON has no word for infinity
        };
        get("done", row.done);
        get("failed", row.failed);
        get("path", row.path);
        get("cores", row.cores);
        get("cycles", row.cycles);
        get("bytes", row.bytes);
        get("dram_cycles", row.dram_cycles);
        row.error = real("max_abs_error");
        row.nmse = real("nmse");
        get("nmse_limit", row.limit);
        get("remark", row.remark);
    }
}

}  // namespace tessera::conformance
