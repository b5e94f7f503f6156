// Prints the tables of spec/sfpu-math.md 2, 2.1, 2.2, 4, 5.1, 6.3, 8.1 and 8.2 measured again, each figure beside the
// page's. Exit code 1 when one differs and nothing says why. Sections are told apart by their number, so another one
// is rows in tests/golden/accuracy/tables_rows.hpp.
//
//   bench_accuracy_tables [--quick] [--section S]...
//
// On two cores --quick takes ten seconds, all of it five minutes or so: it leaves out what has more inputs than there
// are mantissas.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <set>
#include <thread>

#include "sim/fault/fault.hpp"
#include "tests/golden/accuracy/tables_anchors.hpp"
#include "tests/golden/accuracy/tables_rows.hpp"

namespace {

using namespace tessera::accuracy;
using tables::Line;

struct Asked {
    bool quick = false;
    std::vector<std::string> sections;
    static bool holds(const std::string& wanted, const std::string& section) {
        return section == wanted || section.starts_with(wanted + ".");
    }
    bool wants(const std::string& section) const {
        return sections.empty() || std::ranges::any_of(sections, [&](const auto& s) { return holds(s, section); });
    }
};

class Table {
  public:
    Table() {
        fmt::print("{:<4} {:<58} {:<39} {:>14} {:>16} {:>8}  {}\n", "", "row", "figure", "spec", "here", "apart", "");
    }
    void print(const std::vector<Line>& lines) {
        for (const Line& line : lines) {
            fmt::print("{:<4} {:<58} {:<39} {:>14} {:>16} {:>8}  {}\n", line.section, line.row, line.figure, line.spec,
                       line.ours, apart(line), line.verdict);
            good_ += line.is_good;
            equal_ += line.verdict == "equal";
            not_reproduced_ += line.verdict.starts_with(tables::not_reproduced);
            ++count_;
        }
        std::fflush(stdout);
    }
    int finish() const {
        fmt::print(
            "\n{} figures: {} equal within the digits printed, {} explained, {} not reproduced, {} unexplained\n",
            count_, equal_, good_ - equal_ - not_reproduced_, not_reproduced_, count_ - good_);
        return good_ == count_ ? 0 : 1;
    }

  private:
    // Of the spec's figure, in per cent.
    static std::string apart(const Line& line) {
        const double spec = std::atof(printed::ends(line.spec).low.c_str()), here = std::atof(line.ours.c_str());
        const double share = 100 * (here / spec - 1);
        return std::isfinite(share) ? fmt::format("{:+.2f} %", share) : "";
    }
    std::size_t good_ = 0, equal_ = 0, not_reproduced_ = 0, count_ = 0;
};

void check_sections(const Asked& asked) {
    std::set<std::string> known{"6.3"};
    for (const tables::Row& row : tables::rows()) known.insert(row.section);
    for (const std::string& wanted : asked.sections)
        if (std::ranges::none_of(known, [&](const auto& section) { return Asked::holds(wanted, section); }))
            throw tessera::fault::InputError(
                fmt::format("--section {}: expected one of {}", wanted, fmt::join(known, ", ")));
}

int run(const Asked& asked) {
    check_sections(asked);
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    const bool shows = ::isatty(STDERR_FILENO) != 0;
    const auto show = [&](const std::string& text) {
        if (shows) fmt::print(stderr, "\r\033[K{}", text);
    };
    Table table;
    const auto print_rows = [&](bool large) {
        for (const tables::Row& row : tables::rows()) {
            if (!asked.wants(row.section) || tables::is_large(row) != large) continue;
            show(row.section + " " + row.name);
            const std::vector<Line> lines = tables::lines_of(row, threads);
            show("");
            table.print(lines);
        }
        if (!asked.wants("6.3")) return;
        for (const anchors::Study& study : anchors::studies()) {
            if (anchors::is_large(study) != large) continue;
            show("6.3 " + study.function);
            const Statistics statistics = anchors::measure(study, study.inputs, threads);
            show("");
            table.print(tables::lines_of(study, statistics));
        }
    };
    print_rows(false);
    if (!asked.quick) print_rows(true);
    return table.finish();
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("the tables of sfpu-math measured again");
    Asked asked;
    app.add_flag("--quick", asked.quick, "leave large sets of inputs out");
    app.add_option("--section", asked.sections, "only these, as 2.1 or all of 4");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(asked);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_accuracy_tables: {}\n", error.what());
        return 2;
    }
}
