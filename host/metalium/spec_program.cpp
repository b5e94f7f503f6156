// Programs from their descriptions: a dataflow buffer becomes a circular buffer, a binding a constant before the
// kernel's source, a name of an argument its place among the words.
#include <fmt/format.h>

#include <algorithm>

#include "host/compile/files.hpp"
#include "host/compile/wrapper.hpp"
#include "host/metalium/kernel.hpp"
#include "host/metalium/simulation.hpp"
#include "host/metalium/spec_bindings.hpp"
#include "host/metalium/spec_check.hpp"
#include "host/metalium/spec_entry.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/allocator.hpp"
#include "tt-metalium/experimental/metal2_host_api/program.hpp"
#include "tt-metalium/hal.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/math.hpp"
#include "tt-metalium/mesh_device.hpp"

namespace tt::tt_metal::experimental {

using tessera::fault::InputError;

namespace {

class Builder {
  public:
    Builder(distributed::MeshDevice& device, const ProgramSpec& spec) : device_(device), spec_(spec) {
        bindings_.program = spec.name;
        bindings_.tensors = spec.tensor_parameters;
    }

    Program build() {
        add_buffers();
        for (const SemaphoreSpec& semaphore : spec_.semaphores) {
            const std::uint32_t initial = std::max(semaphore.initial_value, semaphore.advanced_options.initial_value);
            numbers_.semaphores[semaphore.unique_id] =
                CreateSemaphore(program_, to_core_range_set(semaphore.target_nodes), initial);
        }
        for (const ScratchpadSpec& pad : spec_.scratchpads) add(pad);
        for (const KernelSpec& kernel : spec_.kernels) add(kernel);
        program_.bindings = std::make_shared<SpecBindings>(std::move(bindings_));
        return std::move(program_);
    }

  private:
    CoreRangeSet nodes_of_buffer(const DFBSpecName& name) const {
        CoreRangeSet nodes;
        for (const KernelSpec& kernel : spec_.kernels)
            if (std::ranges::any_of(kernel.dfb_bindings, [&](const auto& b) { return b.dfb_spec_name == name; }))
                nodes = nodes.merge(nodes_of(spec_, kernel.unique_id));
        return nodes;
    }

    // Buffers that share memory are one circular buffer with several indices.
    void add_buffers() {
        for (std::size_t i = 0; i < spec_.dataflow_buffers.size(); ++i)
            numbers_.buffers[spec_.dataflow_buffers[i].unique_id] = static_cast<std::uint8_t>(i);
        for (const DataflowBufferSpec& buffer : spec_.dataflow_buffers) {
            const auto& sharing = buffer.advanced_options.alias_with;
            const bool is_first = std::ranges::none_of(sharing, [&](const DFBSpecName& other) {
                return *numbers_.buffers.get(other) < *numbers_.buffers.get(buffer.unique_id);
            });
            if (!is_first) continue;
            CircularBufferConfig config(buffer.entry_size * buffer.num_entries);
            CoreRangeSet nodes = nodes_of_buffer(buffer.unique_id);
            std::vector<DFBSpecName> all = {buffer.unique_id};
            all.insert(all.end(), sharing.begin(), sharing.end());
            for (const DFBSpecName& name : all) {
                const DataflowBufferSpec& one = *part_named(spec_.dataflow_buffers, name);
                // A buffer between data movement kernels may have no format: words of any meaning.
                config.index(*numbers_.buffers.get(name))
                    .set_data_format(one.data_format_metadata.value_or(tt::DataFormat::RawUInt32))
                    .set_page_size(one.entry_size)
                    .set_tile_dims(one.tile_format_metadata.value_or(Tile{}));
                nodes = nodes.merge(nodes_of_buffer(name));
            }
            const CBHandle handle = CreateCircularBuffer(program_, nodes, config);
            for (const DFBSpecName& name : all) {
                const DataflowBufferSpec& one = *part_named(spec_.dataflow_buffers, name);
                bindings_.buffers.push_back(
                    {name, handle, *numbers_.buffers.get(name), one.entry_size, one.num_entries, one.borrowed_from});
            }
        }
    }

    // A page in the L1 of every core, all at one address.
    void add(const ScratchpadSpec& pad) {
        const DeviceAddr page = tt::round_up(pad.size_per_node, hal::get_l1_alignment());
        const CoreCoord grid = device_.compute_with_storage_grid_size();
        const auto memory = Buffer::create(&device_, page * grid.x * grid.y, page, BufferType::L1);
        program_.keep(memory);
        numbers_.scratchpad_bytes[pad.unique_id] = pad.size_per_node;
        scratchpad_addresses_[pad.unique_id] = memory->address();
    }

    // The words that tell a kernel how the tensor lies, made of a buffer that has no memory.
    TensorAccessorArgs accessor_of(const TensorParameter& parameter) const {
        const TensorSpec& spec = parameter.spec;
        const HalMemType memory = spec.memory_config().is_dram() ? HalMemType::DRAM : HalMemType::L1;
        const auto shape = Buffer::create(&device_, device_.allocator()->get_base_allocator_addr(memory),
                                          spec.compute_packed_buffer_size_bytes(), spec.compute_page_size_bytes(),
                                          spec.memory_config().buffer_type(), spec.compute_buffer_sharding_args());
        return {shape, accessor_config(parameter)};
    }

    void add(const KernelSpec& spec) {
        SpecBindings::Kernel kernel{.name = spec.unique_id, .nodes = nodes_of(spec_, spec.unique_id)};
        kernel.names = spec.runtime_arg_schema.runtime_arg_names;
        kernel.common_names = spec.runtime_arg_schema.common_runtime_arg_names;
        std::vector<std::uint32_t> compile_args;
        std::size_t common = kernel.common_names.size();
        for (const TensorBinding& binding : spec.tensor_bindings) {
            const TensorParameter& parameter = *part_named(spec_.tensor_parameters, binding.tensor_parameter_name);
            const TensorAccessorArgs accessor = accessor_of(parameter);
            const std::size_t words = 1 + accessor.get_common_runtime_args().size();
            kernel.tensors.push_back({parameter.unique_id, binding.accessor_name, common, compile_args.size(), words});
            common += words;
            const auto compiled = accessor.get_compile_time_args();
            compile_args.insert(compile_args.end(), compiled.begin(), compiled.end());
        }
        kernel.common_values.resize(common);
        for (const ScratchpadBinding& binding : spec.scratchpad_bindings)
            kernel.common_values.emplace_back(*scratchpad_addresses_.get(binding.scratchpad_spec_name));
        kernel.first_common_vararg = kernel.common_values.size();
        kernel.common_values.resize(kernel.common_values.size() + spec.advanced_options.num_common_runtime_varargs);
        for (const CoreRange& range : kernel.nodes)
            for (const CoreCoord& node : range)
                kernel.values[node].resize(kernel.names.size() + varargs_of(spec, node));

        tessera::host::KernelSpec source;
        if (const auto* path = std::get_if<std::filesystem::path>(&spec.source)) {
            source.path = path->string();
        } else {
            source.path = fmt::format("{}.cpp", spec.unique_id);
            source.text = std::get<KernelSpec::SourceCode>(spec.source).code;
        }
        source.bindings = bindings_text(spec, kernel, numbers_) + "\n" + entry_text(spec, text_of(source));
        source.include_dirs = spec.compiler_options.include_paths;
        KernelConfig config = spec.is_compute_kernel() ? compute_config(spec) : mover_config(spec);
        std::visit(
            [&](auto& any) {
                any.compile_args = compile_args;
                any.defines = {spec.compiler_options.defines.begin(), spec.compiler_options.defines.end()};
                any.opt_level = spec.compiler_options.opt_level;
            },
            config);
        kernel.handle = add_kernel(program_, std::move(source), kernel.nodes, config);
        bindings_.kernels.push_back(std::move(kernel));
    }

    static std::string text_of(const tessera::host::KernelSpec& source) {
        if (source.text) return *source.text;
        tessera::host::CompileRequest looked_up;
        looked_up.source = source.path;
        return tessera::host::read_file(tessera::host::find_source(looked_up)).value_or("");
    }

    static std::uint32_t varargs_of(const KernelSpec& spec, const CoreCoord& node) {
        for (const auto& [nodes, words] : spec.advanced_options.num_runtime_varargs_per_node)
            if (to_core_range_set(nodes).contains(node)) return words;
        return spec.advanced_options.num_runtime_varargs;
    }

    KernelConfig mover_config(const KernelSpec& spec) const {
        const auto& config = std::get<DataMovementHardwareConfig>(spec.hw_config);
        using Role = DataMovementHardwareConfig::RoleHint;
        if (config.role == Role::READER) return ReaderDataMovementConfig{};
        if (config.role == Role::WRITER) return WriterDataMovementConfig{};
        const auto& chosen = config.gen1_config ? config.gen1_config : config.config_1xx;
        if (!chosen)
            throw InputError(
                fmt::format("ProgramSpec {}: data movement kernel {} says neither its role nor its RISC "
                            "and NoC; set role, or config_1xx",
                            spec_.name, spec.unique_id));
        return DataMovementConfig{.processor = chosen->processor, .noc = chosen->noc, .noc_mode = chosen->noc_mode};
    }

    KernelConfig compute_config(const KernelSpec& spec) const {
        const auto& config = std::get<ComputeHardwareConfig>(spec.hw_config);
        if (config.is_of_gen2)
            throw InputError(
                fmt::format("ProgramSpec {}: compute kernel {} has a ComputeGen2Config, which is of another "
                            "generation of chips; give it a ComputeHardwareConfig",
                            spec_.name, spec.unique_id));
        ComputeConfig out{.math_fidelity = config.fpu_math_fidelity,
                          .fp32_dest_acc_en = config.enable_32_bit_dest,
                          .dst_full_sync_en = !config.double_buffer_dest,
                          .math_approx_mode = config.sfpu_precision_mode == Precision::Approximate};
        out.bfp8_pack_precise = config.config_1xx && config.config_1xx->bfp_pack_precision_mode == Precision::Precise;
        // As the vendor's: where both ways are possible and differ in bits, the program says which.
        for (const DFBBinding& binding : spec.dfb_bindings)
            if (config.enable_32_bit_dest && binding.endpoint_type == DFBEndpointType::CONSUMER &&
                part_named(spec_.dataflow_buffers, binding.dfb_spec_name)->data_format_metadata ==
                    tt::DataFormat::Float32 &&
                !config.unpack_modes.contains(binding.dfb_spec_name))
                throw InputError(
                    fmt::format("ProgramSpec {}: kernel {} unpacks Float32 of {} with a 32-bit Dst and no "
                                "unpack mode; set unpack_modes to UnpackToSrc or UnpackToDest",
                                spec_.name, spec.unique_id, binding.dfb_spec_name));
        out.unpack_to_dest_mode.resize(spec_.dataflow_buffers.size(), UnpackToDestMode::Default);
        for (const auto& [name, mode] : config.unpack_modes) {
            if (std::ranges::find(spec.dfb_bindings, name, &DFBBinding::dfb_spec_name) == spec.dfb_bindings.end())
                throw InputError(
                    fmt::format("ProgramSpec {}: kernel {} has an unpack mode for {}, which it does not "
                                "bind",
                                spec_.name, spec.unique_id, name));
            if (mode == UnpackMode::UnpackToDest)
                out.unpack_to_dest_mode[*numbers_.buffers.get(name)] = UnpackToDestMode::UnpackToDestFp32;
        }
        return out;
    }

    distributed::MeshDevice& device_;
    const ProgramSpec& spec_;
    Program program_;
    SpecBindings bindings_;
    BindingNumbers numbers_;
    Table<ScratchpadSpecName, std::uint32_t> scratchpad_addresses_;
};

}  // namespace

Program MakeProgramFromSpec(distributed::MeshDevice& device, const ProgramSpec& spec, bool) {
    check(spec);
    return Builder(device, spec).build();
}

distributed::MeshWorkload MakeMeshWorkloadFromSpec(distributed::MeshDevice& device, const ProgramSpec& spec,
                                                   bool skip_validation) {
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device.shape()),
                         MakeProgramFromSpec(device, spec, skip_validation));
    return workload;
}

}  // namespace tt::tt_metal::experimental
