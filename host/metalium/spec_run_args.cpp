// Values for the arguments, tensors and buffers of a program that was made from a ProgramSpec.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/metalium/spec_bindings.hpp"
#include "host/metalium/spec_check.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/experimental/metal2_host_api/program.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal::experimental {

using tessera::fault::InputError;

namespace {

class Arguments {
  public:
    Arguments(Program& program) : program_(program), bound_(bindings_of(program)) {}

    void forget() {
        for (SpecBindings::Kernel& kernel : bound_.kernels) {
            for (auto& [node, values] : kernel.values) std::ranges::fill(values, std::nullopt);
            std::fill_n(kernel.common_values.begin(), kernel.common_names.size(), std::nullopt);
            std::fill(kernel.common_values.begin() + static_cast<std::ptrdiff_t>(kernel.first_common_vararg),
                      kernel.common_values.end(), std::nullopt);
            for (const SpecBindings::Tensor& tensor : kernel.tensors) kernel.common_values[tensor.first_common].reset();
        }
    }

    void take(const ProgramRunArgs& args) {
        for (const KernelRunArgs& given : args.kernel_run_args) take(given);
        for (const auto& [name, tensor] : args.tensor_args) take(name, mesh_tensor_of(tensor));
        for (const DFBRunOverrides& given : args.dfb_run_overrides) take(given);
    }
    void take(const TensorParamName& name, const MeshTensor& tensor) {
        const auto parameter = part_named(bound_.tensors, name);
        if (parameter == bound_.tensors.end()) wrong(fmt::format("there is no tensor parameter {}", name));
        check_spec(*parameter, tensor.tensor_spec());
        const TensorAccessorArgs accessor(tensor.mesh_buffer(), accessor_config(*parameter));
        std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(tensor.address())};
        const auto of_accessor = accessor.get_common_runtime_args();
        words.insert(words.end(), of_accessor.begin(), of_accessor.end());
        for (SpecBindings::Kernel& kernel : bound_.kernels)
            for (const SpecBindings::Tensor& bound : kernel.tensors)
                if (bound.parameter == name)
                    std::ranges::copy(words,
                                      kernel.common_values.begin() + static_cast<std::ptrdiff_t>(bound.first_common));
        for (const SpecBindings::Buffer& buffer : bound_.buffers)
            if (buffer.borrowed_from == name)
                UpdateDynamicCircularBufferAddress(program_, buffer.handle, *tensor.mesh_buffer().get_backing_buffer());
    }

    // Hands all values on to the kernels; InputError for one that is missing.
    void hand_on() {
        for (const SpecBindings::Kernel& kernel : bound_.kernels) {
            for (const auto& [node, values] : kernel.values) {
                if (values.empty()) continue;
                const auto describe = [&kernel, at = node.str()](std::size_t i) {
                    return fmt::format("{} for node {}", name_of(kernel.names, i, kernel.first_runtime_vararg()), at);
                };
                SetRuntimeArgs(program_, kernel.handle, node, words(values, describe, kernel));
            }
            if (kernel.common_values.empty()) continue;
            auto common = words(
                kernel.common_values,
                [&](std::size_t i) {
                    for (const SpecBindings::Tensor& tensor : kernel.tensors)
                        if (i >= tensor.first_common && i < tensor.first_common + tensor.words)
                            return fmt::format("tensor {}", tensor.parameter);
                    return name_of(kernel.common_names, i, kernel.first_common_vararg);
                },
                kernel);
            // They are set once, and changed in their place from then on.
            if (program_.spec().kernels()[kernel.handle].common_set)
                GetCommonRuntimeArgs(program_, kernel.handle) = std::move(common);
            else
                SetCommonRuntimeArgs(program_, kernel.handle, common);
        }
        for (const SpecBindings::Buffer& buffer : bound_.buffers)
            if (buffer.borrowed_from && !program_.circular_buffer(buffer.handle)->config().dynamic_cb())
                wrong(fmt::format("dataflow buffer {} has no memory: tensor {} is missing among tensor_args",
                                  buffer.name, *buffer.borrowed_from));
        bound_.complete = true;
    }
    bool is_complete() const { return bound_.complete; }

    [[noreturn]] void wrong(const std::string& what) const {
        throw InputError(fmt::format("arguments of program {}: {}", bound_.program, what));
    }

  private:
    static SpecBindings& bindings_of(Program& program) {
        if (program.bindings) return *program.bindings;
        throw InputError("ProgramRunArgs for a program that was not made by MakeProgramFromSpec; use SetRuntimeArgs");
    }
    static std::string name_of(const Group<std::string>& names, std::size_t i, std::size_t first_vararg) {
        return i < names.size() ? names[i] : fmt::format("vararg {}", i - first_vararg);
    }
    template <class Describe>
    std::vector<std::uint32_t> words(const SpecBindings::Values& values, Describe describe,
                                     const SpecBindings::Kernel& kernel) const {
        std::vector<std::uint32_t> out;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (!values[i])
                wrong(
                    fmt::format("kernel {} has no value of {}; SetProgramRunArgs takes all", kernel.name, describe(i)));
            out.push_back(*values[i]);
        }
        return out;
    }

    std::size_t place(const SpecBindings::Kernel& kernel, const Group<std::string>& names,
                      const std::string& name) const {
        const auto at = std::ranges::find(names, name);
        if (at == names.end())
            wrong(
                fmt::format("kernel {} declares no argument {}; add it to its runtime_arg_schema", kernel.name, name));
        return static_cast<std::size_t>(at - names.begin());
    }
    SpecBindings::Values& values_at(SpecBindings::Kernel& kernel, const NodeCoord& node) const {
        const auto at = kernel.values.find(node);
        if (at == kernel.values.end())
            wrong(fmt::format("kernel {} does not run on node {}; its work units are on {}", kernel.name, node.str(),
                              kernel.nodes.str()));
        return at->second;
    }
    void varargs(const SpecBindings::Kernel& kernel, SpecBindings::Values& values, std::size_t first,
                 const AdvancedKernelRunArgs::Varargs& given) const {
        if (values.size() - first != given.size())
            wrong(fmt::format("kernel {} takes {} varargs, {} are given", kernel.name, values.size() - first,
                              given.size()));
        std::ranges::copy(given, values.begin() + static_cast<std::ptrdiff_t>(first));
    }

    void take(const KernelRunArgs& given) {
        const auto at = std::ranges::find(bound_.kernels, given.kernel, &SpecBindings::Kernel::name);
        if (at == bound_.kernels.end()) wrong(fmt::format("there is no kernel {}", given.kernel));
        SpecBindings::Kernel& kernel = *at;
        for (const auto& [name, by_node] : given.runtime_arg_values)
            for (const auto& [node, value] : by_node)
                values_at(kernel, node)[place(kernel, kernel.names, name)] = value;
        for (const auto& [name, value] : given.common_runtime_arg_values)
            kernel.common_values[place(kernel, kernel.common_names, name)] = value;
        for (const auto& [node, words] : given.advanced_options.runtime_varargs)
            varargs(kernel, values_at(kernel, node), kernel.first_runtime_vararg(), words);
        if (!given.advanced_options.common_runtime_varargs.empty())
            varargs(kernel, kernel.common_values, kernel.first_common_vararg,
                    given.advanced_options.common_runtime_varargs);
    }

    void take(const DFBRunOverrides& given) {
        const auto buffer = std::ranges::find(bound_.buffers, given.dfb, &SpecBindings::Buffer::name);
        if (buffer == bound_.buffers.end()) wrong(fmt::format("there is no dataflow buffer {}", given.dfb));
        const std::uint32_t before = buffer->entry_size;
        buffer->entry_size = given.entry_size.value_or(buffer->entry_size);
        buffer->num_entries = given.num_entries.value_or(buffer->num_entries);
        // By way of a size that both entries divide.
        UpdateCircularBufferTotalSize(program_, buffer->handle, std::lcm(before, buffer->entry_size));
        UpdateCircularBufferPageSize(program_, buffer->handle, buffer->index, buffer->entry_size);
        UpdateCircularBufferTotalSize(program_, buffer->handle, buffer->entry_size * buffer->num_entries);
    }

    void check_spec(const TensorParameter& parameter, const TensorSpec& given) const {
        const TensorSpec& declared = parameter.spec;
        const bool same_layout = given.data_type() == declared.data_type() && given.layout() == declared.layout() &&
                                 given.memory_config() == declared.memory_config();
        const bool same_shape = parameter.any_shape() ||
                                (parameter.padded_shape_only() ? given.padded_shape() == declared.padded_shape()
                                                               : given.logical_shape() == declared.logical_shape());
        if (same_layout && same_shape) return;
        const auto text = [](const TensorSpec& spec) {
            return fmt::format("{} of {}, {}, {}", spec.logical_shape().str(), enum_text(spec.data_type()),
                               enum_text(spec.layout()), enum_text(spec.memory_config().memory_layout()));
        };
        wrong(fmt::format("tensor parameter {} is {}, the tensor given {}", parameter.unique_id, text(declared),
                          text(given)));
    }

    Program& program_;
    SpecBindings& bound_;
};

}  // namespace

void SetProgramRunArgs(Program& program, const ProgramRunArgs& args, bool) {
    Arguments arguments(program);
    arguments.forget();
    arguments.take(args);
    arguments.hand_on();
}

void UpdateProgramRunArgs(Program& program, const ProgramRunArgs& args, bool) {
    Arguments arguments(program);
    if (!arguments.is_complete()) arguments.wrong("there are none yet to update; call SetProgramRunArgs first");
    arguments.take(args);
    arguments.hand_on();
}

void UpdateTensorArgs(Program& program, const Table<TensorParamName, TensorArgument>& tensors, bool skip_validation) {
    UpdateProgramRunArgs(program, {.tensor_args = tensors}, skip_validation);
}

namespace {

[[noreturn]] void twice(const std::string& what) {
    throw InputError(fmt::format("MergeProgramRunArgs: {} is in two of them; leave it in one", what));
}
template <class Key, class Value>
void merge(Table<Key, Value>& into, const Table<Key, Value>& from, const std::string& of) {
    for (const auto& [key, value] : from)
        if (!into.insert({key, value}).second) twice(fmt::format("{} {}", of, key));
}
void merge(KernelRunArgs& into, const KernelRunArgs& from) {
    const std::string of = fmt::format("kernel {}, argument", into.kernel);
    for (const auto& [name, by_node] : from.runtime_arg_values)
        merge(into.runtime_arg_values[name], by_node, fmt::format("{} {} of node", of, name));
    merge(into.common_runtime_arg_values, from.common_runtime_arg_values, of);
    AdvancedKernelRunArgs& own = into.advanced_options;
    const AdvancedKernelRunArgs& other = from.advanced_options;
    merge(own.runtime_varargs, other.runtime_varargs, fmt::format("kernel {}, varargs of node", into.kernel));
    if (!own.common_runtime_varargs.empty() && !other.common_runtime_varargs.empty())
        twice(fmt::format("kernel {}, common varargs", into.kernel));
    if (own.common_runtime_varargs.empty()) own.common_runtime_varargs = other.common_runtime_varargs;
}

}  // namespace

ProgramRunArgs MergeProgramRunArgs(ProgramRunArgs base, std::span<const ProgramRunArgs> rest, bool) {
    for (const ProgramRunArgs& other : rest) {
        for (const KernelRunArgs& args : other.kernel_run_args) {
            const auto own = std::ranges::find(base.kernel_run_args, args.kernel, &KernelRunArgs::kernel);
            if (own == base.kernel_run_args.end())
                base.kernel_run_args.push_back(args);
            else
                merge(*own, args);
        }
        merge(base.tensor_args, other.tensor_args, "tensor");
        for (const DFBRunOverrides& args : other.dfb_run_overrides) {
            if (std::ranges::any_of(base.dfb_run_overrides, [&](const auto& own) { return own.dfb == args.dfb; }))
                twice(fmt::format("dataflow buffer {}", args.dfb));
            base.dfb_run_overrides.push_back(args);
        }
    }
    return base;
}

}  // namespace tt::tt_metal::experimental
