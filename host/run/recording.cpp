#include "host/run/recording.hpp"

#include <algorithm>
#include <filesystem>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// "reader, writer, compute", each name once.
std::string kernels_of(const Program& program) {
    std::vector<std::string> names;
    std::string out;
    for (const Program::Kernel& kernel : program.kernels()) {
        const std::string name = std::filesystem::path(kernel.spec.path).stem().string();
        if (std::ranges::find(names, name) != names.end()) continue;
        names.push_back(name);
        out += (out.empty() ? "" : ", ") + name;
    }
    return out;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::set<CoreCoord> cores_of(const Program& program) {
    std::set<CoreCoord> cores;
    for (const Program::Kernel& kernel : program.kernels())
        for (const CoreRange& range : kernel.spec.cores)
            for (const CoreCoord& core : range) cores.insert(core);
    return cores;
}

void Recording::begin(const Program& program) {
    running_.lock();
    sequence_.begin();
    std::set<CoreCoord> cores = cores_of(program);
    workloads_.push_back({.kernels = kernels_of(program), .cores = cores.size(), .start = sequence_.start()});
    cores_.merge(cores);
}

void Recording::end(const std::string& failed, const std::set<std::string>& kernel_files) {
    kernel_files_.insert(kernel_files.begin(), kernel_files.end());
    sequence_.end();
    workloads_.back().cycles = sequence_.cycles() - workloads_.back().start;
    workloads_.back().failed = failed;
    running_.unlock();
}

RunResult run_workload(Device& device, const Program& program, const core::Options& options,
                       std::span<Recording* const> recordings) {
    for (Recording* recording : recordings) recording->begin(program);
    const auto end = [&](const std::string& failed) {
        for (Recording* recording : recordings) recording->end(failed, device.kernel_files());
    };
    try {
        const RunResult result = device.run(program, options);
        if (!result.sfpu_library.empty())
            for (Recording* recording : recordings) recording->took_functions_of(result.sfpu_library);
        end("");
        return result;
    } catch (const fault::Fault& fault) {
        end(first_line(fault.text()));
        throw;
    } catch (const std::exception& error) {
        end(first_line(error.what()));
        throw;
    }
}

}  // namespace tessera::host
