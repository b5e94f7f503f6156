// Compiles kernels for the RISCs that they are for, one a line of the input, and tells what stops those that do not:
//
//     survey_kernels TREE < paths-below-TREE
//
// A line of the answer is a JSON object: kernel, riscs, arch, library (the tree's, where tessera's lacks a name) and
// error, empty where it compiles. What only a kernel's host knows is made up: arguments that are all 2, 1, 32 or 0, of
// which one that compiles is enough, buffers of bf16, and the operations that reductions and broadcasts ask for.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "host/compile/compile.hpp"
#include "sim/abi/data_format.hpp"

namespace {

namespace fs = std::filesystem;
using tessera::abi::Risc;
using tessera::host::CompileRequest;

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

// By what it includes and calls; by its name where that says nothing.
bool computes(const std::string& kernel, const std::string& text) {
    const auto any = [&](std::initializer_list<const char*> words) {
        return std::ranges::any_of(words, [&](const char* word) { return text.find(word) != text.npos; });
    };
    if (any({"noc_async", "dataflow_api"})) return any({"api/compute/", "compute_kernel_api"});
    return any({"api/compute", "compute_kernel_api", "kernel/compute/", "tile_regs_acquire", "namespace NAMESPACE"}) ||
           kernel.find("/compute") != kernel.npos;
}

std::vector<Risc> riscs_of(const std::string& kernel, const std::string& text) {
    if (computes(kernel, text)) return {Risc::t0, Risc::t1, Risc::t2};
    return {fs::path(kernel).filename().string().find("writer") != std::string::npos ? Risc::b : Risc::nc};
}

std::vector<std::string> named_arguments(const std::string& text) {
    constexpr std::string_view call = "named_compile_time_arg_val(\"";
    std::vector<std::string> names;
    for (std::size_t at = 0; (at = text.find(call, at)) != text.npos;) {
        at += call.size();
        const std::string name = text.substr(at, text.find('"', at) - at);
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

CompileRequest request_of(const fs::path& tree, const std::string& kernel, const std::string& text, std::uint32_t arg) {
    CompileRequest request;
    request.source = tree / kernel;
    request.compile_args.assign(96, arg);
    for (const std::string& name : named_arguments(text)) request.named_args.emplace_back(name, arg);
    if (text.find("REDUCE_OP") != text.npos)
        request.defines = {{"REDUCE_OP", "PoolType::SUM"}, {"REDUCE_DIM", "ReduceDim::REDUCE_ROW"}};
    if (text.find("BCAST_LLKOP") != text.npos)
        request.defines.insert({{"BCAST_LLKOP", "EltwiseBinaryType::ELWADD"},
                                {"BCAST_DIM", "BroadcastType::ROW"},
                                {"BCAST_OP", "add_tiles_bcast"}});
    request.include_dirs = {tree, tree / "ttnn/cpp", tree / "ttnn", tree / "ttnn/cpp/ttnn", tree / "tt_metal"};
    std::erase_if(request.include_dirs, [](const fs::path& folder) { return !fs::is_directory(folder); });
    request.cb_formats.fill(static_cast<std::uint8_t>(tessera::abi::DataFormat::Float16_b));
    return request;
}

// The line of the compiler's that says what is wrong, without where the tree lies.
std::string first_error(const std::string& message, const fs::path& tree) {
    const std::size_t error = message.find("error: ");
    if (error == message.npos) return message.substr(0, message.find('\n'));
    const std::size_t line = message.rfind('\n', error) + 1;
    std::string text = message.substr(line, message.find('\n', error) - line);
    const std::string below = tree.string() + "/";
    if (const std::size_t at = text.find(below); at != text.npos) text.erase(at, below.size());
    return text;
}

nlohmann::ordered_json verdict(const fs::path& tree, const std::string& kernel, const tessera::arch::Arch& arch) {
    const std::string text = text_of(tree / kernel);
    const std::vector<Risc> riscs = riscs_of(kernel, text);
    std::string error, library;
    for (const Risc risc : riscs) {
        std::string first;
        bool compiles = false;
        for (const std::uint32_t arg : {2u, 1u, 32u, 0u}) {
            CompileRequest request = request_of(tree, kernel, text, arg);
            request.risc = risc;
            request.arch = &arch;
            try {
                library = tessera::host::compile({&request, 1}).front().library;
                compiles = true;
                break;
            } catch (const std::exception& refused) {
                if (first.empty()) first = first_error(refused.what(), tree);
            }
        }
        if (compiles) continue;
        error = first;
        break;
    }
    return {{"kernel", kernel},
            {"riscs", riscs.size() == 1 ? "data movement" : "compute"},
            {"arch", std::string(arch.name)},
            {"library", library.empty() ? "tessera" : "vendor"},
            {"error", error}};
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "survey_kernels TREE < paths-below-TREE\n";
        return 2;
    }
    const fs::path tree = fs::absolute(arguments[1]).lexically_normal();
    std::vector<std::string> kernels;
    for (std::string line; std::getline(std::cin, line);)
        if (!line.empty()) kernels.push_back(line);
    std::vector<nlohmann::ordered_json> verdicts(kernels.size());
    const auto archs = tessera::arch::all();
    std::atomic<std::size_t> next{0};
    {
        std::vector<std::jthread> workers;
        for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
            workers.emplace_back([&] {
                for (std::size_t k; (k = next.fetch_add(1)) < kernels.size();)
                    verdicts[k] = verdict(tree, kernels[k], *archs[k % archs.size()]);
            });
    }
    for (const auto& each : verdicts) std::cout << each.dump() << "\n";
}
