// Every kernel of the vendor's library at hand compiles unchanged for its RISCs. Nothing is linked or kept: the
// compiler only reads. What computes is compiled for both architectures, whatever else for one after the other, which
// TESSERA_FUZZ in the environment makes both.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "host/compile/files.hpp"
#include "host/compile/process.hpp"
#include "host/compile/toolchain.hpp"
#include "host/compile/wrapper.hpp"
#include "sim/abi/data_format.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using abi::Risc;

fs::path root() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return fs::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/library";
}
fs::path kernels_folder() { return root() / "ttnn/cpp/ttnn"; }

struct Settings {
    std::map<std::string, std::string> defines;
    std::vector<std::uint32_t> args;
};

// tests/data/library/kernels.json: what the hosts of the operations set, and what cannot be compiled at all.
struct List {
    std::map<std::string, Settings> settings;
    std::vector<std::string> excluded;

    List() {
        std::ifstream file(fs::path(TESSERA_SOURCE_DIR) / "tests/data/library/kernels.json");
        const auto json = nlohmann::json::parse(file);
        for (const auto& entry : json["excluded"]) excluded.push_back(entry["kernel"]);
        for (const auto& group : json["groups"])
            for (const std::string kernel : group["kernels"]) {
                if (group.contains("defines")) settings[kernel].defines = group["defines"];
                if (group.contains("args")) settings[kernel].args = group["args"].get<std::vector<std::uint32_t>>();
            }
    }
};

std::vector<Risc> riscs_of(const std::string& kernel) {
    if (kernel.find("/compute/") != std::string::npos) return {Risc::t0, Risc::t1, Risc::t2};
    return {fs::path(kernel).filename().string().starts_with("writer") ? Risc::b : Risc::nc};
}

CompileRequest request_of(const List& list, const std::string& kernel, Risc risc, const arch::Arch& arch) {
    CompileRequest request;
    request.source = kernels_folder() / kernel;
    request.risc = risc;
    request.arch = &arch;
    // Arguments that are one bit, a small size or a buffer for most; for a data mover interleaved DRAM.
    request.compile_args.assign(64, is_compute(risc) ? 1 : 2);
    if (const auto found = list.settings.find(kernel); found != list.settings.end()) {
        request.defines = found->second.defines;
        if (!found->second.args.empty()) request.compile_args = found->second.args;
    }
    request.include_dirs = {root(), root() / "ttnn/cpp", root() / "ttnn"};
    request.cb_formats.fill(static_cast<std::uint8_t>(abi::DataFormat::Float16_b));
    return request;
}

// What the compiler says first, empty where it takes the kernel.
std::string first_error(const Toolchain& tools, const CompileRequest& request, const fs::path& wrapper) {
    write_file(wrapper, wrapper_text(request));
    std::vector<std::string> line = command(tools, request, wrapper, "", "", "");
    line.erase(std::ranges::find(line, wrapper.string()) + 1, line.end());
    line.emplace_back("-fsyntax-only");
    const ProcessResult result = run_process(line, {.hidden = hidden_variables});
    if (result.status == 0) return "";
    const std::size_t error = result.output.find("error: ");
    return result.output.substr(error, result.output.find('\n', error) - error);
}

class Library : public testing::TestWithParam<const char*> {};

TEST_P(Library, CompilesForItsRiscs) {
    if (!fs::exists(root())) GTEST_SKIP() << root() << " is not at hand";
    const List list;
    struct Job {
        std::string kernel;
        Risc risc;
        const arch::Arch* arch;
    };
    std::vector<std::string> kernels;
    for (const auto& entry : fs::recursive_directory_iterator(kernels_folder() / GetParam())) {
        const std::string kernel = fs::relative(entry.path(), kernels_folder());
        if (entry.path().extension() == ".cpp" && std::ranges::count(list.excluded, kernel) == 0)
            kernels.push_back(kernel);
    }
    ASSERT_FALSE(kernels.empty());
    std::ranges::sort(kernels);
    const std::span<const arch::Arch* const> archs = arch::all();
    const bool both = std::getenv("TESSERA_FUZZ") != nullptr;
    std::vector<Job> jobs;
    std::size_t turn = 0;
    for (const std::string& kernel : kernels)
        for (const Risc risc : riscs_of(kernel))
            if (both || risc == Risc::t1)
                for (const arch::Arch* arch : archs) jobs.push_back({kernel, risc, arch});
            else
                jobs.push_back({kernel, risc, archs[turn++ % archs.size()]});
    const Toolchain tools = find_toolchain();
    const fs::path folder = fs::path(TESSERA_TEST_CACHE) / "library" / GetParam();
    fs::create_directories(folder);
    std::vector<std::string> errors(jobs.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next.fetch_add(1)) < jobs.size();)
            errors[i] = first_error(tools, request_of(list, jobs[i].kernel, jobs[i].risc, *jobs[i].arch),
                                    folder / fmt::format("{}.cpp", i));
    };
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) workers.emplace_back(work);
    }
    for (std::size_t i = 0; i < jobs.size(); ++i)
        EXPECT_EQ(errors[i], "") << jobs[i].kernel << " for RISC " << static_cast<int>(jobs[i].risc) << " of "
                                 << jobs[i].arch->name;
}

INSTANTIATE_TEST_SUITE_P(Families, Library,
                         testing::Values("kernel", "operations/eltwise", "operations/embedding", "operations/kv_cache",
                                         "operations/matmul", "operations/pool", "operations/reduction",
                                         "operations/transformer"),
                         [](const auto& family) { return fs::path(family.param).filename().string(); });

}  // namespace
}  // namespace tessera::host
