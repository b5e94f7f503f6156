#include "sim/watch/chrome_trace.hpp"

#include <fmt/format.h>

#include "sim/watch/chrome_trace_writer.hpp"

namespace tessera::watch {

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

void ChromeTrace::on_core_name(const CoreName& event) { cores_.push_back(event); }

void ChromeTrace::on_zone(const Zone& event) {
    if (room())
        slices_.push_back(
            {Slice::zone, event.track, text_id(event.name), text_id(event.file), event.line, event.begin, event.end});
}

void ChromeTrace::on_busy(const Busy& event) {
    if (room())
        slices_.push_back(
            {Slice::busy, event.track, text_id(event.label), text_id(event.file), event.line, event.begin, event.end});
}

void ChromeTrace::on_wait(const Wait& event) {
    if (!room()) return;
    const WaitReasonRow& reason = row(event.reason);
    const std::string name = reason.index.empty() ? std::string{reason.name}
                                                  : fmt::format("{} {}{}", reason.name, reason.index, event.index);
    slices_.push_back(
        {Slice::wait, event.track, text_id(name), text_id(event.file), event.line, event.begin, event.end});
    if (event.reason == WaitReason::cb_empty)
        woken_.push_back({event.track.core, event.index, event.track.row, event.begin, event.end});
}

void ChromeTrace::on_cb_level(const CbLevel& event) {
    if (room()) levels_.push_back(event);
}

void ChromeTrace::on_transfer(const Transfer& event) {
    if (room())
        flights_.push_back({event.noc, event.track.core, event.track.row, event.is_read, event.source,
                            event.destination, event.bytes, event.issue, event.complete});
}

std::string ChromeTrace::notice() const {
    if (left_out_ == 0) return {};
    return fmt::format("trace: kept the first {} events, left out {}; simulate less or raise the limit", kept_,
                       left_out_);
}

void ChromeTrace::write(const std::string& path, bool overwrite) const { Writer(*this, path, overwrite).run(); }

}  // namespace tessera::watch
