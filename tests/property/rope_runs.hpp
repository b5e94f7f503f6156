// RoPE runs that the properties are checked on: one position per batch entry and one per row, rows that fill no tile.
#pragma once

#include <string>
#include <vector>

#include "host/job/generate.hpp"
#include "host/ops/rope/rope.hpp"

namespace tessera::property {

struct Work {
    host::RopePlan plan;
    std::vector<float> x;
    std::vector<std::int32_t> positions;
};

// Other seeds give other data and positions of the same shape.
inline Work work(const host::RopeOptions& options, std::uint64_t seed) {
    Work w{host::plan_rope(options), {}, {}};
    w.x = host::generate_values(seed, static_cast<std::size_t>(options.batch * options.rows * options.width));
    w.positions = host::generate_positions(w.plan, host::PositionKind::random, seed);
    return w;
}

inline Work work(bool per_row, std::uint64_t seed, bool through_srca = true) {
    host::RopeOptions options;
    options.batch = per_row ? 1 : 2;  // each row of tiles with positions of its own is lowered anew
    options.rows = 40;
    options.width = 160;
    options.rotary_dim = 128;
    options.per_row = per_row;
    options.exp = host::ExpVariant::exp_24f;
    options.through_srca = through_srca;
    return work(options, seed);
}

// A pair of tiles and two that pass, on a rung of the ladder.
inline host::RopeOptions rung_options(host::Rung rung) {
    host::RopeOptions options;
    options.width = 128;
    options.rotary_dim = 64;
    options.rung = rung;
    options.per_row = host::row(rung).batch_kernel.empty();
    if (host::row(rung).needs.normal) options.pairing = host::RopePairing::normal;
    if (host::row(rung).needs.factors) options.factors.assign(32, 1.0f);
    options.exp = host::ExpVariant::exp_24f;
    return options;
}

// Work for so many cores, each with something to do.
inline host::RopeOptions core_options(std::uint32_t cores, bool per_row) {
    host::RopeOptions options = rung_options(host::last_rung(per_row));
    options.batch = 2;
    options.rows = 64;
    options.cores = cores;
    return options;
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
