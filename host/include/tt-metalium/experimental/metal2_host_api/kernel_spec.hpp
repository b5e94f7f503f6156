// A compiled kernel: source, what it is compiled with, what it uses by which names, which arguments it takes. Where it
// runs is said by the work units of the program (program_spec.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "advanced_options.hpp"
#include "compute_hardware_config.hpp"
#include "data_movement_hardware_config.hpp"
#include "dataflow_buffer_spec.hpp"
#include "scratchpad_spec.hpp"
#include "semaphore_spec.hpp"
#include "tensor_parameter.hpp"

namespace tt::tt_metal::experimental {

struct KernelSpec {
    KernelSpecName unique_id = {};

    // A file, looked for as CreateKernel does, or the text itself.
    struct SourceCode {
        std::string code;
    };
    std::variant<std::filesystem::path, SourceCode> source = {};

    std::uint32_t num_threads = 1;  // 1 on these chips

    struct CompilerOptions {
        using IncludePaths = std::vector<std::filesystem::path>;
        using Defines = Table<std::string, std::string>;
        using OptLevel = KernelBuildOptLevel;
        IncludePaths include_paths = {};
        Defines defines = {};
        OptLevel opt_level = OptLevel::O2;
    };
    CompilerOptions compiler_options = {};

    // In the kernel: DataflowBuffer(dfb::NAME), Semaphore(sem::NAME), Scratchpad<T>(scratch::NAME),
    // TensorAccessor(tensor::NAME).
    struct DFBBinding {
        enum class EndpointType : std::uint8_t { PRODUCER, CONSUMER };
        enum class AccessPattern : std::uint8_t { STRIDED, ALL, BLOCKED };  // one thread: all the same
        DFBSpecName dfb_spec_name;
        std::string accessor_name;
        EndpointType endpoint_type;
        AccessPattern access_pattern = AccessPattern::STRIDED;
    };
    Group<DFBBinding> dfb_bindings = {};
    struct SemaphoreBinding {
        SemaphoreSpecName semaphore_spec_name;
        std::string accessor_name;
    };
    Group<SemaphoreBinding> semaphore_bindings = {};
    struct ScratchpadBinding {
        ScratchpadSpecName scratchpad_spec_name;
        std::string accessor_name;
    };
    Group<ScratchpadBinding> scratchpad_bindings = {};
    struct TensorBinding {
        TensorParamName tensor_parameter_name;
        std::string accessor_name;
    };
    Group<TensorBinding> tensor_bindings = {};

    // In the kernel: get_arg(args::NAME).
    using CompileTimeArgs = Table<std::string, std::uint32_t>;
    CompileTimeArgs compile_time_args = {};
    struct RuntimeArgSchema {
        Group<std::string> runtime_arg_names = {};
        Group<std::string> common_runtime_arg_names = {};
    };
    RuntimeArgSchema runtime_arg_schema = {};

    std::variant<DataMovementHardwareConfig, ComputeHardwareConfig> hw_config = {};
    KernelAdvancedOptions advanced_options = {};

    bool is_data_movement_kernel() const { return std::holds_alternative<DataMovementHardwareConfig>(hw_config); }
    bool is_compute_kernel() const { return std::holds_alternative<ComputeHardwareConfig>(hw_config); }
};

using DFBBinding = KernelSpec::DFBBinding;
using DFBEndpointType = DFBBinding::EndpointType;
using DFBAccessPattern = DFBBinding::AccessPattern;
using SemaphoreBinding = KernelSpec::SemaphoreBinding;
using ScratchpadBinding = KernelSpec::ScratchpadBinding;
using TensorBinding = KernelSpec::TensorBinding;

inline DFBBinding ProducerOf(DFBSpecName buffer, std::string accessor_name) {
    return {std::move(buffer), std::move(accessor_name), DFBEndpointType::PRODUCER};
}
inline DFBBinding ConsumerOf(DFBSpecName buffer, std::string accessor_name,
                             DFBAccessPattern pattern = DFBAccessPattern::STRIDED) {
    return {std::move(buffer), std::move(accessor_name), DFBEndpointType::CONSUMER, pattern};
}

}  // namespace tt::tt_metal::experimental
