// tessera accuracy -o: the folder of plots as a user gets it.
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using testing::HasSubstr;
using testing::Not;

class AccuracyPlots : public Command {
  protected:
    Outcome accuracy(std::vector<std::string> arguments, const std::map<std::string, std::string>& setting = {}) const {
        arguments.insert(arguments.begin(), "accuracy");
        return run(arguments, setting);
    }
    std::map<std::string, std::string> files(const std::string& folder) const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::directory_iterator(scratch / folder))
            all[entry.path().filename().string()] = read_text(entry.path());
        return all;
    }
    // Puts a program of that name before all others, and says so as a setting.
    std::map<std::string, std::string> with_program(const std::string& name, const std::string& text) const {
        fs::create_directories(scratch / "bin");
        write_text(scratch / "bin" / name, text);
        fs::permissions(scratch / "bin" / name, fs::perms::owner_all);
        return {{"PATH", (scratch / "bin").string() + ":" + std::getenv("PATH")}};
    }
};

using Row = std::vector<std::string>;
std::vector<Row> rows_of(const std::string& text, const std::string& function) {
    std::vector<Row> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        Row row;
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
        if (!row.empty() && row[0] == function) rows.push_back(row);
    }
    return rows;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    return all;
}

TEST_F(AccuracyPlots, ARefusedStudyLeavesNoFolder) {
    expect_refused(accuracy({"exp_21f", "-o", "plots", "--store", "bf17"}), {"--store bf17"});
    expect_refused(accuracy({"exp_21f", "-o", "plots", "--baseline", "nowhere.json"}), {"nowhere.json"});
    expect_refused(accuracy({"exp_21f", "-o", "/proc/plots"}), {"--plots /proc/plots", "cannot be made"});
    EXPECT_TRUE(scratch.names().empty());
}

TEST_F(AccuracyPlots, OneCommandLeavesDataScriptsDrawingsAndAPage) {
    const std::vector<std::string> command{"exp_21f", "exp_24f", "--range", "-10:0", "--sample",  "1000",
                                           "--by",    "value",   "-o",      "plots", "--scatter", "-q"};
    expect_good(accuracy(command));
    const auto first = files("plots");
    for (const char* plot : {"ulp_against_x", "signed_ulp_against_x", "error_histogram", "cumulative_share",
                             "relative_by_input_fraction", "relative_by_result_fraction", "relative_against_x",
                             "error_against_cycles", "points_exp_21f", "points_exp_24f"}) {
        const std::string name = plot;
        for (const char* kind : {".tsv", ".gp", ".svg", ".png"})
            ASSERT_TRUE(first.contains(name + kind)) << name << kind;
        EXPECT_THAT(first.at(name + ".gp"), HasSubstr("'" + name + ".tsv'"));
        EXPECT_THAT(first.at(name + ".gp"), HasSubstr("wormhole_b0, sfpi-2025, Dst fp32; 1000 samples"));
        EXPECT_THAT(first.at(name + ".gp"), Not(HasSubstr(scratch.path().string())));
        EXPECT_THAT(first.at(name + ".svg"), HasSubstr("wormhole_b0, sfpi-2025"));
        EXPECT_EQ(first.at(name + ".png").substr(1, 3), "PNG");
    }
    EXPECT_EQ(first.size(), 41u);
    // The page has a chart of each, and needs no other file.
    const std::string& page = first.at("index.html");
    std::size_t charts = 0;
    for (std::size_t at = 0; (at = page.find("<div id=\"chart-", at)) != std::string::npos; ++at) ++charts;
    EXPECT_EQ(charts, 10u);
    EXPECT_LT(page.size(), 1'000'000u);
    for (const char* other : {"<link", "src=", "@import", "<?xml", "http:", "https:", "fetch("})
        EXPECT_THAT(page, Not(HasSubstr(other)));

    expect_refused(accuracy(command), {"plots/", "--force"});
}

TEST_F(AccuracyPlots, AreTheSameBytesForAnyNumberOfThreads) {
    const auto left_by = [&](const std::string& jobs) {
        expect_good(accuracy({"recip_2", "--exhaustive", "bf16", "-o", "p", "-q", "--force", "--jobs", jobs}));
        return files("p");
    };
    EXPECT_EQ(left_by("1"), left_by("3"));
}

struct Shown {
    std::string text;
    double left, right, top, bottom;
};

// Texts of a drawing that begin at their place, with a box that a wide font of 14 pixels takes.
std::vector<Shown> texts_of(const std::string& svg) {
    constexpr double character = 8, line = 15;
    const std::regex label(
        R"re(<g transform="translate\(([0-9.]+),([0-9.]+)\)"[^>]*text-anchor="start">\s*<text>(?:<tspan[^>]*>)?\s*([^<]*)<)re");
    std::vector<Shown> all;
    for (std::sregex_iterator at(svg.begin(), svg.end(), label), end; at != end; ++at) {
        const std::string text = (*at)[3];
        const double x = std::stod((*at)[1]), base = std::stod((*at)[2]);  // the baseline is below the middle
        all.push_back({text, x, x + character * static_cast<double>(text.size()), base - line + 3, base + 3});
    }
    return all;
}

// The names of all exponentials there are, by whatever axes.
TEST_F(AccuracyPlots, NamesOfPointsAreWithinTheFrameAndApart) {
    const std::vector<std::vector<std::string>> axes{{}, {"--error-axis", "linear", "--cost-axis", "log"}};
    for (const std::vector<std::string>& more : axes) {
        std::vector<std::string> command{"choose", "exp", "--max-ulp", "1e9",     "--sample",
                                         "50",     "-o",  "p",         "--force", "-q"};
        command.insert(command.end(), more.begin(), more.end());
        expect_good(accuracy(command));
        std::set<std::string> names;
        for (const std::string& row : lines_of(read_text(scratch / "p" / "error_against_cycles.tsv"))) {
            if (row.empty()) break;
            if (row[0] != '#') names.insert(row.substr(0, row.find('\t')));
        }
        EXPECT_GE(names.size(), 10u);
        const std::string svg = read_text(scratch / "p" / "error_against_cycles.svg");
        std::vector<Shown> shown;
        for (const Shown& text : texts_of(svg))
            if (names.contains(text.text)) shown.push_back(text);
        EXPECT_EQ(shown.size(), names.size());
        // 1000 by 640 pixels; the frame is where host/study/plots_cost.cpp sets the margins.
        for (const Shown& a : shown) {
            EXPECT_GE(a.left, 110) << a.text;
            EXPECT_LE(a.right, 920) << a.text;
            EXPECT_GE(a.top, 70) << a.text;
            EXPECT_LE(a.bottom, 538) << a.text;
            for (const Shown& b : shown)
                if (a.text != b.text) {
                    EXPECT_TRUE(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)
                        << a.text << " covers " << b.text;
                }
        }
    }
    expect_refused(accuracy({"exp_21f", "exp_24f", "-o", "q", "--error-axis", "square"}), {"--error-axis square"});
    expect_refused(accuracy({"choose", "exp", "--max-ulp", "1", "--cost-axis", "log"}), {"--cost-axis", "-o DIR"});
}

// spec/sfpu-math.md 2: steps of 5.4e-5, upward, at the edges of the segments, and none between them.
TEST_F(AccuracyPlots, SegmentSeamsOfExp24fAreInTheData) {
    expect_good(accuracy({"exp_24f", "--range", "-10:10", "--sample", "100000", "--by", "value", "-o", "p", "-q"}));
    const std::vector<Row> rows = rows_of(read_text(scratch / "p" / "relative_by_result_fraction.tsv"), "exp_24f");
    ASSERT_EQ(rows.size(), 1024u);
    const auto middle = [&](std::size_t bin) { return (std::stod(rows[bin][4]) + std::stod(rows[bin][6])) / 2; };
    std::set<std::size_t> seams;
    for (const double quarter : {0.25, 0.5, 0.75}) {
        const auto seam = static_cast<std::size_t>((std::exp2(quarter) - 1) * 1024);
        seams.insert({seam - 1, seam, seam + 1});
        EXPECT_NEAR(middle(seam + 1) - middle(seam - 1), 5.4e-5, 0.8e-5) << quarter;
    }
    for (std::size_t bin = 1; bin < rows.size(); ++bin)
        if (!seams.contains(bin) && !seams.contains(bin - 1)) {
            EXPECT_LT(std::abs(middle(bin) - middle(bin - 1)), 1e-5) << bin;
        }
}

TEST_F(AccuracyPlots, PrintsTheLineThroughTheErrors) {
    const Outcome outcome =
        accuracy({"exp_21f", "--range", "-10:0", "--sample", "4000", "--by", "value", "-o", "p", "--scatter"});
    expect_good(outcome);
    std::smatch found;
    ASSERT_TRUE(std::regex_search(outcome.out, found,
                                  std::regex("exp_21f: error = (\\S+) (\\S+) \\* exact, through 4000 points")));
    // The same line from the data file's own columns.
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (const Row& row : rows_of(read_text(scratch / "p" / "points_exp_21f.tsv"), "exp_21f")) {
        const double x = std::stod(row[4]), y = std::stod(row[3]) - x;
        n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    EXPECT_EQ(n, 4000);
    const double slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    EXPECT_GT(slope, 0);
    EXPECT_NEAR(std::stod(found[2]), slope, 1e-3 * slope);
    EXPECT_NEAR(std::stod(found[1]), (sy - slope * sx) / n, 1e-7);
}

// spec/sfpu-math.md 2: what the polynomial alone costs is nearly all of exp_24f's error, contraction a little on top.
TEST_F(AccuracyPlots, SourcesOfErrorAreToldApart) {
    const Outcome outcome = accuracy({"exp_24f", "--range", "-10:10", "--sample", "65536", "--by", "value", "--store",
                                      "bf16", "--sources", "--json"});
    expect_good(outcome);
    std::map<std::string, nlohmann::json> sources;
    const auto report = nlohmann::json::parse(outcome.out);
    for (const auto& source : report["sources"]) sources[source["source"]] = source;
    EXPECT_NEAR(sources.at("rounding to bf16")["max_ulp"], 0.5, 1e-3);
    EXPECT_NEAR(sources.at("rounding to bf16")["mean_ulp"], 0.25, 0.01);
    EXPECT_NEAR(sources.at("polynomial")["max_relative"], 2.7144e-5, 2e-8);
    EXPECT_NEAR(sources.at("reduction: z in fp32")["max_relative"], 5.4e-6, 0.3e-6);
    EXPECT_GT(sources.at("both")["max_relative"], sources.at("polynomial")["max_relative"]);
    const auto& kept = sources.at("all, lowering sfpi-2025, not stored as bf16");
    EXPECT_NEAR(kept["max_relative"], 3.3e-5, 0.3e-5);
    EXPECT_GT(sources.at("all, lowering none")["max_relative"], 100 * kept["max_relative"].get<double>());
}

TEST_F(AccuracyPlots, SaysWhatIsWrongInOneLine) {
    const std::vector<std::string> small{"exp_24f", "--exhaustive", "bf16", "-q", "-o", "p"};
    expect_refused(accuracy({"exp_24f", "--exhaustive", "bf16", "--scatter"}), {"--scatter", "-o DIR"});
    expect_refused(accuracy({"exp_24", "--exhaustive", "bf16", "-o", "q"}), {"did you mean `exp_24f`?"});
    EXPECT_FALSE(fs::exists(scratch / "q"));
    expect_refused(accuracy({"merge", "a", "--sources"}), {"--scatter, --sources and --dump", "state"});
    write_text(scratch / "p", "");
    expect_refused(accuracy(small), {"--plots p", "is a file"});
    fs::remove(scratch / "p");
    // A disk that fills up leaves a drawing without its end, and gnuplot content.
    expect_refused(accuracy(small, with_program("gnuplot", "#!/bin/sh\nn=$(basename $1 .gp)\n: >$n.svg\n: >$n.png\n")),
                   {"p/ulp_against_x.png", "incomplete", "disk"});
    fs::remove_all(scratch / "p");
    expect_refused(accuracy(small, with_program("gnuplot", "#!/bin/sh\necho 'line 3: no'\nexit 1\n")),
                   {"p/ulp_against_x.gp", "gnuplot failed: line 3: no"});
}

TEST_F(AccuracyPlots, WithoutGnuplotThereAreDataScriptsAndFigures) {
    // Kernels are in the cache from here on, so that the command needs no compiler's helpers.
    expect_good(accuracy({"exp_24f", "--exhaustive", "bf16", "-q"}));
    fs::create_directories(scratch / "bin");
    std::istringstream path(std::getenv("PATH"));
    for (std::string folder; std::getline(path, folder, ':');)
        for (const auto& entry : fs::exists(folder) ? fs::directory_iterator(folder) : fs::directory_iterator())
            if (const std::string name = entry.path().filename().string();
                name.find("riscv") != std::string::npos && !fs::exists(scratch / "bin" / name))
                fs::create_symlink(entry.path(), scratch / "bin" / name);
    const Outcome outcome =
        accuracy({"exp_24f", "--exhaustive", "bf16", "-q", "-o", "p"}, {{"PATH", (scratch / "bin").string()}});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(
        outcome.err,
        "tessera: p: no gnuplot, so there are data and scripts only; apt-get install gnuplot-nox, then run them\n");
    const auto left = files("p");
    EXPECT_TRUE(left.contains("ulp_against_x.gp"));
    EXPECT_FALSE(left.contains("ulp_against_x.svg"));
    EXPECT_THAT(left.at("index.html"), HasSubstr("<td>exp_24f</td>"));
}

}  // namespace
}  // namespace tessera::end_to_end
