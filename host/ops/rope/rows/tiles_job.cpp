#include "host/ops/rope/rows/tiles_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/ops/rope/job.hpp"
#include "host/ops/rope/rules.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::size_t tile = 32;

// In half a line what is in the way of tiles, or nothing.
std::string obstacle(const Rotation& r) {
    const RowPairs& p = r.pairs;
    if (r.caches) return "cosines and sines are the user's";
    if (r.norm) return "rows are normalised first";
    if (r.tensors.size() != 2) return fmt::format("rows of {} tensors", r.tensors.size());
    for (const RowTensor& tensor : r.tensors)
        if (tensor.format != tensix::DataFormat::fp32) return fmt::format("elements are {}", name(tensor.format));
    if (p.first != 0) return fmt::format("the first element that turns is {}", p.first);
    const std::size_t unit = p.step == 1 ? 2 * tile : tile;
    if (p.step == 1 && p.distance != p.count) return "pairs are not halves of what turns";
    if (2 * p.count % unit != 0) return fmt::format("{} elements turn, which are no multiple of {}", 2 * p.count, unit);
    if (std::ranges::any_of(r.angles, [](const PairAngle& a) { return a.stream != 0; }))
        return "pairs take several positions";
    const RowMove& first = r.rows.front();
    for (std::size_t i = 0; i < r.rows.size(); ++i) {
        const RowMove& row = r.rows[i];
        if (!row.turns) return "some rows are copied";
        if (row.source != first.source || row.target == row.source) return "rows turn in place";
        if (row.source_element != i * r.width || row.target_element != i * r.width)
            return "rows do not follow each other without gaps";
    }
    if (element_count(r.tensors[first.source].shape) != r.rows.size() * r.width)
        return "rows are not all of the tensor";
    return {};
}

// Rows in a run that share their position, if all runs are of that length.
std::size_t rows_a_position(const Rotation& r) {
    std::size_t length = 1;
    while (length < r.rows.size() && r.rows[length].positions[0] == r.rows[0].positions[0]) ++length;
    if (r.rows.size() % length != 0) return 1;
    for (std::size_t i = 0; i < r.rows.size(); ++i)
        if (r.rows[i].positions[0] != r.rows[i / length * length].positions[0]) return 1;
    return length;
}

std::size_t tiles_of(std::size_t rows) { return padded_to_tile(rows) / tile; }

}  // namespace

TilesChoice tiles_choice(const Rotation& r, std::uint32_t cores) {
    if (std::string why = obstacle(r); !why.empty()) return {std::nullopt, std::move(why)};
    RopeOptions o;
    const std::size_t run = rows_a_position(r), batches = r.rows.size() / run;
    // A tile whose rows have a position each costs about as much as three that share one.
    o.per_row = run == 1 || batches * tiles_of(run) > 3 * tiles_of(r.rows.size());
    o.batch = static_cast<std::int64_t>(o.per_row ? 1 : batches);
    o.rows = static_cast<std::int64_t>(o.per_row ? r.rows.size() : run);
    o.width = static_cast<std::int64_t>(r.width);
    o.rotary_dim = static_cast<std::int64_t>(2 * r.pairs.count);
    o.pairing = r.pairs.step == 1 ? RopePairing::neox : RopePairing::normal;
    o.phase = RopePhase::turns;
    o.through_srca = false;
    o.yarn.attn_factor = r.magnitude;
    for (const PairAngle& angle : r.angles) o.frequencies.push_back(angle.frequency);
    o.cores = cores;
    TilesPlan out;
    try {
        out.plan = plan_rope(o);
    } catch (const fault::InputError& error) {
        return {std::nullopt, error.what()};
    }
    for (std::size_t i = 0; i < r.rows.size(); i += o.per_row ? 1 : run)
        out.positions.push_back(r.rows[i].positions[0]);
    return {std::move(out), {}};
}

Job tiles_job(const arch::Arch& arch, const Rotation& r, const TilesPlan& plan) {
    Job job = rope_job(arch, plan.plan, *r.tensors[r.rows.front().source].contents, plan.positions);
    job.tensors[rope_y].host_shape = r.tensors[r.rows.front().target].shape;
    return job;
}

}  // namespace tessera::host
