#include "host/ops/rope/defines.hpp"

#include <fmt/format.h>

#include <cmath>

namespace tessera::host {
namespace {

std::string exact(double value) { return fmt::format("{:a}", value); }

Defines shared_defines(const RopeOptions& o) {
    Defines defines;
    if (o.pairing == RopePairing::normal) defines.emplace("ROPE_NORMAL", "1");
    switch (o.phase) {
        case RopePhase::computed:
            if (!o.factors.empty()) defines.emplace("ROPE_FACTORS", "1");
            break;
        case RopePhase::split: defines.emplace("ROPE_SPLIT", "1"); break;
        case RopePhase::turns:
            defines.emplace("ROPE_TURNS", "1");
            if (o.per_row) defines.emplace("ROPE_PER_ROW", "1");
            break;
    }
    return defines;
}

// kernels/rope/frequencies.hpp: YaRN by columns, of which normal pairing takes two a pair.
void add_yarn(Defines& defines, const RopeOptions& o) {
    const Yarn& yarn = o.yarn;
    if (yarn.scales()) defines["ROPE_FREQ_SCALE"] = exact(yarn.freq_scale);
    if (yarn.ramps()) {
        const YarnRamp ramp = yarn_ramp(yarn, o.rotary_dim, o.base);
        const double columns = o.pairing == RopePairing::normal ? 2 : 1;
        defines["ROPE_RAMP_FIRST"] = exact(ramp.first * columns);
        defines["ROPE_RAMP_STEP"] = exact(1 / (ramp.width * columns));
        defines["ROPE_EXT_FACTOR"] = exact(yarn.ext_factor);
    }
}

// What kernels/rope/frequencies.hpp needs; tables have it worked in.
void add_frequencies(Defines& defines, const RopeOptions& o) {
    defines["FREQ_BASE_LOG"] = exact(std::log(o.base));
    defines["ROPE_EXP"] = std::string(name(o.exp));
    if (o.backward) defines.emplace("ROPE_BACKWARD", "1");
    add_yarn(defines, o);
}

}  // namespace

Defines rope_mover_defines(const RopePlan& plan) {
    Defines defines = shared_defines(plan.options);
    if (plan.rung().interleaved) defines.emplace("ROPE_INTERLEAVED", "1");
    return defines;
}

Defines rope_compute_defines(const RopePlan& plan) {
    Defines defines = shared_defines(plan.options);
    if (plan.options.phase == RopePhase::computed) add_frequencies(defines, plan.options);
    if (const double m = magnitude(plan.options.yarn); m != 1) defines["ROPE_MAGNITUDE"] = exact(m);
    return defines;
}

}  // namespace tessera::host
