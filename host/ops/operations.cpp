#include <fmt/format.h>

#include <array>

#include "host/ops/operation.hpp"
#include "host/ops/rms_norm/operation.hpp"
#include "host/ops/rope/fused/operation.hpp"
#include "host/ops/rope/ggml/operation.hpp"
#include "host/ops/rope/onnx/operation.hpp"
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
    static const std::array all{&rope_operation(), &rope_ggml_operation(), &rope_onnx_operation(),
                                &rope_fused_operation(), &rms_norm_operation()};
    return all;
}

}  // namespace tessera::host
