// What a Program made from a ProgramSpec remembers of it: which arguments its kernels take in which order, and which
// tensors and buffers they name (spec/kernel-api.md 5.6).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tt-metalium/experimental/metal2_host_api/program_spec.hpp"
#include "tt-metalium/program.hpp"
#include "tt-metalium/tensor_accessor_args.hpp"

namespace tt::tt_metal::experimental {

struct SpecBindings {
    using Values = std::vector<std::optional<std::uint32_t>>;

    // A tensor among the common arguments: its address, then those words of its accessor that are runtime arguments.
    struct Tensor {
        TensorParamName parameter;
        std::string accessor_name;
        std::size_t first_common = 0, first_compile = 0, words = 1;
    };
    // Arguments are words with names and then words without. Of the common ones tensors and scratchpads stand between.
    struct Kernel {
        KernelSpecName name = {};
        KernelHandle handle = 0;
        CoreRangeSet nodes = {};
        Group<std::string> names = {}, common_names = {};
        std::size_t first_common_vararg = 0;
        std::vector<Tensor> tensors = {};
        std::map<NodeCoord, Values> values = {};
        Values common_values = {};
        std::size_t first_runtime_vararg() const { return names.size(); }
    };
    struct Buffer {
        DFBSpecName name;
        CBHandle handle = 0;
        std::uint8_t index = 0;
        std::uint32_t entry_size = 0, num_entries = 0;
        std::optional<TensorParamName> borrowed_from;
    };

    std::string program;  // its name, for messages
    std::vector<Kernel> kernels;
    std::vector<Buffer> buffers;
    Group<TensorParameter> tensors;
    bool complete = false;  // SetProgramRunArgs was called
};

// Which words of the accessor are runtime arguments.
tensor_accessor::ArgsConfig accessor_config(const TensorParameter& parameter);

// What stands for a part in a kernel: the number of a circular buffer or of a semaphore, the bytes of a scratchpad.
struct BindingNumbers {
    Table<DFBSpecName, std::uint8_t> buffers;
    Table<SemaphoreSpecName, std::uint32_t> semaphores;
    Table<ScratchpadSpecName, std::uint32_t> scratchpad_bytes;
};
// The constants of namespaces args, dfb, sem, scratch and tensor.
std::string bindings_text(const KernelSpec& spec, const SpecBindings::Kernel& kernel, const BindingNumbers& numbers);

}  // namespace tt::tt_metal::experimental
