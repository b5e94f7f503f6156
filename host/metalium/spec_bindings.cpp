#include "host/metalium/spec_bindings.hpp"

#include <fmt/format.h>

namespace tt::tt_metal::experimental {

tensor_accessor::ArgsConfig accessor_config(const TensorParameter& parameter) {
    using tensor_accessor::ArgConfig;
    if (!parameter.any_shape() || !parameter.spec.memory_config().is_sharded()) return ArgConfig::None;
    return ArgConfig::RuntimeTensorShape;
}

std::string bindings_text(const KernelSpec& spec, const SpecBindings::Kernel& kernel, const BindingNumbers& numbers) {
    std::string text = "#include \"experimental/kernel_args.h\"\n#include \"tessera/binding_tokens.h\"\n";
    if (!spec.scratchpad_bindings.empty()) text += "#include \"api/scratchpad.h\"\n";

    text += "namespace args {\n";
    for (std::size_t i = 0; i < kernel.names.size(); ++i)
        text += fmt::format("inline constexpr ::experimental::RtaArg<uint32_t> {}{{{}}};\n", kernel.names[i], 4 * i);
    for (std::size_t i = 0; i < kernel.common_names.size(); ++i)
        text += fmt::format("inline constexpr ::experimental::CrtaArg<uint32_t> {}{{{}}};\n", kernel.common_names[i],
                            4 * i);
    for (const auto& [name, value] : spec.compile_time_args)
        text += fmt::format("inline constexpr ::experimental::CtaVal<uint32_t> {}{{{:#x}u}};\n", name, value);

    // A kernel may bind one buffer at both ends by one name.
    text += "}\nnamespace dfb {\n";
    std::vector<std::string> written;
    for (const DFBBinding& binding : spec.dfb_bindings) {
        if (std::ranges::find(written, binding.accessor_name) != written.end()) continue;
        written.push_back(binding.accessor_name);
        text += fmt::format("inline constexpr ::DFBBindingToken {}{{{}}};\n", binding.accessor_name,
                            *numbers.buffers.get(binding.dfb_spec_name));
    }
    text += "}\nnamespace sem {\n";
    for (const SemaphoreBinding& binding : spec.semaphore_bindings)
        text += fmt::format("inline constexpr uint32_t {} = {};\n", binding.accessor_name,
                            *numbers.semaphores.get(binding.semaphore_spec_name));
    text += "}\nnamespace scratch {\n";
    std::size_t word = kernel.first_common_vararg - spec.scratchpad_bindings.size();
    for (const ScratchpadBinding& binding : spec.scratchpad_bindings)
        text += fmt::format("inline constexpr ::ScratchpadBindingToken {}{{{}, {}}};\n", binding.accessor_name, word++,
                            *numbers.scratchpad_bytes.get(binding.scratchpad_spec_name));
    text += "}\nnamespace tensor {\n";
    for (const SpecBindings::Tensor& tensor : kernel.tensors)
        text += fmt::format(
            "using {0}_t = ::tensor_accessor::TensorBindingToken<{1}, {2}>;\ninline constexpr {0}_t {0}{{}};\n",
            tensor.accessor_name, tensor.first_compile, 4 * tensor.first_common);

    // The older name of the last, until May 2026.
    return text + fmt::format(
                      "}}\nnamespace ta {{ using namespace tensor; }}\n"
                      "FORCE_INLINE uint32_t get_vararg(uint32_t i) {{\n"
                      "    return get_arg_val<uint32_t>(static_cast<int>({} + i));\n}}\n"
                      "FORCE_INLINE uint32_t get_common_vararg(uint32_t i) {{\n"
                      "    return get_common_arg_val<uint32_t>(static_cast<int>({} + i));\n}}",
                      kernel.first_runtime_vararg(), kernel.first_common_vararg);
}

}  // namespace tt::tt_metal::experimental
