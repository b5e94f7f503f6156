// The cases of the rope_ggml vectors that a RopeProblem can say: f32, forward or backward, NeoX or normal pairing, with
// or without YaRN and factors, but no offset.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "host/ops/rope/reference.hpp"
#include "host/tensor/npy.hpp"
#include "tests/support/paths.hpp"

namespace tessera::golden {

struct RopeCase {
    std::string name;
    host::RopeProblem problem;
    host::NpyArray x, y, exact;
    double nmse;  // of y against exact, from the manifest
};

// ggml's ne = [D, heads, tokens, batch] becomes X[tokens * batch, heads, D] with a position per token: the heads of a
// token share it (rope-variants.md (d)).
inline std::vector<RopeCase> rope_cases(const std::filesystem::path& folder) {
    std::vector<RopeCase> out;
    const nlohmann::json manifest = nlohmann::json::parse(std::ifstream(folder / "manifest.json"));
    for (const nlohmann::json& c : manifest.at("cases")) {
        const std::string op = c.at("op"), mode = c.at("mode");
        if ((op != "rope" && op != "rope_back") || c.at("type") != "f32" || (mode != "neox" && mode != "normal") ||
            c.at("n_offs") != 0)
            continue;
        const auto load = [&](const char* role) {
            return host::read_npy(folder / c.at("files").at(role).at("file").get<std::string>());
        };
        RopeCase g{c.at("name"), {}, load("x"), load("y"), load("y_exact"), c.at("nmse_y_vs_exact")};
        const auto& ne = c.at("ne");
        g.problem.width = ne.at(0);
        g.problem.rows = ne.at(1);
        g.problem.batch = ne.at(2).get<std::int64_t>() * ne.at(3).get<std::int64_t>();
        g.problem.rotary_dim = c.at("n_dims");
        g.problem.base = c.at("freq_base");
        g.problem.pairing = mode == "neox" ? host::RopePairing::neox : host::RopePairing::normal;
        g.problem.backward = !c.at("forward").get<bool>();
        g.problem.yarn = {c.at("freq_scale"), c.at("ext_factor"), c.at("attn_factor"),
                          c.at("beta_fast"),  c.at("beta_slow"),  c.at("n_ctx_orig")};
        if (c.at("files").contains("freq_factors")) {
            const host::NpyArray factors = load("freq_factors");
            const auto values = factors.as<float>();
            g.problem.factors.assign(values.begin(), values.end());
        }
        const host::NpyArray positions = load("pos");
        for (std::int64_t i3 = 0; i3 < ne.at(3); ++i3)
            for (std::int32_t p : positions.as<std::int32_t>()) g.problem.positions.push_back(p);
        out.push_back(std::move(g));
    }
    return out;
}

// The small copy in the repository.
inline std::filesystem::path small_rope_folder() { return TESSERA_SOURCE_DIR "/tests/data/rope_ggml"; }
// The whole set, which need not exist.
inline std::filesystem::path whole_rope_folder() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "vectors/rope_ggml";
}

}  // namespace tessera::golden
