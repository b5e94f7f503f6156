// Public host programs, unchanged (tests/end_to_end/clients): each runs to its end and finds its results right by its
// own check. A table on stdout tells what each took.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>
#include <sstream>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

const fs::path clients = fs::path(TESSERA_SOURCE_DIR) / "../shared/clients";

struct Client {
    const char* name;
    std::vector<std::string> arguments;
    const char* folder;  // below the clients', where it finds its kernels
    const char* says;    // a regular expression for what it prints when its own check finds all well
    // Of one without a check of its own: complains of what it printed.
    void (*judge)(const std::string& printed) = nullptr;
    const char* arch = "wormhole_b0";
};
void PrintTo(const Client& client, std::ostream* out) { *out << client.name; }

constexpr const char* metalium = "metalium";
constexpr const char* passed = "Test Passed";
constexpr const char* all_match = "All results match expected values within tolerance";

// What stands behind a heading, number by number.
std::vector<double> numbers_after(const std::string& printed, const std::string& heading, std::size_t count) {
    std::istringstream in(printed.substr(std::min(printed.size(), printed.find(heading) + heading.size())));
    std::vector<double> numbers;
    for (double number; numbers.size() < count && in >> number;) numbers.push_back(number);
    EXPECT_EQ(numbers.size(), count) << heading << "\n" << printed;
    numbers.resize(count);
    return numbers;
}

// Every core prints its shard of the tensor that the host printed.
void shards_are_those_of_the_tensor(const std::string& printed) {
    constexpr std::size_t cores = 4, of_each = 4;
    const std::vector<double> tensor = numbers_after(printed, "Original tensor values: ", cores * of_each);
    for (std::size_t core = 0; core < cores; ++core) {
        const std::vector<double> shard = numbers_after(printed, fmt::format("Core (0,{}): ", core), of_each);
        for (std::size_t i = 0; i < of_each; ++i) EXPECT_EQ(shard[i], tensor[core * of_each + i]) << "core " << core;
    }
}

void padding_surrounds_the_tensor(const std::string& printed) {
    std::smatch said;
    const std::regex line(R"(shape \((\d+), (\d+)\) to shape \((\d+), (\d+)\) with pad value: (\d+))");
    ASSERT_TRUE(std::regex_search(printed, said, line)) << printed;
    std::array<std::size_t, 5> n{};
    for (std::size_t i = 0; i < n.size(); ++i) n[i] = std::stoul(said[i + 1]);
    const auto [rows, columns, padded_rows, padded_columns, pad] = n;
    const auto values = [&](const char* which, std::size_t r, std::size_t c) {
        return numbers_after(printed, fmt::format("{} tensor with shape ({}, {}):", which, r, c), r * c);
    };
    const std::vector<double> tensor = values("Original", rows, columns);
    const std::vector<double> padded = values("Padded", padded_rows, padded_columns);
    for (std::size_t r = 0; r < padded_rows; ++r)
        for (std::size_t c = 0; c < padded_columns; ++c)
            EXPECT_EQ(padded[r * padded_columns + c],
                      r < rows && c < columns ? tensor[r * columns + c] : static_cast<double>(pad))
                << r << ", " << c;
}

// No further off than half a unit in the last place of bf16, and what the printing rounds.
void sums_are_rounded_to_bf16(const std::string& printed) {
    const std::regex line(R"(  (\S+) \+ (\S+) = (\S+))");
    int sums = 0;
    for (std::sregex_iterator it(printed.begin(), printed.end(), line), end; it != end; ++it, ++sums) {
        const double exact = std::stod((*it)[1]) + std::stod((*it)[2]), sum = std::stod((*it)[3]);
        EXPECT_LE(std::abs(sum - exact), std::ldexp(1.0, std::ilogb(sum) - 8) + 4e-6 * std::abs(exact)) << it->str();
    }
    EXPECT_EQ(sums, 10) << printed;
}

const std::vector<Client> all_clients{
    {"loopback", {}, metalium, passed},
    {"loopback", {}, metalium, passed, nullptr, "blackhole"},
    {"eltwise_binary", {}, metalium, passed},
    {"eltwise_sfpu", {}, metalium, passed},
    {"vecadd_sharding", {"-s", "height"}, metalium, all_match},
    {"vecadd_sharding", {"-s", "width"}, metalium, all_match},
    {"vecadd_sharding", {"-s", "block"}, metalium, all_match, nullptr, "blackhole"},
    {"vecadd_multi_core", {"-s", "1"}, metalium, all_match},
    {"noc_tile_transfer", {}, metalium, "Result = 14 : Expected = 14"},
    {"add_2_integers_in_riscv", {}, metalium, "Success: Result is 21"},
    {"add_2_integers_in_compute", {}, metalium, "Success: Result matches expected value"},
    {"custom_sfpi_add", {}, metalium, passed},
    {"sfpu_eltwise_chain", {}, metalium, "PCC = (1|0\\.99[0-9]*)\\s"},
    {"shard_data_rm", {}, metalium, "Program finished successfully", shards_are_those_of_the_tensor},
    {"pad_multi_core", {}, metalium, "Padded tensor with shape", padding_surrounds_the_tensor},
    {"multicast", {}, metalium, "PASS\\] All [0-9]+ receiver tiles"},
    {"test_multi_op", {"2"}, metalium, passed},
    {"matmul_single_core", {}, metalium, passed},
    {"matmul_multi_core", {}, metalium, passed},
    {"matmul_multicore_reuse_mcast", {}, metalium, passed},
    {"ttvecadd", {"-s", "1"}, "ttVecAdd", "Kernel execution finished", sums_are_rounded_to_bf16},
    {"ttrope_2bdade1", {}, "ttRoPE/2bdade1/ttrope", "OK: ([0-9]+)/\\1,"},
    {"ttrope_dfca1a7", {}, "ttRoPE/dfca1a7/ttrope", "OK: ([0-9]+)/\\1,"},
    {"ttrope_c22a9c9", {}, "ttRoPE/c22a9c9/ttrope", "OK: ([0-9]+)/\\1,"},
    {"ttrope_5498d87", {}, "ttRoPE/5498d87/ttrope", "OK: ([0-9]+)/\\1,"},
    {"ttrope_2ee74f7", {}, "ttRoPE/2ee74f7/ttrope", "OK: ([0-9]+)/\\1,"},
};

// Every warning of these programs, with why it is one. Silicon tolerates all of them.
struct Explained {
    const char *client, *place, *why;
};
const std::vector<Explained> explained{
    {"shard_data_rm", "TS012 reader_sharded_rm.cpp:30",
     "a page of the buffer holds a row of 4 bytes less than is read"},
    {"shard_data_rm", "TS012 reader_sharded_rm.cpp:34", "and loaded"},
    {"shard_data_rm", "TS012 reader_sharded_rm.cpp:35", "and loaded"},
    {"multicast", "TS003 coordinator_kernel.cpp:38", "pushes without cb_reserve_back, where there is room"},
    {"multicast", "TS028 inbound_kernel.cpp:41", "ends without noc_async_atomic_barrier"},
    {"vecadd_sharding", "TS003 add_sharding.cpp:51", "packs without cb_reserve_back, where there is room"},
    {"vecadd_sharding", "TS003 add_sharding.cpp:61", "and pushes"},
    {"vecadd_multi_core", "TS015 add_multi_core.cpp:66", "tile_regs_commit without tile_regs_acquire"},
    {"add_2_integers_in_compute", "TS003 add_2_tiles.cpp:42", "packs without cb_reserve_back, where there is room"},
    {"add_2_integers_in_compute", "TS003 add_2_tiles.cpp:49", "and pushes"},
    // The four movers end without awaiting their last multicasts and increments.
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_sender_in1_sender.cpp:140", "multicasts"},
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_receiver_in1_sender.cpp:144", "multicasts"},
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_receiver_in1_sender.cpp:100", "increments"},
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_sender_in1_receiver.cpp:125", "multicasts"},
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_sender_in1_receiver.cpp:158", "increments"},
    {"matmul_multicore_reuse_mcast", "TS028 reader_bmm_tile_layout_in0_receiver_in1_receiver.cpp:84", "increments"},
};

class Clients : public Command {
  protected:
    Outcome run_client(const Client& client) const {
        std::vector<std::string> words{
            "exec",    "-q", "--strict",          "--arch", client.arch, "--json", (scratch / "run.json").string(),
            "--force", "--", program(client.name)};
        words.insert(words.end(), client.arguments.begin(), client.arguments.end());
        return tessera(words, {clients / client.folder,
                               {{"XDG_CACHE_HOME", shared_cache().string()},
                                {"TMPDIR", scratch.path().string()},
                                {"TT_METAL_DPRINT_CORES", "all"},
                                {"TT_METAL_KERNEL_PATH", (scratch / "kernels").string()}}});
    }
    static std::string program(const std::string& name) { return TESSERA_BINARY_DIR "/tests/clients/client_" + name; }
    void SetUp() override {
        if (!fs::exists(clients / "README.md")) GTEST_SKIP() << "no public programs beside the project";
        if (!fs::exists(TESSERA_BINARY_DIR "/tests/clients")) GTEST_SKIP() << "they are not built";
        // One host looks for the kernels that several examples share where an older tree had them.
        const fs::path examples = "tt_metal/programming_examples";
        fs::create_directories(scratch / "kernels" / examples);
        fs::create_symlink(fs::canonical(clients) / "metalium" / examples / "matmul/matmul_common",
                           scratch / "kernels" / examples / "matmul_common");
        // Another has those of an example by the same author as ttVecAdd, whose kernels they were.
        fs::create_directories(scratch / "kernels" / examples / "contributed/vecadd");
        fs::create_symlink(fs::canonical(clients) / "ttVecAdd/vecadd_kernels",
                           scratch / "kernels" / examples / "contributed/vecadd/kernels");
    }
};

class EachClient : public Clients, public testing::WithParamInterface<Client> {};

TEST_P(EachClient, RunsToItsEndAndIsRight) {
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = run_client(GetParam());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    ASSERT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(std::regex_search(outcome.out, std::regex(GetParam().says))) << outcome.out << outcome.err;
    if (GetParam().judge != nullptr) GetParam().judge(outcome.out);
    const auto report = nlohmann::json::parse(read_text(scratch / "run.json"));
    for (const auto& warning : report["warnings"]) {
        const std::string place =
            fmt::format("{} {}:{}", warning["id"].get<std::string>(),
                        fs::path(warning["file"].get<std::string>()).filename().string(), warning["line"].get<int>());
        EXPECT_TRUE(std::ranges::any_of(explained,
                                        [&](const Explained& one) {
                                            return GetParam().name == std::string_view(one.client) &&
                                                   one.place == place;
                                        }))
            << GetParam().name << ": " << place << ": " << warning["text"];
    }
    fmt::print("{:<30} {:<12} {:>10} cycles {:>6.1f} s\n", GetParam().name, GetParam().arch,
               report["time"]["cycles"].get<std::uint64_t>(), seconds.count());
}

INSTANTIATE_TEST_SUITE_P(Public, EachClient, testing::ValuesIn(all_clients), [](const auto& tested) {
    std::string name = tested.param.name;
    for (const std::string& argument : tested.param.arguments) name += "_" + argument;
    std::erase(name, '-');
    return name + "_" + tested.param.arch;
});

// Its kernel reads at NoC coordinates (1,0): DRAM on Grayskull, for which it was written, an Ethernet core on Wormhole.
TEST_F(Clients, AReadOfAnEthernetCoreIsNamed) {
    const Outcome outcome = run_client({"hello_world_datatypes_kernel", {}, metalium, ""});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err,
                testing::HasSubstr("float_dataflow_kernel.cpp:19: error: core (0,0) BRISC: NoC address without a "
                                   "memory to go to: (1,0) is an Ethernet tile"));
}

TEST_F(Clients, AMeshOfEightRuns) {
    const Outcome outcome = run_client({"distributed_eltwise_add", {}, metalium, ""});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, testing::HasSubstr("verification: 8192 / 8192 passed"));
}

}  // namespace
}  // namespace tessera::end_to_end
