// tessera accuracy --dump: every input of a study in a file, and what the report says of the same inputs.
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/end_to_end/suite.hpp"

namespace tessera::end_to_end {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class AccuracyDump : public Command {
  protected:
    Outcome accuracy(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "accuracy");
        return run(arguments);
    }
    // Cells of a line each, the names first.
    std::vector<std::vector<std::string>> rows(const std::string& name) const {
        std::vector<std::vector<std::string>> all;
        std::ifstream file(scratch / name);
        for (std::string line; std::getline(file, line);) {
            std::stringstream cells(line);
            all.emplace_back();
            for (std::string cell; std::getline(cells, cell, ',');) all.back().push_back(cell);
        }
        return all;
    }
};

TEST_F(AccuracyDump, HoldsEveryInputOnceInOrder) {
    const std::vector<std::string> what{"tanh_bf16", "--exhaustive", "bf16", "--dst", "bf16"};
    std::vector<std::string> dumped = what;
    dumped.insert(dumped.end(), {"--dump", "t.csv", "--jobs", "1", "--json"});
    const Outcome outcome = accuracy(dumped);
    expect_good(outcome);
    const json j = json::parse(outcome.out);
    const auto all = rows("t.csv");
    ASSERT_EQ(all.size(), 65537u);
    EXPECT_EQ(all.front(), (std::vector<std::string>{"x", "x_bits", "y", "y_bits", "exact", "ulp", "outcome"}));
    std::map<std::string, std::uint64_t> counts;
    double most = 0, sum = 0;
    for (std::size_t i = 1; i < all.size(); ++i) {
        ASSERT_EQ(all[i].size(), 7u);
        EXPECT_EQ(std::stoul(all[i][1], nullptr, 16), (i - 1) << 16);
        ++counts[all[i][6]];
        if (all[i][6] != "correctly rounded" && all[i][6] != "faithful" && all[i][6] != "inexact") continue;
        const double ulp = std::abs(std::stod(all[i][5]));
        most = std::max(most, ulp);
        sum += ulp;
    }
    for (const auto& [name, count] : j["outcomes"].items()) EXPECT_EQ(counts[name], count.get<std::uint64_t>()) << name;
    EXPECT_EQ(most, j["figures"]["max_ulp"].get<double>());
    EXPECT_NEAR(sum / j["figures"]["compared"].get<double>(), j["figures"]["mean_ulp"].get<double>(), 1e-9);
    // The first of each that is not compared, here and there.
    for (const auto& [name, points] : j["first_inputs"].items())
        for (const json& point : points) {
            const std::size_t i = std::stoul(point["x_hex"].get<std::string>(), nullptr, 16) >> 16;
            EXPECT_EQ(all[i + 1][6], name);
        }
    std::vector<std::string> again = what;
    again.insert(again.end(), {"--dump", "u.csv", "--jobs", "3", "-q"});
    expect_good(accuracy(again));
    EXPECT_TRUE(read_text(scratch / "t.csv") == read_text(scratch / "u.csv"));
    expect_refused(accuracy(again), {"u.csv", "--force"});
}

// As bytes, of two ways of sampling, in parts, and of two arguments.
TEST_F(AccuracyDump, IsAnArrayOfTheSameColumns) {
    expect_good(accuracy({"exp_24f", "--sample", "1000", "--dump", "e.npy", "-q"}));
    const std::string bytes = read_text(scratch / "e.npy");
    EXPECT_EQ(bytes.substr(0, 6), "\x93NUMPY");
    EXPECT_THAT(bytes.substr(0, 320),
                HasSubstr("'descr': [('x', '<f4'), ('y_bits', '<u4'), ('exact', '<f8'), ('ulp', '<f8'), "
                          "('outcome', '|u1'), ('way', '|u1')], 'fortran_order': False, 'shape': (2000,), }"));
    const std::size_t header = bytes.find('\n') + 1;
    EXPECT_EQ(header % 64, 0u);
    constexpr std::size_t row = 4 + 4 + 8 + 8 + 1 + 1;
    ASSERT_EQ(bytes.size(), header + 2000 * row);
    for (std::size_t i = 0; i < 2000; ++i) {
        const char* at = bytes.data() + header + i * row;
        float x = 0;
        double exact = 0;
        std::memcpy(&x, at, sizeof x);
        std::memcpy(&exact, at + 8, sizeof exact);
        if (std::abs(x) > 1e-30f) {
            EXPECT_NEAR(exact, std::exp(static_cast<double>(x)), 1e-14 * exact);
        }
        EXPECT_EQ(at[row - 1], i < 1000 ? 0 : 1);
    }
    std::string parts = "x,x_bits,second,y,y_bits,exact,ulp,outcome\n";
    const std::vector<std::string> two{"power", "--range", "1:1.02", "--second", "1:2"};
    const auto power = [&](std::vector<std::string> more) {
        more.insert(more.begin(), two.begin(), two.end());
        expect_good(accuracy(more));
    };
    power({"--dump", "whole.csv", "-q"});
    for (const char* shard : {"0/2", "1/2"}) {
        const std::string name = std::string(1, *shard) + ".csv";
        power({"--shard", shard, "--resume", name + ".state", "--dump", name, "-q"});
    }
    EXPECT_EQ(rows("0.csv").size() + rows("1.csv").size(), rows("whole.csv").size() + 1);
    EXPECT_EQ(rows("whole.csv").front(), rows("0.csv").front());
    EXPECT_EQ(rows("whole.csv").front().size(), 8u);
}

TEST_F(AccuracyDump, SaysTheSizeOfWhatItRefuses) {
    expect_refused(accuracy({"exp_24f", "--exhaustive", "--dump", "all.npy"}),
                   {"--dump all.npy: 4294967296 rows of 25 bytes are 107 GB", "--range, --sample or --shard"});
    expect_refused(accuracy({"exp_24f", "--dump", "all.txt"}), {"--dump all.txt", ".csv or .npy"});
    expect_refused(accuracy({"exp_24f", "exp_21f", "--dump", "all.csv"}), {"--dump writes one study"});
    EXPECT_TRUE(scratch.names().empty());
    const Outcome help = accuracy({"--help"});
    EXPECT_THAT(help.out, HasSubstr("--dump"));
    EXPECT_THAT(help.out, HasSubstr("--dump tanh.csv"));
}

// Points for plots are those that were asked for.
TEST_F(AccuracyDump, PlotsShowTheSampleThatWasAskedFor) {
    expect_good(accuracy({"exp_24f", "--range", "0.001:10", "--sample", "300", "--by", "log", "-o", "plots",
                          "--scatter", "--dump", "asked.csv", "-q"}));
    std::set<std::string> asked;
    for (const auto& row : rows("asked.csv")) asked.insert(row.at(1));
    std::size_t drawn = 0;
    std::ifstream file(scratch / "plots" / "relative_against_x.tsv");
    for (std::string line; std::getline(file, line);) {
        std::stringstream cells(line);
        std::string cell;
        for (int column = 0; column < 3; ++column) std::getline(cells, cell, '\t');
        if (!cell.starts_with("0x")) continue;
        ++drawn;
        EXPECT_TRUE(asked.contains(cell)) << cell;
    }
    EXPECT_EQ(drawn, 300u);
}

}  // namespace
}  // namespace tessera::end_to_end
