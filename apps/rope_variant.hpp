// The options of `tessera rope` that say which RoPE it is: the pairing, YaRN, frequency factors, the direction
// (rope-variants.md (a)).
#pragma once

#include <string>

#include "host/ops/rope/plan.hpp"

namespace CLI {
class App;
}

namespace tessera::apps {

struct RopeVariant {
    std::string mode = "neox";
    std::string factors;  // a file, or `random`
};

// YaRN's options and the direction go straight to `rope`; both must outlive the parse.
void add_rope_variant_options(CLI::App& app, RopeVariant& variant, host::RopeOptions& rope);

// Adds to `options` what the words mean. A rung brings along what it is about: N normal pairs, F random factors.
void apply_rope_variant(const RopeVariant& variant, std::uint64_t seed, host::RopeOptions& options);

// One line of what is not plain forward NeoX, empty where nothing is.
std::string describe_rope_variant(const host::RopeOptions& options);

}  // namespace tessera::apps
