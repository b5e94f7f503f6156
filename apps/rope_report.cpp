#include "apps/rope_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "apps/rope_options.hpp"

namespace tessera::apps {
namespace {

std::int32_t largest_position(const RopeReport& r) {
    return r.positions.empty() ? 0 : *std::max_element(r.positions.begin(), r.positions.end());
}

double microseconds(const RopeReport& r) { return static_cast<double>(r.cycles) / r.arch().clock_ghz / 1000.0; }

std::string place(const RopeReport& r, std::size_t index) {
    const auto width = static_cast<std::size_t>(r.plan.options.width),
               rows = static_cast<std::size_t>(r.plan.options.rows);
    return fmt::format("[{}, {}, {}]", index / width / rows, index / width % rows, index % width);
}

nlohmann::ordered_json check(const RopeReport& r) {
    if (!r.verdict) return nullptr;
    const host::RopeVerdict& v = *r.verdict;
    return {
        {"passed", v.within},
        {"max_abs_error", v.comparison.max_abs},
        {"max_abs_error_at", v.comparison.worst},
        {"nmse", v.comparison.nmse},
        {"closest_to_bound",
         {{"index", v.worst}, {"got", v.got}, {"exact", v.expected}, {"bound", v.bound}, {"ratio", v.worst_ratio}}}};
}

std::string work_text(const RopeReport& r) {
    return fmt::format("{} tile{} rotated, {} tile(s) passed through", r.plan.units,
                       r.plan.options.unit_tiles() == 2 ? " pair(s)" : "(s)", r.plan.passive_tiles);
}

}  // namespace

std::string worst_element(const RopeReport& r) {
    const host::RopeVerdict& v = *r.verdict;
    return fmt::format("element {} is {:.9g}, exact {:.9g}, error {:.3e} beyond its bound {:.3e}", place(r, v.worst),
                       v.got, v.expected, std::abs(v.got - v.expected), v.bound);
}

std::string to_text(const RopeReport& r) {
    const host::RopeOptions& o = r.plan.options;
    std::string out;
    out += fmt::format("rope   {}, {} core{}, rung {}, {}, inputs {}, lowering {}, seed {}\n", r.arch().name, r.cores,
                       r.cores == 1 ? "" : "s", r.plan.rung().name, angles_of(o),
                       o.through_srca ? "through SrcA (TF32)" : "unpacked to Dst (fp32)", r.lowering, r.common.seed);
    out +=
        fmt::format("shape  B={} N={} D={}, {} columns rotate, base {:g}, one position per {}, largest {}\n", o.batch,
                    o.rows, o.width, o.rotary_dim, o.base, o.per_row ? "row" : "batch entry", largest_position(r));
    if (const std::string variant = describe_rope_variant(o); !variant.empty())
        out += fmt::format("kind   {}\n", variant);
    out += fmt::format("work   {}\n", work_text(r));
    out += to_text(r.what_if);
    out += fmt::format("time   {} cycles = {:.2f} us at {:.2f} GHz ({})\n\n", r.cycles, microseconds(r),
                       static_cast<double>(r.arch().clock_ghz), r.arch().calibration);
    out += views::table(r.lines);
    if (!r.verdict) return out + "\ncheck  left out: --blind-time computes no values\n";
    const host::RopeVerdict& v = *r.verdict;
    out += fmt::format("\nerror  max {:.3e} at {} (got {:.9g}, exact {:.9g}), NMSE {:.3e}\n", v.comparison.max_abs,
                       place(r, v.comparison.worst), v.comparison.got, v.comparison.expected, v.comparison.nmse);
    out += fmt::format("bound  closest at {}: error {:.3e} of {:.3e} allowed ({:.1f} %)\n", place(r, v.worst),
                       std::abs(v.got - v.expected), v.bound, 100.0 * v.worst_ratio);
    if (r.common.verbose) out += r.plan.bound().summary(largest_position(r)) + "\n";
    out += fmt::format("check  {}\n", v.within ? "passed" : "FAILED");
    return out;
}

views::ReportHeader page_header(const RopeReport& r) {
    const host::RopeOptions& o = r.plan.options;
    views::ReportHeader header;
    header.title = fmt::format("rope {}, B={} N={} D={} on {} core{}", r.plan.rung().name, o.batch, o.rows, o.width,
                               r.cores, r.cores == 1 ? "" : "s");
    header.cycles = r.cycles;
    header.facts = {
        {"rotating columns", fmt::format("{}, base {:g}", o.rotary_dim, o.base)},
        {"positions", fmt::format("one per {}, largest {}", o.per_row ? "row" : "batch entry", largest_position(r))},
        {"work", work_text(r)},
        {"angles", angles_of(o)},
        {"lowering", r.lowering},
        {"check", r.verdict ? fmt::format("{}, largest error {:.3e}", r.verdict->within ? "passed" : "FAILED",
                                          r.verdict->comparison.max_abs)
                            : "left out: --blind-time computes no values"}};
    if (const std::string variant = describe_rope_variant(o); !variant.empty())
        header.facts.push_back({"kind", variant});
    for (const Change& change : r.what_if.changes)
        header.facts.push_back({"set", fmt::format("{} {:g} -> {:g}", change.name, change.from, change.to)});
    return header;
}

std::string to_json(const RopeReport& r) {
    using nlohmann::ordered_json;
    const host::RopeOptions& o = r.plan.options;
    ordered_json j;
    j["schema_version"] = 1;
    j["command"] = "rope";
    j["arch"] = r.arch().name;
    j["seed"] = r.common.seed;
    j["options"] = {{"batch", o.batch},
                    {"rows", o.rows},
                    {"width", o.width},
                    {"rotary_dim", o.rotary_dim},
                    {"base", o.base},
                    {"per_row", o.per_row},
                    {"unpack_to_dst", !o.through_srca},
                    {"lowering", r.lowering},
                    {"rung", r.plan.rung().name},
                    {"cores", r.cores},
                    {"profiler_overhead", r.run.profiler_overhead},
                    {"blind_time", r.run.blind_time}};
    const bool takes_exp = o.phase == host::RopePhase::computed;
    j["options"].update(
        {{"phase", host::name(o.phase)}, {"exp", takes_exp ? ordered_json(host::name(o.exp)) : ordered_json(nullptr)}});
    j["options"].update({{"mode", o.pairing == host::RopePairing::neox ? "neox" : "normal"},
                         {"backward", o.backward},
                         {"freq_scale", o.yarn.freq_scale},
                         {"ext_factor", o.yarn.ext_factor},
                         {"attn_factor", o.yarn.attn_factor},
                         {"beta_fast", o.yarn.beta_fast},
                         {"beta_slow", o.yarn.beta_slow},
                         {"ctx_orig", o.yarn.ctx_orig},
                         {"factors", o.factors}});
    add_to(j, r.what_if);
    j["positions"] = {{"largest", largest_position(r)}, {"count", r.positions.size()}};
    j["work"] = {{o.unit_tiles() == 2 ? "pairs" : "tiles", r.plan.units}, {"passive_tiles", r.plan.passive_tiles}};
    j["time"] = {{"cycles", r.cycles},
                 {"microseconds", microseconds(r)},
                 {"clock_ghz", static_cast<double>(r.arch().clock_ghz)},
                 {"calibration", r.arch().calibration}};
    j["check"] = check(r);
    ordered_json units = ordered_json::array();
    for (const views::SummaryLine& line : r.lines) {
        ordered_json waits = ordered_json::object();
        for (std::size_t i = 1; i < watch::wait_reason_count; ++i)
            if (line.waited[i] != 0) waits[std::string(watch::wait_reasons[i].name)] = line.waited[i];
        units.push_back({{"core", line.core},
                         {"unit", watch::unit_name(line.track.row)},
                         {"cycles", line.cycles},
                         {"busy_cycles", line.busy},
                         {"wait_cycles", waits},
                         {"noc_read_bytes", line.read_bytes},
                         {"noc_write_bytes", line.written_bytes}});
    }
    j["units"] = units;
    return j.dump(2);
}

}  // namespace tessera::apps
