#include "host/run/run.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "host/debug/server.hpp"
#include "host/run/first_nan.hpp"
#include "sim/arch/calibration.hpp"
#include "sim/sfpu/text.hpp"
#include "sim/views/profile.hpp"
#include "sim/views/summary.hpp"

namespace tessera::host {
namespace {

views::RunSummary summarized(const Job& job, const WhatIf& what_if, const core::Options& options, const Executed& done,
                             const views::Summary& units) {
    views::RunSummary out;
    out.name = job.name;
    out.title = job.words.title;
    out.about = job.words.about;
    out.subject = job.words.subject;
    out.details = job.words.details;
    out.facts = job.words.facts;
    out.options = job.words.options;
    out.more = job.words.more;
    out.units = units.lines();
    describe(out, what_if, options);
    out.seed = job.seed;
    out.cores = done.cores;
    out.cycles = done.cycles;
    out.check = done.check;
    return out;
}

// How much of the bytes of a job's results has come to DRAM, which says how far a run is that writes each byte once.
class Written : public watch::Listener {
  public:
    explicit Written(const Job& job) {
        for (const std::size_t output : job.outputs)
            if (job.tensors[output].memory == BufferType::dram) all_ += buffer_bytes(job.tensors[output]);
    }
    void on_transfer(const watch::Transfer& event) override {
        if (!event.is_read && event.bank >= 0) done_ += event.bytes;
    }
    double share() const {
        return all_ == 0 || done_ > all_ ? 0 : static_cast<double>(done_) / static_cast<double>(all_);
    }

  private:
    std::uint64_t all_ = 0, done_ = 0;
};

DramLoad busiest_bank(const arch::Arch& arch, const noc::Network& network) {
    DramLoad load;
    for (int bank = 0; bank < arch.dram.banks; ++bank)
        if (network.bank_busy(bank) > load.busiest_cycles) load = {network.bank_busy(bank), bank};
    return load;
}

}  // namespace

void describe(views::RunSummary& out, const WhatIf& what_if, const core::Options& options) {
    out.arch = what_if.arch.name;
    out.clock_ghz = what_if.arch.clock_ghz;
    out.calibration = is_calibrated(what_if) ? arch::calibration_text(what_if.arch, views::parts_used(out.units))
                                             : std::string(what_if.arch.calibration);
    out.changes = what_if.changes;
    out.lowering = sfpu::name(options.lowering);
    out.profiler_overhead = options.profiler_overhead;
    out.blind_time = options.blind_time;
}

RunRecord run(const Job& job, const WhatIf& what_if, const RunOptions& given, const Views& wanted) {
    core::Options options = core_options(given);
    options.seed = job.seed;
    Written written(job);
    if (wanted.progress != nullptr) options.progress = wanted.progress->listener([&] { return written.share(); });
    options.print_line = [progress = wanted.progress](std::string_view line) {
        if (progress != nullptr) progress->erase();
        fmt::print(stderr, "{}\n", line);
    };
    options.debugger = wanted.debugger;
    std::optional<GdbServer> gdb;
    if (!given.gdb.empty())
        options.debugger = &gdb.emplace(gdb_place(given.gdb), [progress = wanted.progress](const std::string& line) {
            if (progress != nullptr) progress->erase();
            fmt::print(stderr, "tessera: {}\n", line);
        });
    RunRecord record;
    if (wanted.programs)
        options.lowered = [&](const sfpu::Program& program, const sfpu::Position& position) {
            record.programs.push_back(sfpu::print(program, position));
        };
    std::vector<fault::Fault> warnings, errors;
    options.warned = [&](const fault::Fault& warning) {
        warnings.push_back(warning);
        if (wanted.warned) wanted.warned(warning);
    };
    options.passed = [&](const fault::Fault& error) {
        errors.push_back(error);
        if (wanted.passed) wanted.passed(error);
    };
    views::Summary units;
    std::vector<watch::Listener*> listeners{&units};
    if (wanted.files != nullptr) {
        wanted.files->know(job);
        for (watch::Listener* listener : wanted.files->listeners()) listeners.push_back(listener);
    }
    std::optional<views::Profile> profile;
    if (wanted.profile) listeners.push_back(&profile.emplace(what_if.arch));
    if (options.progress) listeners.push_back(&written);
    PageWriters writers;
    if (job.judge && !given.blind_time) listeners.push_back(&writers);
    if (wanted.also != nullptr) listeners.push_back(wanted.also);
    Recording recording(listeners);
    Device device(what_if.arch);
    recording.attach(device);

    Stages stages;
    if (wanted.progress != nullptr)
        stages = [&](const char* stage, double share) { wanted.progress->show_stage(stage, share); };
    core::FollowedValues followed;
    if (given.first_nan) options.followed = &followed;
    const auto keep = [&](const Executed& done) {
        record.summary = summarized(job, what_if, options, done, units);
        record.summary.first_nan = done.first_nan;
        record.summary.warnings = std::move(warnings);
        record.summary.errors = std::move(errors);
        record.summary.sfpu_library = recording.sfpu_library();
        record.kernel_files = recording.kernel_files();
        if (profile) record.profile = profile->data(views::profile_title(record.summary));
    };
    const auto executed = [&] {
        try {
            return execute(device, job, options, std::array{&recording}, stages, &writers);
        } catch (const fault::Fault& fault) {
            Executed done;
            done.cycles = recording.cycles();
            done.cores = recording.cores();
            if (given.first_nan) done.first_nan = first_non_finite(device, followed);
            if (done.first_nan && wanted.first_nan != nullptr) *wanted.first_nan = *done.first_nan;
            keep(done);
            record.summary.errors.push_back(fault);
            record.summary.ended_by = views::RunFault{fault, device.machine().standing()};
            if (wanted.partial) wanted.partial(record);
            throw;
        }
    };
    Executed done = executed();
    keep(done);
    record.outputs = std::move(done.outputs);
    record.dram = busiest_bank(what_if.arch, device.machine().network());
    return record;
}

}  // namespace tessera::host
