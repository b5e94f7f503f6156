#include "host/ops/rope/job.hpp"

#include <algorithm>

#include "host/compile/toolchain.hpp"
#include "host/ops/argument.hpp"
#include "host/ops/rope/defines.hpp"
#include "host/ops/rope/options.hpp"
#include "host/ops/rope/schedule.hpp"
#include "host/ops/rope/table.hpp"

namespace tessera::host {
namespace {

using tensix::DataFormat;

constexpr std::uint32_t tile_page = 4096;  // an fp32 tile
constexpr std::uint32_t turn_cycles = 2;   // of the loop in which planned_reader.cpp waits

// Circular buffers of kernels/rope/work.hpp.
constexpr std::uint32_t cb_active = 0, cb_positions = 1, cb_table = 2, cb_lower_table = 3, cb_rotated = 16,
                        cb_passive = 17;

std::size_t size(std::int64_t value) { return static_cast<std::size_t>(value); }

// Angles of rows, of which either mover makes the half.
bool turns_rows(const RopeOptions& o) { return o.phase == RopePhase::turns && o.per_row; }

// A page holds the positions of the whole batch, or those of the rows of a batch entry.
std::uint32_t position_page(const RopeOptions& o) { return word((o.per_row ? o.rows : o.batch) * 4); }

void add_tensors(Job& job, const RopePlan& plan, Contents x, std::span<const std::int32_t> positions) {
    const RopeOptions& o = plan.options;
    const std::vector<std::size_t> shape{size(o.batch), size(o.rows), size(o.width)};
    job.tensors.push_back({.name = "x", .shape = shape, .contents = std::move(x)});
    job.tensors.push_back({.name = "y", .shape = shape});
    job.tensors.push_back({.name = "positions",
                           .format = DataFormat::int32,
                           .shape = {positions.size()},
                           .layout = Layout::rows,
                           .page_bytes = position_page(o),
                           .contents = contents_of(std::vector<std::int32_t>(positions.begin(), positions.end()))});
    if (!has_table(o)) return;
    std::vector<std::uint32_t> table = rope_table(plan);
    job.tensors.push_back({.name = "frequencies",
                           .format = DataFormat::uint32,
                           .shape = {table.size()},
                           .layout = Layout::rows,
                           .page_bytes = tile_page,
                           .contents = contents_of(std::move(table))});
}

// Tiles that the buffers of the movers hold; the article's four each.
struct BufferTiles {
    std::uint32_t units = 4, passive = 4;
};
BufferTiles buffer_tiles(const RopeOptions& o, const std::optional<RopeRounds>& rounds) {
    if (!rounds) return {};
    return {rounds->units.buffered * word(o.unit_tiles()), rounds->tiles.buffered};
}

void add_buffers(Job& job, const RopeOptions& o, const CoreRangeSet& cores, const BufferTiles& tiles) {
    const auto add = [&](std::uint32_t index, DataFormat format, std::uint32_t page, std::uint32_t pages) {
        job.circular_buffers.push_back({cores, page * pages, {{index, {format, page}}}, std::nullopt});
    };
    add(cb_active, DataFormat::fp32, tile_page, tiles.units);
    add(cb_rotated, DataFormat::fp32, tile_page, tiles.units);
    add(cb_passive, DataFormat::fp32, tile_page, tiles.passive);
    if (has_table(o)) add(cb_table, o.phase == RopePhase::turns ? DataFormat::int32 : DataFormat::fp32, tile_page, 2);
    if (turns_rows(o)) add(cb_lower_table, DataFormat::int32, tile_page, 2);
    // Last, since its pages may be small and what follows would no longer be aligned as a read from DRAM needs it.
    add(cb_positions, DataFormat::int32, o.per_row ? 128 : position_page(o), o.per_row ? 2 : 1);
}

void add_kernels(Job& job, const RopePlan& plan, const CoreRangeSet& cores, const std::optional<RopeRounds>& rounds) {
    const RopeOptions& o = plan.options;
    const std::filesystem::path folder = kernel_folder() / "rope";
    const auto mover = [&](const char* file, DataMovementKernel how, std::vector<std::uint32_t> compile_args) {
        KernelSpec spec;
        spec.path = (folder / file).string();
        spec.cores = cores;
        spec.data_movement = how;
        spec.defines = rope_mover_defines(plan);
        if (rounds && rounds->by_bank) spec.defines.emplace("ROPE_BY_BANK", "1");
        spec.compile_args = std::move(compile_args);
        return JobKernel{std::move(spec)};
    };
    const auto accessor = [&](std::size_t tensor) { return accessor_word(job.tensors[tensor]); };
    std::vector<std::uint32_t> reads{accessor(rope_x), accessor(rope_positions),
                                     static_cast<std::uint32_t>(plan.rung().source(o.per_row))};
    if (has_table(o)) reads.push_back(accessor(rope_angle_table));
    std::vector<std::uint32_t> writes{accessor(rope_y)};
    if (turns_rows(o)) writes.push_back(accessor(rope_angle_table));
    job.kernels.push_back(mover(rounds ? "planned_reader.cpp" : "reader.cpp", {abi::Risc::b, 0}, std::move(reads)));
    job.kernels.push_back(mover(rounds ? "planned_writer.cpp" : "writer.cpp", {abi::Risc::nc, 1}, std::move(writes)));
    KernelSpec compute;
    compute.path = (folder / plan.kernel()).string();
    compute.cores = cores;
    compute.compute.emplace();
    compute.compute->fp32_dest_acc = true;
    compute.compute->unpack_to_dst[cb_active] = !o.through_srca;
    compute.compute->unpack_to_dst[cb_table] = has_table(o);
    compute.compute->unpack_to_dst[cb_lower_table] = turns_rows(o);
    compute.defines = rope_compute_defines(plan);
    job.kernels.push_back({std::move(compute)});
}

void set_arguments(Job& job, const RopePlan& plan, const CoreCoord& core, const RopeShare& share,
                   const std::optional<RopeRounds>& rounds, std::int32_t first_position) {
    const RopeOptions& o = plan.options;
    const auto args = [&](std::size_t tensor, bool angles) {
        std::vector<Argument> all{AddressOf{tensor},      share.active.begin, share.active.end,
                                  share.passive.begin,    share.passive.end,  word(plan.width_tiles),
                                  word(plan.active_tiles)};
        const auto add = [&](std::initializer_list<Argument> more) { all.insert(all.end(), more); };
        if (angles || rounds)
            add({AddressOf{rope_positions}, position_page(o), word(plan.row_tiles), word(o.rows),
                 has_table(o) ? Argument{AddressOf{rope_angle_table}} : Argument{0u}});
        if (rounds)
            add({rounds->units.units, rounds->tiles.units, word(rounds->in_turn), share.first_tile, word(plan.tiles),
                 share.active.begin == share.active.end ? rounds->head_start / turn_cycles : 0});
        return all;
    };
    job.kernels[rope_reader].args[core] = args(rope_x, true);
    job.kernels[rope_writer].args[core] = args(rope_y, turns_rows(o));
    job.kernels[rope_compute].args[core] = {share.active.begin,   share.active.end, word(plan.units_per_row),
                                            word(plan.row_tiles), word(o.rows),     word(first_position)};
}

}  // namespace

Job rope_job(const arch::Arch& arch, const RopePlan& plan, const RopeLayout& layout, Contents x,
             std::span<const std::int32_t> positions) {
    const RopeOptions& o = plan.options;
    Job job;
    job.name = "rope";
    job.arch = &arch;
    job.elements = static_cast<double>(o.batch * o.rows * o.width);
    job.words = rope_words(plan, positions);
    job.judge = [plan, x, p = std::vector<std::int32_t>(positions.begin(), positions.end())](
                    std::span<const NpyArray> outputs, const views::JudgedShare& judged) {
        const NpyArray& y = outputs.front();
        views::Check check = judge(plan.problem(p), plan.bound(), x.as<float>(), y.as<float>(), judged);
        check.shape = y.shape;
        check.terms = plan.bound().summary(*std::ranges::max_element(p));
        return check;
    };
    add_tensors(job, plan, std::move(x), positions);
    job.outputs = {rope_y};
    std::vector<CoreCoord> used;
    for (const auto& [core, share] : layout.shares) used.push_back(core);
    const CoreRangeSet cores{std::span<const CoreCoord>(used)};
    add_buffers(job, o, cores, buffer_tiles(o, layout.rounds));
    add_kernels(job, plan, cores, layout.rounds);
    for (const auto& [core, share] : layout.shares)
        set_arguments(job, plan, core, share, layout.rounds, positions.front());
    return job;
}

Job rope_job(const arch::Arch& arch, const RopePlan& plan, Contents x, std::span<const std::int32_t> positions) {
    if (plan.options.schedule) {
        const RopeScheduled scheduled = schedule_rope(arch, plan);
        Job job = rope_job(arch, plan, scheduled.layout, std::move(x), positions);
        say(scheduled, job.words);
        return job;
    }
    const CoreCoord grid{static_cast<std::size_t>(arch.grid.compute_width),
                         static_cast<std::size_t>(arch.grid.compute_height)};
    const RopeLayout layout =
        article_layout(first_cores(grid, plan.options.cores), word(plan.units), word(plan.passive_tiles));
    return rope_job(arch, plan, layout, std::move(x), positions);
}

}  // namespace tessera::host
