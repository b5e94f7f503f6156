#include "sim/views/sequence.hpp"

#include <algorithm>

namespace tessera::views {

void Sequence::begin() {
    start_ = latest_;
    first_id_ = last_id_;
    running_ = true;
}

void Sequence::end() {
    if (running_) out_.emit(RunEnd{.cycles = latest_, .links = {}, .banks = {}});
    running_ = false;
}

void Sequence::reach(Cycle end) { latest_ = std::max(latest_, end); }

template <class Span>
Span Sequence::shifted(Span event) {
    event.begin += start_;
    event.end += start_;
    reach(event.end);
    return event;
}

Transfer Sequence::shifted_transfer(Transfer event) {
    event.issue += start_;
    event.complete += start_;
    if (event.id != 0) event.id += first_id_;
    return event;
}

template <class Event>
void Sequence::pass_with_cause(Event event) {
    if (event.cause.track.core >= 0) event.cause.at += start_;
    if (event.cause.transfer == nullptr) return out_.emit(event);
    const Transfer transfer = shifted_transfer(*event.cause.transfer);
    event.cause.transfer = &transfer;
    out_.emit(event);
}

// Told once to every view, however often the core is used.
void Sequence::on_core_name(const CoreName& event) {
    if (named_.insert(event.core).second) out_.emit(event);
}

void Sequence::on_zone(const Zone& event) { out_.emit(shifted(event)); }
void Sequence::on_wait(const Wait& event) { pass_with_cause(shifted(event)); }
void Sequence::on_busy(const Busy& event) { out_.emit(shifted(event)); }
void Sequence::on_printed(const Printed& event) {
    Printed out = event;
    out.cycle += start_;
    reach(out.cycle);
    out_.emit(out);
}
void Sequence::on_idle(const Idle& event) { pass_with_cause(shifted(event)); }
void Sequence::on_risc_work(const RiscWork& event) { out_.emit(event); }

void Sequence::on_cb_level(const CbLevel& event) {
    CbLevel out = event;
    out.cycle += start_;
    reach(out.cycle);
    out_.emit(out);
}

void Sequence::on_transfer(const Transfer& event) {
    const Transfer out = shifted_transfer(event);
    reach(out.complete);
    last_id_ = std::max(last_id_, out.id);
    out_.emit(out);
}

void Sequence::on_vector_run(const VectorRun& event) {
    if (start_ == 0) return out_.emit(event);
    std::vector<watch::VectorIssue> issues(event.issues.begin(), event.issues.end());
    for (watch::VectorIssue& issue : issues) issue.at += start_;
    out_.emit(VectorRun{.track = event.track,
                        .begin = event.begin + start_,
                        .end = event.end + start_,
                        .recorded = event.recorded + start_,
                        .pushed = event.pushed + start_,
                        .issues = issues,
                        .code = event.code});
}

void Sequence::on_run_end(const RunEnd& event) {
    latest_ = start_ + event.cycles;
    running_ = false;
    RunEnd out = event;
    out.cycles = latest_;
    out_.emit(out);
}

void Sequence::on_stay(const Stay& event) {
    Stay out = shifted(event);
    out.ready += start_;
    out.transfer += first_id_;
    last_id_ = std::max(last_id_, out.transfer);
    out_.emit(out);
}

}  // namespace tessera::views
