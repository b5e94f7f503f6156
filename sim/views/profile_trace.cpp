#include "sim/views/profile_trace.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "sim/fault/fault.hpp"
#include "sim/views/chrome_trace.hpp"

namespace tessera::views {
using nlohmann::json;

namespace {

constexpr int first_foreign_pid = dram_pid;  // below are cores

[[noreturn]] void refuse(const std::string& name, const std::string& what) {
    throw fault::InputError(fmt::format("{}: not a trace that tessera wrote: {}", name, what));
}

// "(3,4)" at or behind `from`.
std::optional<arch::Coord> coord(const std::string& text, std::size_t from = 0) {
    arch::Coord out;
    const std::size_t open = text.find('(', from);
    if (open == std::string::npos) return {};
    const char *begin = text.data() + open + 1, *end = text.data() + text.size();
    const auto x = std::from_chars(begin, end, out.x);
    if (x.ec != std::errc{} || x.ptr == end || *x.ptr != ',') return {};
    const auto y = std::from_chars(x.ptr + 1, end, out.y);
    if (y.ec != std::errc{} || y.ptr == end || *y.ptr != ')') return {};
    return out;
}

// The number that ends a text, or 0.
int last_number(std::string_view text) {
    const std::size_t digits = text.find_last_not_of("0123456789") + 1;
    int out = 0;
    std::from_chars(text.data() + digits, text.data() + text.size(), out);
    return out;
}

class Replay {
  public:
    Replay(const TraceHead& head, Listener& to) : head_(head), to_(to) {}

    void event(const json& e) {
        const std::string phase = e.value("ph", "");
        if (phase == "M" && e.at("name") == "process_name") return core(e);
        if (phase == "C") return counter(e);
        if (phase == "X") return slice(e);
    }

  private:
    Cycle cycle(const json& microseconds) const {
        return static_cast<Cycle>(std::llround(microseconds.get<double>() * head_.cycles_per_microsecond));
    }

    void core(const json& e) {
        const int pid = e.at("pid");
        if (pid >= first_foreign_pid) return;
        const std::string name = e.at("args").at("name");
        const auto logical = coord(name), physical = coord(name, name.find("phys"));
        if (!logical || !physical) return;
        by_place_[*physical] = pid;
        to_.on_core_name({pid, *logical, *physical});
    }

    void counter(const json& e) {
        const std::string name = e.at("name");
        const int pid = e.at("pid");
        if (pid >= first_foreign_pid || !name.starts_with("cb") || !name.ends_with(" pages")) return;
        to_.on_cb_level({pid, last_number(std::string_view(name).substr(0, name.find(' '))), cycle(e.at("ts")),
                         e.at("args").at("pages")});
    }

    void slice(const json& e) {
        const std::string name = e.at("name"), category = e.value("cat", ""), at = e.value("loc", "");
        const Cycle begin = cycle(e.at("ts")), end = begin + cycle(e.at("dur"));
        if (category == "noc") return transfer(e, begin, end);
        const Track track{e.at("pid"), e.at("tid").get<int>() % overflow_tids};
        if (unit_name(track.row) == "?") return;
        const std::size_t colon = at.rfind(':');
        const std::string_view file = std::string_view(at).substr(0, colon);
        const int line = colon == std::string::npos ? 0 : last_number(at);
        if (category == "zone") return to_.on_zone({track, name, file, line, begin, end});
        if (category == "busy") return to_.on_busy({track, begin, end, name, file, line});
        if (category != "wait") return;
        const std::string_view reason = std::string_view(name).substr(0, name.find(' '));
        for (const WaitReasonRow& row : wait_reasons)
            if (row.name == reason)
                to_.on_wait({track, row.reason, row.index.empty() ? 0 : last_number(name), begin, end, file, line});
    }

    void transfer(const json& e, Cycle begin, Cycle end) {
        const json& args = e.at("args");
        const auto from = coord(args.at("from")), to = coord(args.at("to"));
        const std::string risc = args.at("risc"), name = e.at("name");
        const bool is_read = name.starts_with("read");
        const int noc = e.at("tid").get<int>() % overflow_tids - transfer_row;
        if (!from || !to) return;
        const auto core = by_place_.find(is_read ? *to : *from);
        if (core == by_place_.end()) return;
        for (const int row : units)
            if (unit_name(row) == risc)
                to_.on_transfer({{core->second, row}, noc, is_read, *from, *to, args.at("bytes"), begin, end});
    }

    const TraceHead& head_;
    Listener& to_;
    std::map<arch::Coord, int> by_place_;  // core by its physical place
};

}  // namespace

TraceHead trace_head(std::string_view text, const std::string& name) {
    const std::size_t at = text.rfind("\"otherData\":");
    if (at == text.npos) refuse(name, "otherData is missing");
    try {
        const std::size_t begin = text.find('{', at), end = text.rfind('}');
        const json other = json::parse(text.substr(begin, end - begin));
        const std::string arch_name = other.at("arch");
        const arch::Arch* arch = arch::find(arch_name);
        if (arch == nullptr) refuse(name, fmt::format("unknown architecture {}", arch_name));
        const bool cycles = other.value("time", "").starts_with("1 cycle");
        return {arch, cycles ? 1000.0 : 1000.0 * arch->clock_ghz, other.value("events_left_out", std::uint64_t{0})};
    } catch (const json::exception& error) {
        refuse(name, error.what());
    }
}

void replay_trace(std::string_view text, const std::string& name, const TraceHead& head, Listener& to) {
    Replay replay(head, to);
    constexpr int event_depth = 2;  // the file's object, its list, the event
    try {
        const json head_only = json::parse(text, [&](int depth, json::parse_event_t what, json& parsed) {
            if (what != json::parse_event_t::object_end || depth != event_depth) return true;
            replay.event(parsed);
            return false;  // and no longer needed
        });
        if (!head_only.is_object()) refuse(name, "no object");
    } catch (const json::exception& error) {
        refuse(name, error.what());
    }
}

}  // namespace tessera::views
