#include "apps/rope_sweep.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <mutex>

#include "apps/progress.hpp"
#include "apps/progression.hpp"
#include "apps/rope_sweep_report.hpp"
#include "host/ops/rope/rope.hpp"
#include "host/sweep/parallel.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using fault::InputError;

constexpr std::size_t most_runs = 100'000;

struct Parameter {
    std::string_view name;
    void (*set)(RopeCommand& command, const std::string& value);
    bool is_number = true;
};

std::int64_t number(const std::string& text) { return std::stoll(text); }

constexpr Parameter parameters[] = {
    {"cores", [](RopeCommand& c, const std::string& v) { c.rope.cores = static_cast<std::uint32_t>(number(v)); }},
    {"batch", [](RopeCommand& c, const std::string& v) { c.rope.batch = number(v); }},
    {"rows", [](RopeCommand& c, const std::string& v) { c.rope.rows = number(v); }},
    {"width", [](RopeCommand& c, const std::string& v) { c.rope.width = number(v); }},
    {"rotary-dim", [](RopeCommand& c, const std::string& v) { c.rope.rotary_dim = number(v); }},
    {"rung", [](RopeCommand& c, const std::string& v) { c.rung = v; }, false},
    {"exp",
     [](RopeCommand& c, const std::string& v) {
         c.exp = v;
         c.gave_exp = true;
     },
     false},
    {"phase", [](RopeCommand& c, const std::string& v) { c.phase = v; }, false},
    {"lowering", [](RopeCommand& c, const std::string& v) { c.lowering = v; }, false},
    {"arch", [](RopeCommand& c, const std::string& v) { c.common.arch = v; }, false},
};

// A name that is no parameter is that of a constant.
const Parameter* parameter(const std::string& name) {
    for (const Parameter& p : parameters)
        if (p.name == name) return &p;
    return nullptr;
}

void check_constant(const RopeCommand& command, const std::string& option, const std::string& name) {
    if (name.find('.') == std::string::npos && name != "clock_ghz") {
        std::vector<std::string> names;
        for (const Parameter& p : parameters) names.emplace_back(p.name);
        names.emplace_back("a constant of `tessera list figures`");
        choose(option, name, names);
    }
    constant_named(chosen_arch(command.common), option, name);
}

std::vector<SweptParameter> swept(const RopeCommand& command, const SweepOptions& options) {
    std::vector<SweptParameter> all;
    bool all_archs = false;
    for (const std::string& text : options.sweep) all_archs = all_archs || text.starts_with("arch=");
    for (const std::string& text : options.sweep) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError(fmt::format("--sweep {}: expected NAME=LIST, as cores=1,2,4..56", text));
        SweptParameter one{text.substr(0, equals), {}};
        const std::string option = "--sweep " + one.name;
        const Parameter* known = parameter(one.name);
        if (known == nullptr && !all_archs) check_constant(command, option, one.name);
        for (const SweptParameter& other : all)
            if (other.name == one.name) throw InputError(fmt::format("{}: swept twice", option));
        one.values = expand(option, std::string_view(text).substr(equals + 1));
        if (known != nullptr && known->is_number)
            for (const std::string& value : one.values)
                if (const std::string wrong = whole_number(value); !wrong.empty())
                    throw InputError(fmt::format("{}: {}", option, wrong));
        all.push_back(std::move(one));
    }
    return all;
}

// The last parameter changes fastest.
std::vector<SweepPoint> product(const std::vector<SweptParameter>& parameters_swept) {
    std::size_t count = 1;
    for (const SweptParameter& p : parameters_swept) {
        count *= p.values.size();
        if (count > most_runs) throw InputError(fmt::format("--sweep: more than {} runs", most_runs));
    }
    std::vector<SweepPoint> points(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rest = i;
        for (auto p = parameters_swept.rbegin(); p != parameters_swept.rend(); ++p) {
            points[i].values.insert(points[i].values.begin(), p->values[rest % p->values.size()]);
            rest /= p->values.size();
        }
    }
    return points;
}

RopeCommand at(RopeCommand command, const std::vector<SweptParameter>& names, const SweepPoint& point) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& value = point.values[i];
        if (const Parameter* known = parameter(names[i].name))
            known->set(command, value);
        else
            command.what_if.set.push_back(names[i].name + "=" + value);
    }
    return command;
}

void run_point(const RopeCommand& command, SweepPoint& point) {
    const RopeJob job(command);
    host::Device device(job.arch());
    views::Summary summary;
    device.machine().hub().add(summary);
    const host::RopeRun run = host::run_rope(device, job.plan, job.x(), job.positions, job.run_options);
    point.measured = measure(job, run, device.machine().network(), summary.lines());
    if (job.run_options.blind_time) return;
    const host::RopeVerdict verdict = judge(job.plan.problem(job.positions), job.plan.bound(), job.x(), run.y);
    point.measured->max_error = verdict.comparison.max_abs;
    if (!verdict.within)
        point.failed = fmt::format("check failed: error {:.1f} % of its bound", 100 * verdict.worst_ratio);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What is wrong with one run is its row's reason and no more.
void try_point(const RopeCommand& command, SweepPoint& point) {
    try {
        run_point(command, point);
    } catch (const fault::Fault& fault) {
        point.failed = first_line(fault.text());
    } catch (const InputError& error) {
        point.failed = first_line(error.what());
    } catch (const std::bad_alloc&) {
        point.failed = "not enough memory";
    }
}

}  // namespace

void add_sweep_options(CLI::App& app, SweepOptions& options) {
    app.add_option("--sweep", options.sweep, "a run for each value of an option or constant; 1,2,4..56 doubles")
        ->type_name("NAME=LIST")
        ->allow_extra_args(false)
        ->group("Sweep");
    app.add_option("--jobs", options.jobs, "host threads of a sweep; the output does not depend on it")
        ->type_name("N")
        ->check(whole_number_from_zero)
        ->group("Sweep");
    app.add_option("--csv", options.csv, "the table of a sweep as CSV, - for stdout")
        ->type_name("FILE")
        ->group("Sweep");
}

int run_sweep(const RopeCommand& command, const SweepOptions& options, bool overwrite) {
    if (options.jobs == 0) throw InputError("--jobs must be at least 1");
    if (!command.input.empty() || !command.positions.empty())
        throw InputError("--sweep runs on generated data, not on --input or --positions");
    Sweep sweep{command, swept(command, options), {}};
    sweep.points = product(sweep.parameters);
    {
        Progress progress(!command.common.quiet);
        std::size_t done = 0;
        std::mutex counting;
        host::in_parallel(sweep.points.size(), options.jobs, [&](std::size_t i) {
            try_point(at(command, sweep.parameters, sweep.points[i]), sweep.points[i]);
            const std::lock_guard lock(counting);
            progress.show(fmt::format("{} of {} runs done", ++done, sweep.points.size()));
        });
    }
    if (!options.csv.empty()) {
        views::TextFile file(options.csv, overwrite);
        file.print("{}", to_csv(sweep));
        file.finish();
    }
    if (command.common.json)
        fmt::print("{}\n", to_json(sweep));
    else if (!command.common.quiet)
        fmt::print(options.csv == "-" ? stderr : stdout, "{}", to_text(sweep));
    return sweep.failed() == 0 ? good : check_failed;
}

}  // namespace tessera::apps
