// A program as plain data, all of it that does not change from run to run: MakeProgramFromSpec makes it (program.hpp).
#pragma once

#include "kernel_spec.hpp"

namespace tt::tt_metal::experimental {

// Kernels that run together on each of the nodes.
struct WorkUnitSpec {
    std::string name = {};
    Group<KernelSpecName> kernels = {};
    Nodes target_nodes = {};
};

struct ProgramSpec {
    std::string name = {};
    Group<KernelSpec> kernels = {};
    Group<DataflowBufferSpec> dataflow_buffers = {};
    Group<CrossNodeDataflowBufferSpec> cross_node_dataflow_buffers = {};
    Group<SemaphoreSpec> semaphores = {};
    Group<ScratchpadSpec> scratchpads = {};
    Group<TensorParameter> tensor_parameters = {};
    Group<WorkUnitSpec> work_units = {};
    ProgramAdvancedOptions advanced_options = {};
};

}  // namespace tt::tt_metal::experimental
