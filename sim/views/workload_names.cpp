#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/views/workload.hpp"

namespace tessera::views {
namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::string>;

std::string stem(const std::string& file) { return fs::path(file).stem().string(); }
std::string folder(const std::string& file) { return fs::path(file).parent_path().filename().string(); }

template <class Part>
std::string joined(const Files& files, Part part) {
    Files parts;
    std::string out;
    for (const std::string& file : files) {
        const std::string one = part(file);
        if (std::ranges::find(parts, one) != parts.end()) continue;
        parts.push_back(one);
        out += (out.empty() ? "" : ", ") + one;
    }
    return out;
}

using Label = std::string (*)(const Files&);
constexpr Label labels[]{
    [](const Files& files) { return joined(files, stem); },
    [](const Files& files) { return joined(files, folder); },
    [](const Files& files) { return joined(files, [](const auto& f) { return folder(f) + "/" + stem(f); }); },
    [](const Files& files) { return joined(files, [](const auto& f) { return f; }); },
};

void name_kernels(std::span<Workload> workloads) {
    std::set<Files> all;
    for (const Workload& one : workloads) all.insert(one.files);
    for (const Label label : labels) {
        std::set<std::string> texts;
        for (const Files& files : all) texts.insert(label(files));
        if (texts.size() < all.size()) continue;
        for (Workload& one : workloads) one.kernels = label(one.files);
        return;
    }
}

// Of workloads with the same kernels, the arguments that are not the same in all.
void name_varying(std::span<Workload> workloads) {
    std::map<Files, std::map<std::string, std::set<std::uint32_t>>> values;
    for (const Workload& one : workloads)
        for (const auto& [name, value] : one.named_args) values[one.files][name].insert(value);
    for (Workload& one : workloads) {
        one.varying.clear();
        for (const auto& [name, value] : one.named_args)
            if (values[one.files][name].size() > 1)
                one.varying += fmt::format("{}{}={}", one.varying.empty() ? "" : " ", name, value);
    }
}

}  // namespace

void name_workloads(std::span<Workload> workloads) {
    name_kernels(workloads);
    name_varying(workloads);
}

std::vector<std::vector<const Workload*>> kinds_of(std::span<const Workload> workloads) {
    std::vector<std::vector<const Workload*>> out;
    for (const Workload& one : workloads) {
        auto at = std::ranges::find_if(out, [&](const auto& kind) {
            return kind.front()->name() == one.name() && kind.front()->cores == one.cores;
        });
        if (at == out.end()) at = out.emplace(at);
        at->push_back(&one);
    }
    return out;
}

}  // namespace tessera::views
