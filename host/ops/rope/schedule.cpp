#include "host/ops/rope/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/ops/argument.hpp"
#include "host/ops/rope/job.hpp"
#include "host/ops/rope/table.hpp"
#include "host/run/execute.hpp"
#include "host/schedule/play.hpp"
#include "sim/tensix/tile.hpp"
#include "sim/views/summary.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t tile_bytes = 4096;
constexpr std::uint32_t article_units = 2, article_tiles = 4;  // that the article's buffers of four tiles hold
constexpr std::size_t active = 0, passive = 1;                 // classes of the problem

std::int64_t signed_cycles(Cycle cycles) { return static_cast<std::int64_t>(cycles); }

// Tiles of the L1 that the buffers of positions and of the table leave.
std::uint32_t room(const arch::Arch& arch, const RopeOptions& o) {
    const auto bytes = static_cast<std::int64_t>(arch.l1.bytes) - arch.l1.unreserved_base;
    const std::int64_t positions = o.per_row ? 2 * tensix::tile_side : o.batch, tables = has_table(o) ? 4 : 0;
    return word(std::max<std::int64_t>(0, bytes / tile_bytes - positions * 4 / tile_bytes - tables - 1));
}

Problem problem_of(const arch::Arch& arch, const RopePlan& plan) {
    const std::uint32_t row = word(plan.width_tiles), units = word(plan.units_per_row),
                        rotated = word(plan.active_tiles), rest = word(plan.passive_per_row),
                        partners = word(plan.options.unit_tiles());
    Problem problem;
    problem.arch = &arch;
    problem.cores = plan.options.cores;
    problem.page_bytes = tile_bytes;
    problem.buffer_pages = room(arch, plan.options);
    problem.classes.push_back(
        {.name = partners == 2 ? "pairs" : "tiles",
         .count = word(plan.units),
         .pages = partners,
         .page = [=](std::uint32_t id, std::uint32_t i) { return id / units * row + id % units + i * units; }});
    // Kernels that look at a row's positions while the reader may bring those of later rows lean on the article's
    // buffers: what the unpacking core has let go of, the vector core still reads.
    if (plan.options.per_row && plan.kernel().starts_with("ladder/"))
        problem.classes.back().most_buffered = article_units;
    problem.classes.push_back(
        {.name = "passive tiles",
         .count = word(plan.passive_tiles),
         .page = [=](std::uint32_t id, std::uint32_t) { return id / rest * row + rotated + id % rest; },
         .by_bank = true});
    return problem;
}

// The same kernels with as little work as shows what a unit costs: so many units, and as many tiles that do not rotate.
RopePlan small_plan(const RopePlan& plan, std::int64_t units) {
    RopeOptions o = plan.options;
    o.batch = 1;
    o.rows = (units + plan.units_per_row - 1) / plan.units_per_row * tensix::tile_side;
    o.width = o.rotary_dim + units * tensix::tile_side;
    o.cores = 1;
    o.schedule.reset();
    return plan_rope(o);
}

// What a run took, and for how long of it a mover was at work, or waited for what it reads.
struct Run {
    std::int64_t cycles = 0;
    struct {
        std::int64_t busy = 0, reading = 0;
    } reader, writer;
};

// For zeros at position 1.
Cycle time_of(const arch::Arch& arch, const RopePlan& plan, const RopeLayout& layout,
              watch::Listener* listener = nullptr) {
    const std::vector<float> x(static_cast<std::size_t>(plan.options.batch * plan.options.rows * plan.options.width));
    const std::vector<std::int32_t> positions(plan.position_count(), 1);
    core::Options options;
    options.blind_time = true;
    options.races = false;
    Device device(arch);
    if (listener != nullptr) device.machine().hub().add(*listener);
    return execute(device, rope_job(arch, plan, layout, contents_kept(std::span(x)), positions), options).cycles;
}

Run run_on_one_core(const arch::Arch& arch, const RopePlan& plan, UnitRange units, UnitRange tiles, RopeRounds rounds) {
    const RopeLayout layout{{{CoreCoord{0, 0}, {units, tiles, word(plan.active_tiles)}}}, rounds};
    views::Summary summary;
    Run run;
    run.cycles = signed_cycles(time_of(arch, plan, layout, &summary));
    for (const views::SummaryLine& line : summary.lines()) {
        if (line.track.row != watch::brisc && line.track.row != watch::ncrisc) continue;
        auto& mover = line.track.row == watch::brisc ? run.reader : run.writer;
        mover.busy = signed_cycles(line.busy);
        mover.reading = signed_cycles(line.waited[static_cast<std::size_t>(watch::WaitReason::noc_read)]);
    }
    return run;
}

Cycle played_on_one_core(const Problem& problem, std::uint32_t units, std::uint32_t tiles) {
    return play(problem, {{{CoreCoord{0, 0}, {{0, units}, {0, tiles}}}}, {{1, 2}, {1, 2}}, true, false, 0});
}

// Runs of one unit of work and of four tell what one more costs; what the play of one leaves out of its run is the
// start of the kernels.
void measure(const arch::Arch& arch, const RopePlan& plan, Problem& problem) {
    constexpr std::uint32_t many = 4, more = many - 1;
    const RopePlan small = small_plan(plan, many);
    const auto run = [&](std::uint32_t units, std::uint32_t tiles, std::uint32_t batch) {
        return run_on_one_core(arch, small, {0, units}, {0, tiles}, {{batch, many}, {batch, many}, true, false, 0});
    };
    const auto each = [](std::int64_t of_many, std::int64_t of_one) { return (of_many - of_one) / more; };
    const auto cycles = [](std::int64_t n) { return static_cast<Cycle>(std::max<std::int64_t>(0, n)); };
    const Run one_tile = run(0, 1, many), tiles = run(0, many, many);
    const Run one_unit = run(1, 0, many), units = run(many, 0, many), stream = run(many, 0, 1);
    problem.read_issue = cycles(each(tiles.reader.busy, one_tile.reader.busy));
    problem.write_issue = cycles(each(tiles.writer.busy, one_tile.writer.busy));
    WorkClass& work = problem.classes[active];
    work.compute = cycles(std::max<std::int64_t>(1, each(stream.cycles, one_unit.cycles)));
    const std::int64_t pages = work.pages, page = signed_cycles(interface_page_cycles(problem));
    work.reader =
        cycles(each(units.reader.busy + units.reader.reading, one_unit.reader.busy + one_unit.reader.reading) -
               pages * std::max(page, signed_cycles(problem.read_issue)));
    work.writer =
        cycles(each(units.writer.busy + units.writer.reading, one_unit.writer.busy + one_unit.writer.reading) -
               pages * signed_cycles(problem.write_issue));

    work.lead = cycles(one_unit.reader.busy - one_tile.reader.busy - (pages - 1) * signed_cycles(problem.read_issue) -
                       signed_cycles(work.reader));

    Problem played = problem;
    played.classes = problem_of(arch, small).classes;
    WorkClass& known = played.classes[active];
    known.compute = work.compute;
    known.reader = work.reader;
    known.writer = work.writer;
    known.lead = work.lead;
    problem.start = played.start = cycles(one_tile.cycles - signed_cycles(played_on_one_core(played, 0, 1)));
    work.first = one_unit.cycles - signed_cycles(played_on_one_core(played, 1, 0));
}

RopeLayout layout_of(const Problem& problem, const Plan& plan, bool rounds) {
    RopeLayout layout;
    const WorkClass& tiles = problem.classes[passive];
    const std::vector<std::uint32_t> order = order_of(problem, tiles, plan.by_bank);
    for (const auto& [core, ranges] : plan.shares) {
        const UnitRange& mine = ranges[passive];
        layout.shares[core] = {ranges[active], mine, mine.begin < mine.end ? tiles.page(order[mine.begin], 0) : 0};
    }
    if (rounds)
        layout.rounds = {plan.batches[active], plan.batches[passive], plan.in_rounds, plan.by_bank,
                         static_cast<std::uint32_t>(plan.head_start)};
    return layout;
}

}  // namespace

RopeScheduled schedule_rope(const arch::Arch& arch, const RopePlan& plan) {
    const RopeSchedule schedule = *plan.options.schedule;
    const CoreCoord grid{static_cast<std::size_t>(arch.grid.compute_width),
                         static_cast<std::size_t>(arch.grid.compute_height)};
    first_cores(grid, plan.options.cores);  // refuses what the chip does not have
    Problem problem = problem_of(arch, plan);
    measure(arch, plan, problem);
    constexpr std::array article{article_units, article_tiles};
    Plan known = article_plan(problem, article);
    const bool planned = schedule == RopeSchedule::planned;
    const Rehearsal rehearse = [&](const Plan& one) { return time_of(arch, plan, layout_of(problem, one, true)); };
    Planned found = planned ? best_plan(problem, known, rehearse) : weighed(problem, std::move(known));
    RopeLayout layout = layout_of(problem, found.plan, planned);
    return {schedule, problem.classes[active].name, problem.classes[passive].name, std::move(found), std::move(layout)};
}

void say(const RopeScheduled& scheduled, Words& words) {
    const Planned& planned = scheduled.planned;
    const Plan& plan = planned.plan;
    const Bound::Row& largest = planned.bound.largest();
    std::string text(name(scheduled.schedule));
    if (scheduled.layout.rounds)
        text += fmt::format(": {} {} and {} {} behind a barrier, {}, {}", plan.batches[active].units, scheduled.units,
                            plan.batches[passive].units, scheduled.tiles,
                            plan.in_rounds ? "in turn" : "one after the other",
                            plan.by_bank ? "bank after bank" : "pages in order");
    if (plan.head_start > 0)
        text += fmt::format(", cores without {} {} cycles later", scheduled.units, plan.head_start);
    const std::string estimate = fmt::format("{} cycles estimated, {:.1f} % above what {} must take alone, {}",
                                             planned.estimate, planned.gap_percent(), largest.name, largest.cycles);
    words.about += fmt::format(", schedule {}", name(scheduled.schedule));
    words.details.push_back({"plan", text});
    words.details.push_back({"bound", estimate});
    words.facts.push_back({"schedule", text});
    words.facts.push_back({"bound", estimate});
    nlohmann::ordered_json bound;
    for (const Bound::Row& row : planned.bound.rows) bound[std::string(row.name)] = row.cycles;
    words.more["schedule"] = {{"name", name(scheduled.schedule)},
                              {"estimated_cycles", planned.estimate},
                              {"bound_cycles", bound},
                              {"gap_percent", planned.gap_percent()}};
}

}  // namespace tessera::host
