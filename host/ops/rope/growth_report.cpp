#include "host/ops/rope/growth_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace tessera::host {

using namespace accuracy;

namespace {

std::string position_text(std::uint32_t p) {
    if (p >= 1000 && is_power_of_ten(p)) return fmt::format("1e{:.0f}", std::log10(p));
    return (p & (p - 1)) == 0 && p >= 1024 ? fmt::format("2^{:.0f}", std::log2(p)) : fmt::format("{}", p);
}

std::string way_of(const KernelPrice& price) {
    return fmt::format("{}{}", name(price.phase),
                       price.phase == RopePhase::computed ? fmt::format(", {}", name(price.exp)) : "");
}

views::Table prices_table(const GrowthReport& report) {
    const std::int64_t pairs = report.request.rotary_dim / 64;
    views::Table table(
        {"phase", "positions", "compute cycles", "cycles/pair of tiles", "run cycles", "against exp_24f"}, {0, 1}, 2);
    Cycle first = 0;
    for (const KernelPrice& price : report.prices) {
        if (price.phase == RopePhase::computed && price.exp == ExpVariant::exp_24f) first = price.run;
        table.add({way_of(price), price.per_row ? "one a row" : "one a batch entry", fmt::format("{}", price.compute),
                   fmt::format("{:.0f}", static_cast<double>(price.compute) / static_cast<double>(pairs)),
                   fmt::format("{}", price.run),
                   fmt::format("{:+.1f} %", 100 * (static_cast<double>(price.run) / static_cast<double>(first) - 1))});
    }
    return table;
}

}  // namespace

std::string growth_conditions(const GrowthReport& report) {
    const GrowthRequest& r = report.request;
    return fmt::format("{}, {}, Dst fp32; position * {:g}^(-2k/{}), k = 0..{}; {} positions a range, seed {}",
                       report.setting.arch.name, sfpu::name(report.setting.lowering), r.base, r.rotary_dim,
                       r.pairs() - 1, r.sample, r.seed);
}

views::Document growth_document(const GrowthReport& report) {
    const GrowthRequest& r = report.request;
    const std::vector<std::size_t> shown = tabled_ranges(report.curves.front());
    views::Document out;
    out.prose(
        fmt::format("accuracy   sine and cosine of RoPE angles on {}, lowering {}\n"
                    "angles     position * {:g}^(-2k/{}), k = 0..{}\n"
                    "inputs     each column: all positions from P/2 to P, or {} of them by seed {}\n"
                    "exact      long double turns, double sine: within 1e-11 up to 2^24, 1e-9 up to 2^31\n\n"
                    "largest |error| up to position P (beyond: more than the sine reduces or fp32 holds)\n",
                    report.setting.arch.name, sfpu::name(report.setting.lowering), r.base, r.rotary_dim, r.pairs() - 1,
                    r.sample, r.seed));
    std::vector<std::string> head{"way"};
    for (const std::size_t i : shown)
        head.push_back("P = " + position_text(report.curves.front().ranges[i].range.high));
    for (const char* column : {"instr/column", "instr/sines"}) head.emplace_back(column);
    views::Table table(head);
    for (const GrowthCurve& curve : report.curves) {
        std::vector<std::string> row{curve.variant.name};
        for (const std::size_t i : shown)
            row.push_back(curve.ranges[i].is_beyond ? "beyond" : fmt::format("{:.1e}", curve.ranges[i].max));
        row.push_back(curve.frequency.instructions == 0 ? "-" : fmt::format("{}", curve.frequency.instructions));
        row.push_back(fmt::format("{}", curve.sines.instructions));
        table.add(row);
    }
    out.table(std::move(table));
    out.prose(
        "\ninstr: SFPU instructions of a vector, for the frequency once a column and for sine and cosine of each "
        "angle\n");
    out.prose(fmt::format(
        "\nprice as kernels: cycles of `tessera rope --phase NAME --width {0} --rotary-dim {0}` on one core\n",
        r.rotary_dim));
    out.table(prices_table(report));
    return out;
}

std::string growth_json(const GrowthReport& report) {
    using nlohmann::ordered_json;
    ordered_json to{{"schema_version", 1},
                    {"arch", report.setting.arch.name},
                    {"lowering", std::string(sfpu::name(report.setting.lowering))},
                    {"rotary_dim", report.request.rotary_dim},
                    {"base", report.request.base},
                    {"last", report.request.last},
                    {"sample", report.request.sample},
                    {"seed", report.request.seed}};
    for (const GrowthCurve& curve : report.curves) {
        ordered_json way{{"way", curve.variant.name},
                         {"about", curve.variant.about},
                         {"instructions_column", curve.frequency.instructions},
                         {"cycles_column", curve.frequency.cycles},
                         {"instructions_sines", curve.sines.instructions},
                         {"cycles_sines", curve.sines.cycles}};
        for (const Growth& growth : curve.ranges)
            way["ranges"].push_back({{"low", growth.range.low},
                                     {"high", growth.range.high},
                                     {"max", growth.max},
                                     {"rms", growth.rms},
                                     {"worst_position", growth.worst_position},
                                     {"worst_pair", growth.worst_pair},
                                     {"beyond_reduction", growth.is_beyond},
                                     {"max_by_pair", growth.max_by_pair}});
        to["ways"].push_back(way);
    }
    for (const KernelPrice& price : report.prices)
        to["kernels"].push_back(
            {{"phase", name(price.phase)},
             {"exp", price.phase == RopePhase::computed ? ordered_json(name(price.exp)) : ordered_json(nullptr)},
             {"per_row", price.per_row},
             {"compute_cycles", price.compute},
             {"cycles", price.run}});
    return to.dump(1);
}

std::string growth_csv(std::span<const GrowthCurve> curves) {
    std::string out =
        "way,low,high,max,rms,worst_position,worst_pair,beyond_reduction,instructions_column,"
        "instructions_sines\n";
    for (const GrowthCurve& curve : curves)
        for (const Growth& g : curve.ranges)
            out += fmt::format("{},{},{},{:.9g},{:.9g},{},{},{},{},{}\n", curve.variant.name, g.range.low, g.range.high,
                               g.max, g.rms, g.worst_position, g.worst_pair, g.is_beyond ? 1 : 0,
                               curve.frequency.instructions, curve.sines.instructions);
    return out;
}

}  // namespace tessera::host
