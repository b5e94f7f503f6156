#include "host/ops/rope/price.hpp"

#include "host/job/generate.hpp"
#include "host/ops/rope/rope.hpp"
#include "sim/watch/zone_length.hpp"

namespace tessera::accuracy {

std::vector<KernelPrice> kernel_prices(const GrowthRequest& request, const Setting& setting) {
    using host::ExpVariant, host::RopePhase;
    std::vector<KernelPrice> prices;
    for (const bool per_row : {false, true})
        for (const auto& [phase, exp] : {std::pair{RopePhase::computed, ExpVariant::exp_24f},
                                         {RopePhase::computed, ExpVariant::exp_fp32},
                                         {RopePhase::split, ExpVariant::exp_fp32},
                                         {RopePhase::turns, ExpVariant::exp_fp32}}) {
            host::RopeOptions options;
            options.width = options.rotary_dim = request.rotary_dim;
            options.base = request.base;
            options.per_row = per_row;
            options.exp = exp;
            options.phase = phase;
            const host::RopePlan plan = host::plan_rope(options);
            const auto positions = host::generate_positions(plan, host::PositionKind::random, request.seed);
            const auto x = host::generate_values(request.seed, static_cast<std::size_t>(options.rows * options.width));
            core::Options run;
            run.lowering = setting.lowering;
            host::Device device(setting.arch);
            watch::ZoneLength zone("ROPE-COMPUTE");
            device.machine().hub().add(zone);
            const host::RopeRun done = host::run_rope(device, plan, x, positions, run);
            prices.push_back({phase, exp, per_row, zone.cycles(), done.cycles});
        }
    return prices;
}

}  // namespace tessera::accuracy
