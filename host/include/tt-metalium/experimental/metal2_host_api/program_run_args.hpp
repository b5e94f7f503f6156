// What of a program may differ from run to run: arguments, tensors, sizes of buffers.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <variant>

#include "../../tensor/mesh_tensor.hpp"
#include "kernel_spec.hpp"

namespace tt::tt_metal::experimental {

struct ProgramRunArgs {
    struct KernelRunArgs {
        KernelSpecName kernel = {};
        // Values name by name; lists node by node, the form until August 2026, are turned around.
        struct NodeRuntimeArgs {
            NodeCoord node;
            Table<std::string, std::uint32_t> args = {};
        };
        struct RuntimeArgValues : Table<std::string, Table<NodeCoord, std::uint32_t>> {
            using Table::Table;
            RuntimeArgValues() = default;
            RuntimeArgValues(std::initializer_list<NodeRuntimeArgs> nodes) {
                for (const NodeRuntimeArgs& values : nodes) push_back(values);
            }
            void push_back(const NodeRuntimeArgs& values) {
                for (const auto& [name, value] : values.args) (*this)[name][values.node] = value;
            }
        };
        RuntimeArgValues runtime_arg_values = {};
        using CommonRuntimeArgValues = Table<std::string, std::uint32_t>;
        CommonRuntimeArgValues common_runtime_arg_values = {};
        AdvancedKernelRunArgs advanced_options = {};
    };
    Group<KernelRunArgs> kernel_run_args = {};

    using TensorArgument = std::variant<std::reference_wrapper<const MeshTensor>>;
    Table<TensorParamName, TensorArgument> tensor_args = {};

    struct DFBRunOverrides {
        DFBSpecName dfb = {};
        std::optional<std::uint32_t> entry_size = std::nullopt, num_entries = std::nullopt;
    };
    Group<DFBRunOverrides> dfb_run_overrides = {};
    AdvancedProgramRunArgs advanced_options = {};
};

using KernelRunArgs = ProgramRunArgs::KernelRunArgs;
using DFBRunOverrides = ProgramRunArgs::DFBRunOverrides;
using TensorArgument = ProgramRunArgs::TensorArgument;

inline const MeshTensor& mesh_tensor_of(const TensorArgument& argument) {
    return std::get<std::reference_wrapper<const MeshTensor>>(argument).get();
}

// Arguments of several, none of which may be in two of them (InputError).
ProgramRunArgs MergeProgramRunArgs(ProgramRunArgs base, std::span<const ProgramRunArgs> rest,
                                   bool skip_validation = false);

// From node by node to name by name.
using NamedValues = std::initializer_list<std::pair<std::string, std::uint32_t>>;
inline void AddRuntimeArgsForNode(KernelRunArgs::RuntimeArgValues& values, const NodeCoord& node, NamedValues named) {
    for (const auto& [name, value] : named) values[name][node] = value;
}
inline KernelRunArgs::RuntimeArgValues MakeRuntimeArgsForSingleNode(const NodeCoord& node, NamedValues named) {
    KernelRunArgs::RuntimeArgValues values;
    AddRuntimeArgsForNode(values, node, named);
    return values;
}

}  // namespace tt::tt_metal::experimental
