#include <fmt/format.h>

#include <memory>
#include <vector>

#include "host/compile/toolchain.hpp"
#include "host/ops/declared.hpp"
#include "host/ops/operation.hpp"
#include "host/ops/rms_norm/operation.hpp"
#include "host/ops/rope/operation.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

GoldenCase Operation::golden(const nlohmann::json&, const nlohmann::json&, const std::filesystem::path&,
                             const arch::Arch&) const {
    throw fault::InputError(fmt::format("{} has no golden cases", name()));
}

std::unique_ptr<CaseList> Operation::cases(const std::filesystem::path&, std::uint64_t) const {
    throw fault::InputError(fmt::format("{} has no list of cases", name()));
}

std::span<const Operation* const> operations() {
    // Where no kernels are found only what runs them says so.
    static const std::vector<std::unique_ptr<const Operation>> declared = [] {
        std::filesystem::path kernels;
        try {
            kernels = kernel_folder();
        } catch (const fault::InputError&) {
        }
        return declared_operations(kernels);
    }();
    static const std::vector<const Operation*> all = [] {
        std::vector<const Operation*> list{&rope_operation(), &rope_ggml_operation(), &rope_onnx_operation(),
                                           &rope_fused_operation(), &rms_norm_operation()};
        for (const auto& one : declared) list.push_back(one.get());
        return list;
    }();
    return all;
}

}  // namespace tessera::host
