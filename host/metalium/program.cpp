// Kernels, arguments and running them.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include "host/compile/wrapper.hpp"
#include "host/metalium/kernel.hpp"
#include "host/metalium/simulation.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::KernelSpec;

namespace {

std::map<std::string, std::uint32_t> ordered(const NamedCompileArgs& args) { return {args.begin(), args.end()}; }

const char* name_of(KernelBuildOptLevel level) {
    switch (level) {
        case KernelBuildOptLevel::O0: return "O0";
        case KernelBuildOptLevel::O1: return "O1";
        case KernelBuildOptLevel::O2: return "O2";
        case KernelBuildOptLevel::O3: return "O3";
        case KernelBuildOptLevel::Os: return "Os";
        case KernelBuildOptLevel::Ofast: return "Ofast";
        case KernelBuildOptLevel::Oz: return "Oz";
    }
    throw InputError(fmt::format("opt_level {}: there is no such KernelBuildOptLevel", static_cast<int>(level)));
}

void configure(KernelSpec& spec, const DataMovementConfig& config) {
    if (config.noc_mode == NOC_MODE::DM_DYNAMIC_NOC)
        throw InputError(fmt::format("kernel {}: DM_DYNAMIC_NOC is not supported; use DM_DEDICATED_NOC", spec.path));
    spec.data_movement = tessera::host::DataMovementKernel{
        config.processor == DataMovementProcessor::RISCV_0 ? tessera::abi::Risc::b : tessera::abi::Risc::nc,
        config.noc};
}

void configure(KernelSpec& spec, const ComputeConfig& config) {
    if (config.math_fidelity == MathFidelity::Invalid)
        throw InputError(
            fmt::format("kernel {}: MathFidelity::Invalid; choose LoFi, HiFi2, HiFi3 or HiFi4", spec.path));
    tessera::host::ComputeKernel kernel;
    kernel.fidelity_phases = std::max(1, static_cast<int>(config.math_fidelity));
    kernel.fp32_dest_acc = config.fp32_dest_acc_en;
    kernel.full_sync = config.dst_full_sync_en;
    kernel.approx = config.math_approx_mode;
    kernel.bfp8_pack_precise = config.bfp8_pack_precise;
    if (config.unpack_to_dest_mode.size() > kernel.unpack_to_dst.size())
        throw InputError(fmt::format("kernel {}: unpack_to_dest_mode has {} entries, there are {} circular buffers",
                                     spec.path, config.unpack_to_dest_mode.size(), kernel.unpack_to_dst.size()));
    std::ranges::transform(config.unpack_to_dest_mode, kernel.unpack_to_dst.begin(),
                           [](UnpackToDestMode mode) { return mode == UnpackToDestMode::UnpackToDestFp32; });
    spec.compute = kernel;
}

}  // namespace

KernelHandle add_kernel(Program& program, KernelSpec spec, const CoreSpec& cores, const KernelConfig& config) {
    if (!spec.text) {
        tessera::host::CompileRequest looked_up;
        looked_up.source = spec.path;
        tessera::host::find_source(looked_up);
    }
    spec.cores = to_core_range_set(cores);
    std::visit(
        [&](const auto& c) {
            spec.defines = c.defines;
            spec.compile_args = c.compile_args;
            spec.named_compile_args = ordered(c.named_compile_args);
            spec.optimisation = name_of(c.opt_level);
            configure(spec, c);
        },
        config);
    return static_cast<KernelHandle>(program.spec().add(std::move(spec)));
}

Program::Program() {
    static std::atomic<ProgramId> programs = 0;
    id_ = ++programs;
}

CBHandle Program::add(const CoreRangeSet& cores, const CircularBufferConfig& config) {
    const CBHandle handle = spec_.add(config.spec(cores));
    circular_buffers_.push_back(std::make_shared<CircularBuffer>(handle, cores, config));
    return handle;
}

const std::shared_ptr<CircularBuffer>& Program::circular_buffer(CBHandle handle) const {
    if (handle >= circular_buffers_.size())
        throw InputError(fmt::format("circular buffer handle {} is not of this program", handle));
    return circular_buffers_[handle];
}
std::shared_ptr<CircularBuffer> detail::GetCircularBuffer(const Program& program, CBHandle handle) {
    return program.circular_buffer(handle);
}

KernelHandle CreateKernel(Program& program, const std::string& path, const CoreSpec& cores,
                          const KernelConfig& config) {
    KernelSpec spec;
    spec.path = path;
    return add_kernel(program, std::move(spec), cores, config);
}

KernelHandle CreateKernel(Program&, const std::string& path, const CoreSpec&, const EthernetConfig&) {
    throw InputError(fmt::format(
        "kernel {}: an EthernetConfig, and a simulated chip has no Ethernet cores to run it on; create it for "
        "the cores that get_active_ethernet_cores() names, which are none here",
        path));
}

KernelHandle CreateKernelFromString(Program& program, const std::string& source, const CoreSpec& cores,
                                    const KernelConfig& config) {
    KernelSpec spec;
    spec.path = fmt::format("kernel_{}_from_string.cpp", program.spec().kernels().size());
    spec.text = source;
    return add_kernel(program, std::move(spec), cores, config);
}

std::uint32_t CreateSemaphore(Program& program, const CoreSpec& cores, std::uint32_t initial_value, CoreType type) {
    if (type != CoreType::WORKER && type != CoreType::TENSIX)
        throw InputError("a semaphore lies on Tensix cores; a simulated chip has no others");
    return program.spec().add_semaphore(to_core_range_set(cores), initial_value);
}

void RuntimeArg::refuse(const std::string& value) {
    throw InputError(fmt::format("runtime argument {}: an argument is a word of 32 bits", value));
}

void SetRuntimeArgs(Program& program, KernelHandle kernel, const CoreSpec& cores, stl::Span<const std::uint32_t> args) {
    for (const CoreRange& range : to_core_range_set(cores))
        for (const CoreCoord& core : range) program.spec().set_args(kernel, core, {args.begin(), args.end()});
}

void SetRuntimeArgs(Program& program, KernelHandle kernel, const CoreSpec& cores,
                    std::initializer_list<RuntimeArg> args) {
    SetRuntimeArgs(program, kernel, cores, std::vector<std::uint32_t>(args.begin(), args.end()));
}

void SetRuntimeArgs(Program& program, KernelHandle kernel, const std::vector<CoreCoord>& cores,
                    const std::vector<std::vector<std::uint32_t>>& args) {
    if (cores.size() != args.size())
        throw InputError(fmt::format("runtime arguments for {} cores, {} lists given", cores.size(), args.size()));
    for (std::size_t i = 0; i < cores.size(); ++i) program.spec().set_args(kernel, cores[i], args[i]);
}

RuntimeArgsData& GetRuntimeArgs(Program& program, KernelHandle kernel, const CoreCoord& core) {
    return program.spec().args(kernel, core);
}

void SetCommonRuntimeArgs(Program& program, KernelHandle kernel, stl::Span<const std::uint32_t> args) {
    program.spec().set_common_args(kernel, {args.begin(), args.end()});
}
void SetCommonRuntimeArgs(Program& program, KernelHandle kernel, std::initializer_list<RuntimeArg> args) {
    program.spec().set_common_args(kernel, {args.begin(), args.end()});
}
RuntimeArgsData& GetCommonRuntimeArgs(Program& program, KernelHandle kernel) {
    return program.spec().common_args(kernel);
}

void EnqueueProgram(CommandQueue& queue, Program& program, bool blocking) {
    tessera::host::enqueue(*queue.device(), queue.id(), program.spec(), blocking);
}

chip_id_t GetPCIeDeviceID(chip_id_t id) {
    check_chip(id);
    return id;
}

void SetRootDir(const std::string& folder) { ::setenv("TT_METAL_HOME", folder.c_str(), 1); }

}  // namespace tt::tt_metal
