#include "host/ops/rope/rows/job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "host/ops/rope/rows/bound.hpp"
#include "host/ops/rope/rows/elements.hpp"
#include "host/ops/rope/rows/rows_job.hpp"
#include "host/ops/rope/rows/tiles_job.hpp"
#include "host/tensor/tilize.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

struct Taken {
    std::string name;    // "tiles" or "rows"
    std::string why;     // of the choice
    std::string work;    // what the cores share
    std::string layout;  // what the host does to the arrays
    Job job = {};
};

std::uint32_t all_cores(const arch::Arch& arch) {
    return static_cast<std::uint32_t>(arch.grid.compute_width * arch.grid.compute_height);
}

std::uint64_t bytes_of(const Job& job) {
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : job.tensors) bytes += buffer_bytes(tensor);
    return bytes;
}

std::uint64_t array_bytes(const Rotation& r) {
    std::uint64_t bytes = 0;
    for (const RowTensor& tensor : r.tensors)
        bytes += element_count(tensor.shape) * size_of(dtype_of_bits(tensor.format));
    return bytes;
}

// Every row once from its source and once to its target.
std::uint64_t least_bytes(const Rotation& r) {
    std::uint64_t bytes = 0;
    const auto of = [&](std::uint32_t tensor) { return size_of(dtype_of_bits(r.tensors[tensor].format)); };
    for (const RowMove& row : r.rows) bytes += r.width * (of(row.source) + of(row.target));
    return bytes;
}

Taken by_tiles(const arch::Arch& arch, const Rotation& r, TilesPlan plan, std::uint32_t cores) {
    RopeOptions& o = plan.plan.options;
    o.cores = std::min(cores, static_cast<std::uint32_t>(std::max(plan.plan.units, plan.plan.passive_tiles)));
    Job job = tiles_job(arch, r, plan);
    return {.name = "tiles",
            .why = "pairs lie as tiles do",
            .work = fmt::format("{} unit(s) of {} tile(s) turn, {} tile(s) pass through, one position per {}",
                                plan.plan.units, o.unit_tiles(), plan.plan.passive_tiles,
                                o.per_row ? "row" : fmt::format("{} rows", o.rows)),
            .layout = fmt::format("tilized on the way in and out: {} bytes of arrays, {} bytes of DRAM with padding",
                                  array_bytes(r), bytes_of(job)),
            .job = std::move(job)};
}

Taken by_rows(const arch::Arch& arch, const Rotation& r, std::uint32_t cores, const std::string& why) {
    const RowLayout layout = row_layout(arch, r, cores);
    const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(cores, layout.blocks.size()));
    const auto shared = std::ranges::count_if(layout.blocks, &RowBlock::alike);
    Job job = rows_job(arch, r, layout, most);
    return {.name = "rows",
            .why = why,
            .work = fmt::format("{} row(s) in {} block(s) of {} unit(s) of 32 pairs{}", r.rows.size(),
                                layout.blocks.size(), layout.units,
                                shared != 0 ? fmt::format(", {} of rows that share their positions", shared) : "") +
                    (layout.tilized() ? ", tilized by the unpacker" : ", gathered by the movers"),
            .layout = fmt::format("arrays as they are: {} bytes, {} bytes of DRAM with padding and row descriptions",
                                  array_bytes(r), bytes_of(job)),
            .job = std::move(job)};
}

// Tiles where they are possible and their padding costs less than parting rows into pairs does: a tile of pairs that
// the movers gather element by element takes them about as long as six that they only pass on.
Taken take(const arch::Arch& arch, const Rotation& r, const RotationOptions& options) {
    const std::uint32_t cores = options.cores == 0 ? all_cores(arch) : options.cores;
    if (options.path == RotationPath::rows) return by_rows(arch, r, cores, "asked for");
    TilesChoice tiles = tiles_choice(r, cores);
    if (!tiles.plan && options.path == RotationPath::tiles)
        throw InputError(fmt::format("{} cannot go by tiles: {}; nearest: rows", r.name, tiles.why_not));
    if (!tiles.plan) return by_rows(arch, r, cores, fmt::format("not tiles: {}", tiles.why_not));
    const RopePlan& plan = tiles.plan->plan;
    const double filled =
        static_cast<double>(plan.units * 32 * 32) / static_cast<double>(r.rows.size() * r.pairs.count);
    if (options.path == RotationPath::fitting && filled > 6)
        return by_rows(arch, r, cores, fmt::format("not tiles: they would be {:.0f} % padding", 100 - 100 / filled));
    return by_tiles(arch, r, std::move(*tiles.plan), cores);
}

Words words_of(const Rotation& r, const Taken& taken) {
    const RowTensor& x = r.tensors[r.rows.front().source];
    const auto turning = static_cast<std::size_t>(std::ranges::count_if(r.rows, &RowMove::turns));
    const std::string shape =
        fmt::format("{} row(s) of {} element(s), {} pair(s) of each turn", turning, r.width, r.pairs.count);
    Words words;
    words.title = fmt::format("{} {} {}", r.name, name(x.format), shape_text(x.shape));
    words.about = fmt::format("by {}", taken.name);
    words.subject = fmt::format("by {} ({})", taken.name, taken.why);
    words.details = {{"shape", shape}, {"work", taken.work}, {"host", taken.layout}};
    words.details.insert(words.details.end(), r.details.begin(), r.details.end());
    words.facts = {
        {"path", fmt::format("{}: {}", taken.name, taken.why)}, {"work", taken.work}, {"host", taken.layout}};
    words.facts.insert(words.facts.end(), r.details.begin(), r.details.end());
    words.options = {{"contract", r.name},           {"format", name(x.format)}, {"path", taken.name},
                     {"path_why", taken.why},        {"cores", nullptr},         {"lowering", nullptr},
                     {"profiler_overhead", nullptr}, {"blind_time", nullptr}};
    words.more["work"] = {
        {"rows", r.rows.size()}, {"turning_rows", turning}, {"width", r.width}, {"pairs", r.pairs.count}};
    words.more["host"] = {
        {"array_bytes", array_bytes(r)}, {"least_bytes", least_bytes(r)}, {"dram_bytes", bytes_of(taken.job)}};
    return words;
}

}  // namespace

Job rotation_job(const arch::Arch& arch, Rotation rotation, const RotationOptions& options) {
    for (RowTensor& tensor : rotation.tensors)
        if (tensor.contents) tensor.contents = bits_of(tensor.name, *tensor.contents, tensor.format);
    check(rotation);
    check_numbers(rotation);
    if (rotation.caches) {
        const auto turning = std::ranges::find_if(rotation.rows, &RowMove::turns);
        const auto format = rotation.tensors[turning->source].format;
        for (Contents* values : {&rotation.caches->cosines, &rotation.caches->sines})
            *values = bits_of("caches", *values, format);
    }
    Taken taken = take(arch, rotation, options);
    Words words = words_of(rotation, taken);
    Job job = std::move(taken.job);
    job.name = rotation.name;
    job.words = std::move(words);
    job.least_bytes = least_bytes(rotation);
    const auto kept = std::make_shared<const Rotation>(std::move(rotation));
    job.judge = [kept](std::span<const NpyArray> outputs, const views::JudgedShare& judged) {
        return judge(*kept, outputs, judged);
    };
    return job;
}

}  // namespace tessera::host
