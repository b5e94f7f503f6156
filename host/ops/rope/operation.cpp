#include "host/ops/rope/operation.hpp"

#include <fmt/format.h>

#include "host/job/generate.hpp"
#include "host/ops/rope/growth_study.hpp"
#include "host/ops/rope/options.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

// What was typed of the shape must be what the file says.
void check_shape(const Settings& given, const RopeOptions& from_file) {
    const auto same = [&](const char* name, std::int64_t found) {
        if (given.gave(name) && given.whole(name) != found)
            throw InputError(fmt::format("--{} {} contradicts --input {}, where it is {}; leave --{} out", name,
                                         given.whole(name), given.text("input"), found, name));
    };
    same("batch", from_file.batch);
    same("rows", from_file.rows);
    same("width", from_file.width);
}

class Rope final : public Operation {
  public:
    std::string name() const override { return "rope"; }
    std::string_view about() const override { return "rotary position embedding"; }
    std::span<const Parameter> parameters() const override { return rope_parameters(); }
    const OperationStudy* study() const override { return &rope_growth_study(); }

    std::vector<std::string> examples() const override {
        return {"rope --batch 2 --rows 32 --width 128 --rotary-dim 64 --exp exp_fp32 --trace rope.json",
                "rope --rung R5 --report rope.html",
                "rope --batch 2 --rows 64 --cores 56",
                "rope --rung R5 --program",
                "rope --per-row --unpack-to-dst --sweep phase=computed,split,turns",
                "rope --mode normal --factors f.npy --freq-scale 0.25 --ext-factor 1 --ctx-orig 8192",
                "rope --batch 2 --rows 64 --sweep cores=1,2,4..56 --sweep noc.hop_cycles=9,12 --blind-time",
                "rope --input x.npy --positions p.npy --rotary-dim 256 --output y.npy"};
    }

    Job plan(const Settings& settings, const arch::Arch& arch, std::uint64_t seed) const override {
        RopeOptions options = rope_options(settings, seed);
        NpyArray input, position_array;
        const std::string input_file = settings.text("input"), position_file = settings.text("positions");
        if (!input_file.empty()) {
            input = settings.array("input");
            about_file(settings, "input", [&] { take_input_shape(options, input); });
            check_shape(settings, options);
        }
        if (!position_file.empty()) {
            position_array = settings.array("positions");
            about_file(settings, "positions", [&] { take_position_shape(options, position_array); });
            if (settings.flag("per-row") && !options.per_row)
                throw InputError(fmt::format("--per-row contradicts --positions {}, which holds one per batch entry",
                                             position_file));
        }
        const RopePlan plan = plan_rope(options);
        std::vector<std::int32_t> positions;
        if (position_file.empty())
            positions = generate_positions(plan, PositionKind::random, seed);
        else
            about_file(settings, "positions", [&] { positions = positions_from(plan, position_array); });
        Contents x = input_file.empty()
                         ? contents_of(generate_values(
                               seed, static_cast<std::size_t>(options.batch * options.rows * options.width)))
                         : contents_of(std::move(input));
        Job job = rope_job(arch, plan, std::move(x), positions);
        job.seed = seed;
        return job;
    }
};

}  // namespace

const Operation& rope_operation() {
    static const Rope rope;
    return rope;
}

}  // namespace tessera::host
