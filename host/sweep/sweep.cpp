#include "host/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "host/compile/parallel.hpp"
#include "host/job/words.hpp"
#include "host/sweep/best_cores.hpp"
#include "host/sweep/progression.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::size_t most_runs = 100'000;

// What a run has besides its job's parameters and the constants of its architecture.
constexpr std::string_view run_parameters[] = {"lowering", "arch"};

void check_constant(const SweepRequest& request, const std::string& option, const std::string& name) {
    if (name.find('.') == std::string::npos && name != "clock_ghz") {
        std::vector<std::string> names;
        for (const Parameter& p : request.source.parameters())
            if (p.kind != ParameterKind::file) names.push_back(p.name);
        names.insert(names.end(), std::begin(run_parameters), std::end(run_parameters));
        names.emplace_back("a constant of `tessera list figures`");
        choose(option, name, names);
    }
    constant_named(arch_named(request.arch), option, name);
}

std::vector<SweptParameter> swept(const SweepRequest& request) {
    std::vector<SweptParameter> all;
    bool all_archs = false;
    for (const std::string& text : request.lists) all_archs = all_archs || text.starts_with("arch=");
    for (const std::string& text : request.lists) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError(fmt::format("--sweep {}: expected NAME=LIST, as cores=1,2,4..56", text));
        SweptParameter one{text.substr(0, equals), {}};
        const std::string option = "--sweep " + one.name;
        const Parameter* known = request.settings.find(one.name);
        const bool of_run = std::ranges::find(run_parameters, one.name) != std::end(run_parameters);
        if (known == nullptr && !of_run && !all_archs) check_constant(request, option, one.name);
        for (const SweptParameter& other : all)
            if (other.name == one.name) throw InputError(fmt::format("{}: swept twice", option));
        one.values = expand(option, std::string_view(text).substr(equals + 1));
        if (known != nullptr)
            for (const std::string& value : one.values) Settings(request.settings).set(one.name, value, option);
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

Measured measure(const RunRecord& record, double elements) {
    const views::RunSummary& run = record.summary;
    Measured m;
    m.calibration = run.calibration;
    m.changes = run.changes;
    m.cores = run.cores;
    m.cycles = run.cycles;
    m.microseconds = run.microseconds();
    m.elements_per_us = elements / m.microseconds;
    std::uint64_t bytes = 0;
    Cycle busiest = 0;
    const auto note_busy = [&](Cycle busy, std::string what) {
        if (busy <= busiest) return;
        busiest = busy;
        m.busiest = std::move(what);
    };
    std::map<int, Finish> finish;
    for (const views::SummaryLine& line : run.units) {
        bytes += line.read_bytes + line.written_bytes;
        note_busy(line.busy, fmt::format("{} {}", watch::unit_name(line.track.row), line.core));
        Finish& core = finish[line.track.core];
        core = {line.core, std::max(core.cycles, line.cycles)};
    }
    note_busy(record.dram.busiest_cycles, fmt::format("DRAM bank {}", record.dram.busiest_bank));
    m.busy_percent = 100 * static_cast<double>(busiest) / static_cast<double>(run.cycles);
    m.dram_gb_per_s = static_cast<double>(bytes) / m.microseconds / 1000;
    for (const auto& [core, one] : finish) {
        if (m.slowest.core.empty() || one.cycles > m.slowest.cycles) m.slowest = one;
        if (m.fastest.core.empty() || one.cycles < m.fastest.cycles) m.fastest = one;
    }
    if (run.check) m.max_error = run.check->deviation.max_abs;
    return m;
}

void run_point(const SweepRequest& request, const std::vector<SweptParameter>& names, SweepPoint& point) {
    Settings settings = request.settings;
    RunOptions options = request.run;
    std::string arch = request.arch;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string &name = names[i].name, &value = point.values[i];
        if (settings.find(name) != nullptr)
            settings.set(name, value, "--sweep " + name);
        else if (name == "lowering")
            options.lowering = value;
        else if (name == "arch")
            arch = value;
        else
            options.what_if.set.push_back(name + "=" + value);
    }
    const WhatIf changed = what_if(arch_named(arch), options.what_if);
    settings = with_best_cores(request.source, settings, changed, options, request.seed, 1);
    const Job job = request.source.plan(settings, changed.arch, request.seed);
    const RunRecord record = run(job, changed, options);
    point.measured = measure(record, job.elements);
    const auto& check = record.summary.check;
    if (check && !check->within)
        point.failed = fmt::format("check failed: error {:.1f} % of its bound", 100 * check->worst_ratio);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What is wrong with one run is its row's reason and no more.
SweepPoint tried(const SweepRequest& request, const std::vector<SweptParameter>& names,
                 const std::vector<std::string>& values) {
    SweepPoint point{values, true, {}, {}};
    try {
        run_point(request, names, point);
    } catch (const fault::Fault& fault) {
        point.failed = first_line(fault.text());
    } catch (const InputError& error) {
        point.failed = first_line(error.what());
    } catch (const std::bad_alloc&) {
        point.failed = "not enough memory";
    }
    return point;
}

std::vector<std::string> shared_settings(const SweepRequest& request) {
    const RunOptions& run = request.run;
    std::vector<std::string> out{fmt::format("arch={}", request.arch), fmt::format("lowering={}", run.lowering),
                                 fmt::format("profiler-overhead={}", run.no_profiler ? "off" : run.profiler_overhead),
                                 fmt::format("strict={}", run.strict), fmt::format("max-cycles={}", run.max_cycles)};
    if (!run.faults.empty()) out.push_back(fmt::format("faults={}", run.faults));
    if (run.pedantic) out.emplace_back("pedantic=true");
    if (run.keep_going) out.emplace_back("keep-going=true");
    if (run.races != "on") out.push_back(fmt::format("races={}", run.races));
    for (const Parameter& p : request.settings.parameters())
        if (request.settings.gave(p.name)) out.push_back(fmt::format("{}={}", p.name, request.settings.text(p.name)));
    return out;
}

}  // namespace

Sweep planned(const SweepRequest& request) {
    if (request.jobs == 0) throw InputError("--jobs must be at least 1");
    Sweep sweep{.name = request.source.name(),
                .request = shared_settings(request),
                .seed = request.seed,
                .blind_time = request.run.blind_time,
                .set = request.run.what_if.set,
                .board = request.run.what_if.board,
                .harvest = request.run.what_if.harvest,
                .parameters = swept(request),
                .points = {}};
    sweep.points = product(sweep.parameters);
    return sweep;
}

void work_on(Sweep& sweep, const SweepRequest& request, const SweepProgress& heard) {
    std::vector<std::size_t> open;
    for (std::size_t i = request.shard.part; i < sweep.points.size(); i += request.shard.parts)
        if (!sweep.points[i].done) open.push_back(i);
    std::size_t done = 0;
    std::mutex counting;
    in_parallel(open.size(), request.jobs, [&](std::size_t i) {
        SweepPoint point = tried(request, sweep.parameters, sweep.points[open[i]].values);
        const std::lock_guard lock(counting);
        sweep.points[open[i]] = std::move(point);
        ++done;
        if (heard) heard(sweep, done, open.size());
    });
}

}  // namespace tessera::host
