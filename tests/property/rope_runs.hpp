// RoPE runs that the properties are checked on: one position per batch entry and one per row, rows that fill no tile.
#pragma once

#include <string>
#include <vector>

#include "host/ops/rope.hpp"

namespace tessera::property {

struct Work {
    std::string name;
    host::RopePlan plan;
    std::vector<float> x;
    std::vector<std::int32_t> positions;
};

// Other seeds give other data and positions of the same shape.
inline Work work(bool per_row, std::uint64_t seed, bool through_srca = true) {
    host::RopeOptions options;
    options.batch = per_row ? 1 : 2;  // each row of tiles with positions of its own is lowered anew
    options.rows = 40;
    options.width = 160;
    options.rotary_dim = 128;
    options.per_row = per_row;
    options.exp = host::ExpVariant::exp_24f;
    options.through_srca = through_srca;
    Work w{per_row ? "per row" : "per batch entry", host::plan_rope(options), {}, {}};
    w.x = host::generate_values(seed, static_cast<std::size_t>(options.batch * options.rows * options.width));
    w.positions = host::generate_positions(w.plan, host::PositionKind::random, seed);
    return w;
}

inline host::RopeRun run(host::Device& device, const Work& w, const core::Options& options = {}) {
    return host::run_rope(device, w.plan, w.x, w.positions, options);
}

// A fresh device for one run.
inline host::RopeRun run(const arch::Arch& arch, const Work& w, const core::Options& options = {}) {
    host::Device device(arch);
    return run(device, w, options);
}

}  // namespace tessera::property
