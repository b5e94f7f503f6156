// What few programs need of a ProgramSpec.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "node_coord.hpp"
#include "spec_names.hpp"
#include "utility/group.hpp"
#include "utility/table.hpp"

namespace tt::tt_metal::experimental {

struct KernelAdvancedOptions {
    // Taken as they are: UpdateProgramRunArgs keeps every value that it is not given.
    Group<std::string> enqueue_invariant_runtime_args = {};
    Group<std::string> enqueue_invariant_common_runtime_args = {};
    // Words without a name, which the kernel reads by get_vararg and get_common_vararg.
    std::uint32_t num_runtime_varargs = 0;
    std::uint32_t num_common_runtime_varargs = 0;
    Table<Nodes, std::uint32_t> num_runtime_varargs_per_node = {};
    // Only threads of generation 2 can meet through such a buffer; here each value is the same.
    enum class DFBSelfLoopConnectivity : std::uint8_t { INTRA, INTER };
    Table<DFBSpecName, DFBSelfLoopConnectivity> dfb_self_loop_connectivities = {};
};
using DFBSelfLoopConnectivity = KernelAdvancedOptions::DFBSelfLoopConnectivity;

struct DFBAdvancedOptions {
    // Buffers that share their memory: each names all others, and all are of one size.
    Group<DFBSpecName> alias_with = {};
};
struct SemaphoreAdvancedOptions {
    std::uint32_t initial_value = 0;
};
struct TensorParameterAdvancedOptions {
    bool enqueue_invariant = false;
    bool match_padded_shape_only = false;
    bool dynamic_tensor_shape = false;
};
struct AdvancedKernelRunArgs {
    using Varargs = std::vector<std::uint32_t>;
    Table<NodeCoord, Varargs> runtime_varargs = {};
    Varargs common_runtime_varargs = {};
};
struct ProgramAdvancedOptions {};
struct AdvancedProgramRunArgs {};

}  // namespace tt::tt_metal::experimental
