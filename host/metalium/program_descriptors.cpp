#include "tt-metalium/program_descriptors.hpp"

#include "tt-metalium/global_circular_buffer.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal {
namespace {

template <class Config>
Config with_args(const KernelDescriptor& kernel, Config config) {
    config.compile_args = kernel.compile_time_args;
    config.defines = {kernel.defines.begin(), kernel.defines.end()};
    config.named_compile_args = {kernel.named_compile_time_args.begin(), kernel.named_compile_time_args.end()};
    if (kernel.opt_level) config.opt_level = *kernel.opt_level;
    return config;
}

KernelConfig config_of(const KernelDescriptor& kernel) {
    if (std::holds_alternative<ReaderConfigDescriptor>(kernel.config))
        return with_args(kernel, ReaderDataMovementConfig{});
    if (std::holds_alternative<WriterConfigDescriptor>(kernel.config))
        return with_args(kernel, WriterDataMovementConfig{});
    if (const auto* mover = std::get_if<DataMovementConfigDescriptor>(&kernel.config))
        return with_args(
            kernel, DataMovementConfig{.processor = mover->processor, .noc = mover->noc, .noc_mode = mover->noc_mode});
    const auto& compute = std::get<ComputeConfigDescriptor>(kernel.config);
    return with_args(kernel, ComputeConfig{.math_fidelity = compute.math_fidelity,
                                           .fp32_dest_acc_en = compute.fp32_dest_acc_en,
                                           .dst_full_sync_en = compute.dst_full_sync_en,
                                           .unpack_to_dest_mode = compute.unpack_to_dest_mode,
                                           .bfp8_pack_precise = compute.bfp8_pack_precise,
                                           .math_approx_mode = compute.math_approx_mode});
}

void add_buffer(Program& program, const CBDescriptor& described) {
    CircularBufferConfig config(described.total_size);
    const auto describe = [](const CBFormatDescriptor& format, const CircularBufferConfig::Builder& index) {
        index.set_data_format(format.data_format).set_page_size(format.page_size);
        if (format.tile) index.set_tile_dims(Tile{{format.tile->height, format.tile->width}});
    };
    for (const CBFormatDescriptor& format : described.format_descriptors)
        describe(format, config.index(format.buffer_index));
    for (const CBFormatDescriptor& format : described.remote_format_descriptors)
        describe(format, config.remote_index(format.buffer_index));
    if (described.global_circular_buffer != nullptr) {
        experimental::CreateCircularBuffer(program, described.core_ranges, config, *described.global_circular_buffer);
        return;
    }
    if (described.buffer != nullptr) config.set_globally_allocated_address(*described.buffer);
    CreateCircularBuffer(program, described.core_ranges, config);
}

void add_kernel(Program& program, const KernelDescriptor& described) {
    const KernelHandle kernel =
        described.source_type == KernelDescriptor::SourceType::FILE_PATH
            ? CreateKernel(program, described.kernel_source, described.core_ranges, config_of(described))
            : CreateKernelFromString(program, described.kernel_source, described.core_ranges, config_of(described));
    for (const auto& [core, args] : described.runtime_args) SetRuntimeArgs(program, kernel, core, args);
    if (!described.common_runtime_args.empty()) SetCommonRuntimeArgs(program, kernel, described.common_runtime_args);
}

}  // namespace

Program::Program(const ProgramDescriptor& descriptor) : Program() {
    for (const CBDescriptor& buffer : descriptor.cbs) add_buffer(*this, buffer);
    for (const SemaphoreDescriptor& semaphore : descriptor.semaphores)
        CreateSemaphore(*this, semaphore.core_ranges, semaphore.initial_value, semaphore.core_type);
    for (const KernelDescriptor& kernel : descriptor.kernels) add_kernel(*this, kernel);
}

}  // namespace tt::tt_metal
