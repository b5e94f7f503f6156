// tessera list: what this build knows, from the tables themselves.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/cli.hpp"
#include "apps/help_tree.hpp"
#include "apps/list_api.hpp"
#include "apps/list_coverage.hpp"
#include "apps/list_instructions.hpp"
#include "apps/list_program.hpp"
#include "host/run/terminal.hpp"
#include "host/run/what_if.hpp"
#include "host/study/function.hpp"
#include "host/study/vendor_bits.hpp"
#include "sim/arch/boards.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

using nlohmann::ordered_json;

const std::vector<std::string>& listed_kinds() {
    static const std::vector<std::string> list{"archs",  "boards", "figures",  "instructions", "functions",
                                               "faults", "api",    "coverage", "program"};
    return list;
}

ordered_json archs() {
    ordered_json out = ordered_json::array();
    for (const arch::Arch* a : arch::all())
        out.push_back({{"name", a->name},
                       {"clock_ghz", static_cast<double>(a->clock_ghz)},
                       {"cores", a->grid.compute_width * a->grid.compute_height},
                       {"l1_bytes", a->l1.bytes.count()},
                       {"dram_banks", a->dram.banks}});
    return out;
}

ordered_json boards() {
    ordered_json out = ordered_json::array();
    for (const arch::Board& board : arch::boards())
        out.push_back({{"name", board.name},
                       {"arch", board.chip().name},
                       {"cores_wide", board.compute_width},
                       {"cores_high", board.compute_height},
                       {"harvested", board.harvested.size()},
                       {"dram_banks", board.dram_banks}});
    return out;
}

ordered_json faults() {
    ordered_json out = ordered_json::array();
    for (const fault::Row& row : fault::rows())
        out.push_back({{"id", fault::code(row.id)},
                       {"name", row.name},
                       {"category", fault::name(row.category)},
                       {"goes_on", fault::name(row.goes_on)},
                       {"refused_by", row.warnings_in == fault::Refuses::strict ? "strict" : "pedantic"},
                       {"meaning", row.meaning},
                       {"remedy", row.remedy}});
    return out;
}

ordered_json functions() {
    ordered_json out = ordered_json::array();
    for (const accuracy::Function& f : accuracy::builtin_functions())
        out.push_back({{"name", f.name},
                       {"reference", f.reference->name},
                       {"from", f.low},
                       {"to", f.high},
                       {"arch", f.arch.empty() ? "all" : f.arch},
                       {"what", f.about}});
    // The compute API's functions of tiles are held against the vendor's on the same machine, not against numbers.
    for (const accuracy::VendorBits& f : accuracy::vendor_bits())
        out.push_back({{"name", f.function + "_tile"},
                       {"reference", "vendor"},
                       {"from", f.low},
                       {"to", f.high},
                       {"arch", "all"},
                       {"what", f.words()}});
    return out;
}

// A whole number without a decimal point.
ordered_json json_number(double value) {
    if (value == std::floor(value)) return static_cast<std::int64_t>(value);
    return value;
}

ordered_json figures(const arch::Arch& arch) {
    ordered_json out = ordered_json::array();
    for (const Constant& c : constants(arch))
        out.push_back({{"name", c.name},
                       {"value", json_number(c.get(arch))},
                       {"unit", c.unit},
                       {"evidence", c.evidence},
                       {"taken_from", c.taken_from.empty() ? ordered_json(nullptr) : ordered_json(c.taken_from)},
                       {"legal", c.beside.text()},
                       {"source", c.source}});
    return out;
}

std::string cell(const ordered_json& value) {
    if (value.is_null()) return "-";
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// Columns as wide as their widest cell, as many as fit; what else there is of a row goes on below it, by name.
std::string table(const ordered_json& rows) {
    constexpr std::size_t gap = 2, least_text = 24, indent = 4;
    if (rows.empty()) return {};
    const views::Screen screen = screen_of(stdout);
    std::vector<std::string> names;
    std::vector<std::size_t> width;
    for (const auto& [key, value] : rows[0].items()) {
        names.push_back(key);
        width.push_back(key.size());
        for (const auto& row : rows) width.back() = std::max(width.back(), cell(row[key]).size());
    }
    // The last column may go on below itself.
    std::size_t fits = 0, used = 0;
    for (; fits < names.size(); ++fits) {
        const bool last = fits + 1 == names.size();
        const std::size_t needed = last ? std::min(width[fits], least_text) : width[fits] + gap;
        if (used + needed > screen.width) break;
        used += last ? 0 : needed;
    }
    const auto line = [&](const auto& text_of) {
        std::string out;
        for (std::size_t c = 0; c < fits; ++c)
            out += c + 1 == names.size() ? views::wrapped(text_of(names[c]), screen.width, used)
                                         : fmt::format("{:<{}}", text_of(names[c]), width[c] + gap);
        out.erase(out.find_last_not_of(' ') + 1);
        return out;
    };
    std::string out = screen.paint(views::Ink::bold, line([](const std::string& name) { return name; })) + "\n";
    for (const auto& row : rows) {
        out += line([&](const std::string& name) { return cell(row[name]); }) + "\n";
        std::string rest;
        for (std::size_t c = fits; c < names.size(); ++c)
            if (const std::string text = cell(row[names[c]]); text != "-")
                rest += fmt::format("{}{}: {}", rest.empty() ? "" : "; ", names[c], text);
        if (!rest.empty()) out += views::labelled("", rest, indent, screen);
    }
    return out;
}

}  // namespace

void add_list(CLI::App& app, CommandLine& line) {
    auto common = std::make_shared<Common>();
    auto what = std::make_shared<std::string>("archs");
    auto program = std::make_shared<ProgramOptions>();
    auto all = std::make_shared<bool>(false);
    CLI::App* list = app.add_subcommand(
        "list",
        "list architectures, boards, figures, SFPU instructions, functions, faults, API names, a kernel's vector code");
    if (!line.names(*list)) return;
    add_common(*list, *common);
    offer(list->add_option("what", *what, fmt::format("{}", fmt::join(listed_kinds(), ", ")))->capture_default_str(),
          listed_kinds());
    list->add_flag("--all", *all, "list coverage: name what is missing as well");
    add_program_options(*list, *program);
    list->footer(
        "Examples:\n"
        "  tessera list instructions --arch blackhole\n"
        "  tessera list api noc_async_write\n"
        "  TT_METAL_HOME=~/tt-metal tessera list coverage --all\n"
        "  tessera list program --function 'sfpu::_sfpu_exp_21f_<true>'\n"
        "  tessera list program kernel.cpp --define SCALE=3 --args 0 4 --json\n"
        "  tessera list program kernel.cpp --format bf16 --library vendor");
    list->callback([common, what, program, all, &line] {
        line.exit_code = good;
        if (*what == "program") return list_program(*common, *program);
        if (*what == "api") return list_api(*common, program->kernel);
        if (*all && *what != "coverage") throw fault::InputError("--all is of `list coverage`");
        if (!program->kernel.empty())
            throw fault::InputError(
                fmt::format("list {} {}: only `list program` takes a file, `list api` a name", *what, program->kernel));
        if (*what == "coverage") return list_coverage(*common, *all);
        if (*what == "instructions") {
            const arch::Arch& arch = chosen_arch(*common);
            if (common->json)
                fmt::print("{}\n", ordered_json{{"schema_version", 2},
                                                {"arch", arch.name},
                                                {"coverage", instruction_coverage(arch)},
                                                {"instructions", instruction_modes(arch)}}
                                       .dump(2));
            else
                fmt::print("{}{}", table(instruction_rows(arch)), coverage_line(arch));
            return;
        }
        ordered_json rows;
        if (*what == "archs")
            rows = archs();
        else if (*what == "boards")
            rows = boards();
        else if (*what == "faults")
            rows = faults();
        else if (*what == "functions")
            rows = functions();
        else if (*what == "figures")
            rows = figures(chosen_arch(*common));
        else
            throw fault::InputError(fmt::format("list {}: expected {}", *what, fmt::join(listed_kinds(), ", ")));
        if (common->json)
            fmt::print("{}\n",
                       (*what == "figures" ? ordered_json{{"schema_version", 1}, {"arch", common->arch}, {*what, rows}}
                                           : ordered_json{{"schema_version", 1}, {*what, rows}})
                           .dump(2));
        else
            fmt::print("{}", table(rows));
    });
}

}  // namespace tessera::apps
