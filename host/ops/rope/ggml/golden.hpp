// The cases of a manifest of GGML's own results: ROPE, ROPE_BACK, RMS norm times weight then ROPE, and ROPE whose
// tokens become rows of another array. `y` is what GGML's CPU back end computed, `y_exact` the same formula in double.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "host/ops/operation.hpp"
#include "host/ops/rope/ggml/problem.hpp"

namespace tessera::host {

bool is_ggml_golden(const nlohmann::json& one_case);

struct GgmlGolden {
    std::string name;
    GgmlCall call;
    // y_exact within GGML's own criterion; y within that and four times its own distance from the exact result, as GGML
    // rounds its angles (rope-variants.md (e)).
    std::vector<GoldenArray> arrays;
};
// Sets the limit of a result of GGML's that lies `own`, as NMSE, from the exact one, and says so where it matters.
void allow_for_ggml(GoldenArray& y, double limit, double own);

// InputError for what the case lacks or contradicts.
GgmlGolden ggml_golden(const nlohmann::json& one_case, const std::filesystem::path& folder);

}  // namespace tessera::host
