#include "host/run/recording.hpp"

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// Without a name, which depends on the other workloads.
views::Workload workload_of(const Program& program) {
    views::Workload out;
    for (const Program::Kernel& kernel : program.kernels()) {
        if (std::ranges::find(out.files, kernel.spec.path) == out.files.end()) out.files.push_back(kernel.spec.path);
        out.named_args.insert(kernel.spec.named_compile_args.begin(), kernel.spec.named_compile_args.end());
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
    workloads_.push_back(workload_of(program));
    workloads_.back().cores = cores.size();
    workloads_.back().start = sequence_.start();
    cores_.merge(cores);
    if (limits_ != nullptr) limits_->begin();
}

void Recording::end(const std::string& failed, const std::set<std::string>& kernel_files) {
    kernel_files_.insert(kernel_files.begin(), kernel_files.end());
    sequence_.end();
    workloads_.back().cycles = sequence_.cycles() - workloads_.back().start;
    workloads_.back().failed = failed;
    if (limits_ != nullptr) workloads_.back().limit = limits_->end();
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
