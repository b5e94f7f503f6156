#include "sim/views/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/views/chrome_trace_writer.hpp"

namespace tessera::views {
namespace {

constexpr std::size_t load_steps = 256;   // of a load counter, at most; one a link
constexpr Cycle shortest_load_step = 16;  // below, a single packet is all there is to see

}  // namespace

ChromeTrace::ChromeTrace(const arch::Arch& arch, ChromeTraceOptions options)
    : arch_(arch), options_(std::move(options)) {}

std::uint32_t ChromeTrace::text_id(std::string_view text) {
    if (const auto found = text_ids_.find(text); found != text_ids_.end()) return found->second;
    const auto id = static_cast<std::uint32_t>(texts_.size());
    texts_.emplace_back(text);
    text_ids_.emplace(text, id);
    return id;
}

bool ChromeTrace::room() {
    if (kept_ >= options_.max_events) {
        ++left_out_;
        return false;
    }
    ++kept_;
    return true;
}

void ChromeTrace::on_core_name(const CoreName& event) {
    cores_.push_back(event);
    if (std::ranges::find(options_.cores, event.logical) != options_.cores.end()) shown_.insert(event.core);
}

void ChromeTrace::keep(Slice::Kind kind, Track track, std::string_view name, std::string_view file, int line,
                       Cycle begin, Cycle end, std::uint32_t detail) {
    slices_.push_back({kind, track, text_id(name), text_id(file), line, begin, end, detail});
}

void ChromeTrace::on_zone(const Zone& event) {
    const bool kernel = is_risc(event.track.row) && event.name == kernel_zone(event.track.row);
    const std::uint32_t ended = kernel ? kernels_[event.track]++ : none;
    if (!shows(event.track.core) || !shows(event.begin, event.end)) return;
    if (kernel)
        ++kept_;
    else if (!room())
        return;
    keep(Slice::zone, event.track, event.name, event.file, event.line, event.begin, event.end, ended);
}

void ChromeTrace::on_risc_work(const RiscWork& event) {
    if (shows(event.track.core)) works_[event.track].push_back(event);
}

void ChromeTrace::on_busy(const Busy& event) {
    if (!shows(event.track.core) || !shows(event.begin, event.end) || !room()) return;
    if (event.track.row == watch::sfpu) sfpu_slices_[event.track.core] = slices_.size();
    keep(Slice::busy, event.track, event.label, event.file, event.line, event.begin, event.end);
}

// Told right behind the SFPU's own slice, where that was kept.
void ChromeTrace::on_vector_run(const VectorRun& event) {
    const auto last = sfpu_slices_.find(event.track.core);
    if (last == sfpu_slices_.end()) return;
    Slice& slice = slices_[last->second];
    if (slice.end != event.end || slice.detail != none) return;
    slice.detail = static_cast<std::uint32_t>(vectors_.size());
    VectorCounts& counts = vectors_.emplace_back();
    for (const VectorIssue& issue : event.issues) {
        ++counts.instructions;
        counts.nops += issue.nop ? 1 : 0;
        counts.constants += issue.constant ? 1 : 0;
        for (std::size_t i = 0; i < holds.size(); ++i) counts.held[i] += issue.held[i];
    }
}

void ChromeTrace::on_wait(const Wait& event) {
    if (!shows(event.track.core) || !shows(event.begin, event.end) || !room()) return;
    const std::string name = watch::wait_text(event.reason, event.index);
    const Transfer* transfer = event.cause.transfer;
    keep(Slice::wait, event.track, name, event.file, event.line, event.begin, event.end,
         static_cast<std::uint32_t>(because_.size()));
    because_.push_back({event.reason, event.cause.track, event.cause.at, text_id(event.cause.spot.file),
                        event.cause.spot.line, transfer == nullptr ? 0 : transfer->id});
    if (!has_arrow(event)) return;
    ended_.push_back({event.track, event.reason, event.index, event.begin, event.end, event.cause.track, event.cause.at,
                      transfer == nullptr ? 0 : transfer->id, transfer == nullptr ? 0 : transfer->issue});
}

void ChromeTrace::on_cb_level(const CbLevel& event) {
    if (!shows(event.core)) return;
    if (event.cycle < options_.from) {
        CbLevel before = event;
        before.cycle = options_.from;
        before.row = -1;
        levels_before_.insert_or_assign({event.core, event.cb}, before);
    } else if (event.cycle < options_.to && room()) {
        levels_.push_back(event);
    }
}

void ChromeTrace::on_transfer(const Transfer& event) {
    if (!shows(event.track.core) || !shows(event.issue, event.complete) || !room()) return;
    const bool further_receiver = event.id != 0 && !flights_.empty() && flights_.back().id == event.id;
    if (further_receiver) return;
    flights_.push_back(event);
    flights_.back().spot.file = texts_[text_id(event.spot.file)];
}

void ChromeTrace::on_stay(const Stay& event) {
    const Bins empty(load_steps, shortest_load_step);
    const bool bank = event.stop == Stop::bank;
    if (bank)
        bank_load_.try_emplace(event.bank, empty).first->second.add(event.begin, event.end);
    else if (event.stop == Stop::along_x || event.stop == Stop::along_y)
        link_load_.try_emplace({event.noc, event.at, event.stop}, empty).first->second.add(event.begin, event.end);
    if ((bank || shows(event.track.core)) && shows(event.ready, event.end) && room()) stays_.push_back(event);
}

std::string ChromeTrace::notice() const {
    std::string out;
    if (left_out_ != 0)
        out = fmt::format(
            "trace: kept the first {} events, left out {}; choose cores (--trace-cores), a window "
            "(--trace-window) or a smaller run",
            kept_, left_out_);
    for (const arch::Coord core : options_.cores)
        if (std::ranges::find(cores_, core, &CoreName::logical) == cores_.end())
            out += fmt::format("{}trace: core ({},{}) did not take part in the run", out.empty() ? "" : "\n", core.x,
                               core.y);
    return out;
}

void ChromeTrace::write(const std::string& path, bool overwrite, std::string_view partial) const {
    Writer(*this, path, overwrite, partial).run();
}

}  // namespace tessera::views
