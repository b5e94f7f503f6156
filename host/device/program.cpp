#include "host/device/program.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::host {

using fault::InputError;

std::size_t Program::add(CircularBufferSpec buffer) {
    for (const auto& [index, page_bytes] : buffer.remote_page_bytes)
        if (index >= abi::most_circular_buffers || page_bytes == 0 || page_bytes > buffer.total_bytes)
            throw InputError(fmt::format("circular buffer {} between cores: a page of {} bytes in a ring of {}", index,
                                         page_bytes, buffer.total_bytes));
    if (buffer.views.empty() && buffer.remote_page_bytes.empty())
        throw InputError("a circular buffer needs at least one index with a data format");
    for (const auto& [index, view] : buffer.views) {
        if (index >= abi::most_circular_buffers)
            throw InputError(
                fmt::format("circular buffer {}: indices are 0 to {}", index, abi::most_circular_buffers - 1));
        if (view.page_bytes == 0)
            throw InputError(fmt::format("circular buffer {}: a page of 0 bytes; a page holds at least one", index));
        if (buffer.total_bytes == 0 || buffer.total_bytes % view.page_bytes != 0)
            throw InputError(fmt::format("circular buffer {}: {} bytes are not a whole number of pages of {} bytes",
                                         index, buffer.total_bytes, view.page_bytes));
        for (const CircularBufferSpec& other : buffers_)
            if (other.views.contains(index) && other.cores.intersects(buffer.cores))
                throw InputError(fmt::format("circular buffer {} is created twice on one core", index));
    }
    buffers_.push_back(std::move(buffer));
    return buffers_.size() - 1;
}

KernelId Program::add(KernelSpec spec) {
    if (spec.data_movement.has_value() == spec.compute.has_value())
        throw InputError(fmt::format("kernel {}: either data movement or compute", spec.path));
    for (const Kernel& other : kernels_) {
        const bool same_processor =
            spec.compute ? other.spec.compute.has_value()
                         : other.spec.data_movement && other.spec.data_movement->risc == spec.data_movement->risc;
        if (same_processor && other.spec.cores.intersects(spec.cores))
            throw InputError(
                fmt::format("kernels {} and {} are on the same processor of one core", other.spec.path, spec.path));
    }
    kernels_.push_back({std::move(spec), {}, {}, false});
    return kernels_.size() - 1;
}

std::uint32_t Program::add_semaphore(CoreRangeSet cores, std::uint32_t initial) {
    if (semaphores_.size() == 16) throw InputError("a program has at most 16 semaphores");
    semaphores_.push_back({std::move(cores), initial});
    return static_cast<std::uint32_t>(semaphores_.size() - 1);
}

Program::Kernel& Program::kernel(KernelId id) {
    if (id >= kernels_.size()) throw InputError(fmt::format("kernel {} does not exist in this program", id));
    return kernels_[id];
}

void Program::set_args(KernelId id, const CoreCoord& core, std::vector<std::uint32_t> args) {
    Kernel& k = kernel(id);
    if (args.size() > abi::max_runtime_args)
        throw InputError(fmt::format("kernel {}: {} runtime arguments, at most {} words fit", k.spec.path, args.size(),
                                     abi::max_runtime_args));
    if (!k.spec.cores.contains(core))
        throw InputError(fmt::format("kernel {}: runtime arguments for core ({},{}), which does not run it",
                                     k.spec.path, core.x, core.y));
    const auto old = k.args.find(core);
    if (old != k.args.end() && old->second.size() != args.size())
        throw InputError(fmt::format("kernel {}: {} runtime arguments on core ({},{}), set before with {}", k.spec.path,
                                     args.size(), core.x, core.y, old->second.size()));
    k.args[core] = std::move(args);
}

void Program::set_common_args(KernelId id, std::vector<std::uint32_t> args) {
    Kernel& k = kernel(id);
    if (args.size() > abi::max_runtime_args)
        throw InputError(fmt::format("kernel {}: {} common arguments, at most {} words fit", k.spec.path, args.size(),
                                     abi::max_runtime_args));
    if (k.common_set) throw InputError(fmt::format("kernel {}: common arguments are set once", k.spec.path));
    k.common_set = true;
    k.common_args = std::move(args);
}

std::vector<std::uint32_t>& Program::args(KernelId id, const CoreCoord& core) {
    Kernel& k = kernel(id);
    const auto at = k.args.find(core);
    if (at == k.args.end())
        throw InputError(
            fmt::format("kernel {} has no runtime arguments on core ({},{})", k.spec.path, core.x, core.y));
    return at->second;
}

std::vector<std::uint32_t>& Program::common_args(KernelId id) { return kernel(id).common_args; }

}  // namespace tessera::host
