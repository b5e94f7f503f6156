// Public host programs, unchanged (tests/end_to_end/clients): each runs to its end and finds its results right by its
// own check. A table on stdout tells what each took.
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <ostream>
#include <regex>

#include "tests/end_to_end/suite.hpp"
#include "tests/support/paths.hpp"

namespace tessera::end_to_end {
namespace {

const fs::path clients = fs::path(TESSERA_SOURCE_DIR) / "../shared/clients";

struct Client {
    const char* name;
    std::vector<std::string> arguments;
    const char* folder;   // below the clients', where it finds its kernels
    const char* says;     // a regular expression for what it prints when its own check finds all well
    const char* not_yet;  // why it does not run to its end today
    const char* arch = "wormhole_b0";
};
void PrintTo(const Client& client, std::ostream* out) { *out << client.name; }

constexpr const char* metalium = "metalium";
constexpr const char* passed = "Test Passed";
constexpr const char* all_match = "All results match expected values within tolerance";

const std::vector<Client> all{
    {"loopback", {}, metalium, passed, nullptr},
    {"loopback", {}, metalium, passed, nullptr, "blackhole"},
    {"eltwise_binary", {}, metalium, passed, nullptr},
    {"eltwise_sfpu", {}, metalium, passed, nullptr},
    {"vecadd_sharding", {"-s", "height"}, metalium, all_match, nullptr},
    {"vecadd_sharding", {"-s", "width"}, metalium, all_match, nullptr},
    {"vecadd_sharding", {"-s", "block"}, metalium, all_match, nullptr, "blackhole"},
    {"vecadd_multi_core", {"-s", "1"}, metalium, all_match, nullptr},
    {"noc_tile_transfer", {}, metalium, "Result = 14 : Expected = 14", nullptr},
    {"add_2_integers_in_riscv", {}, metalium, "Success: Result is 21", nullptr},
    {"add_2_integers_in_compute", {}, metalium, "Success: Result matches expected value", nullptr},
    {"custom_sfpi_add", {}, metalium, passed, nullptr},
    {"sfpu_eltwise_chain", {}, metalium, "PCC = (1|0\\.99)", nullptr},
    {"hello_world_datatypes_kernel",
     {},
     metalium,
     "Thank you, Core \\{0, 0\\}",
     "it reads at NoC coordinates (1,0), where Grayskull had DRAM"},
    {"shard_data_rm", {}, metalium, "Original tensor values: 2.0 4.0", nullptr},
    {"pad_multi_core", {}, metalium, "Padded tensor with shape", nullptr},
    {"multicast", {}, metalium, "PASS\\] All [0-9]+ receiver tiles", nullptr},
    {"test_multi_op", {"2"}, metalium, passed, nullptr},
    {"matmul_single_core", {}, metalium, passed, nullptr},
    {"matmul_multi_core", {}, metalium, passed, nullptr},
    {"matmul_multicore_reuse_mcast", {}, metalium, passed, nullptr},
    {"ttvecadd", {"-s", "1"}, "ttVecAdd", "Kernel execution finished", nullptr},
    {"ttrope_2bdade1", {}, "ttRoPE/2bdade1/ttrope", "OK: ([0-9]+)/\\1,", nullptr},
    {"ttrope_dfca1a7", {}, "ttRoPE/dfca1a7/ttrope", "OK: ([0-9]+)/\\1,", nullptr},
    {"ttrope_c22a9c9", {}, "ttRoPE/c22a9c9/ttrope", "OK: ([0-9]+)/\\1,", nullptr},
    {"ttrope_5498d87", {}, "ttRoPE/5498d87/ttrope", "OK: ([0-9]+)/\\1,", nullptr},
    {"ttrope_2ee74f7", {}, "ttRoPE/2ee74f7/ttrope", "OK: ([0-9]+)/\\1,", nullptr},
};

class Clients : public Command {
  protected:
    Outcome run_client(const Client& client) const {
        std::vector<std::string> words{"exec",      "-q",     "--arch",
                                       client.arch, "--json", (scratch / "run.json").string(),
                                       "--force",   "--",     program(client.name)};
        words.insert(words.end(), client.arguments.begin(), client.arguments.end());
        return tessera(words, {clients / client.folder,
                               {{"XDG_CACHE_HOME", shared_cache().string()},
                                {"TMPDIR", scratch.path().string()},
                                {"TT_METAL_KERNEL_PATH", (scratch / "kernels").string()}}});
    }
    static std::string program(const std::string& name) { return TESSERA_BINARY_DIR "/tests/clients/client_" + name; }
    void SetUp() override {
        if (!fs::exists(clients / "README.md")) GTEST_SKIP() << "no public programs beside the project";
        // One host looks for the kernels that several examples share where an older tree had them.
        const fs::path examples = "tt_metal/programming_examples";
        fs::create_directories(scratch / "kernels" / examples);
        fs::create_symlink(fs::canonical(clients) / "metalium" / examples / "matmul/matmul_common",
                           scratch / "kernels" / examples / "matmul_common");
    }
};

class EachClient : public Clients, public testing::WithParamInterface<Client> {};

TEST_P(EachClient, RunsToItsEndAndIsRight) {
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = run_client(GetParam());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    if (outcome.status != 0 && GetParam().not_yet != nullptr) GTEST_SKIP() << GetParam().not_yet;
    ASSERT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    EXPECT_TRUE(std::regex_search(outcome.out, std::regex(GetParam().says))) << outcome.out << outcome.err;
    const auto report = nlohmann::json::parse(read_text(scratch / "run.json"));
    fmt::print("{:<30} {:<12} {:>10} cycles {:>6.1f} s\n", GetParam().name, GetParam().arch,
               report["time"]["cycles"].get<std::uint64_t>(), seconds.count());
}

INSTANTIATE_TEST_SUITE_P(Public, EachClient, testing::ValuesIn(all), [](const auto& tested) {
    std::string name = tested.param.name;
    for (const std::string& argument : tested.param.arguments) name += "_" + argument;
    std::erase(name, '-');
    return name + "_" + tested.param.arch;
});

// A mesh of several chips cannot be: one line, and no simulated device.
TEST_F(Clients, AMeshOfEightIsRefused) {
    const Outcome outcome = run_client({"distributed_eltwise_add", {}, metalium, "", nullptr});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, testing::HasSubstr("a mesh of 8 devices: one chip is simulated, ask for 1 x 1"));
}

}  // namespace
}  // namespace tessera::end_to_end
