#include "sim/views/profile_trace.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "sim/views/chrome_trace.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::views {
using nlohmann::json;

namespace {

constexpr int first_foreign_pid = dram_pid;   // below are cores
constexpr double most_microseconds = 0x1p38;  // three days; times and their sums stay within 64 bits

std::string lead_of(const std::string& name) { return fmt::format("{}: not a trace that tessera wrote", name); }

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

    void event(const PlainValue& e) {
        const std::string phase = word(e, "ph");
        if (phase == "M" && e.at("name").word() == "process_name") return core(e);
        if (phase == "C") return counter(e);
        if (phase == "X") return slice(e);
    }

  private:
    static std::string word(const PlainValue& e, std::string_view key) {
        const std::optional<PlainValue> found = e.find(key);
        return found ? found->word() : "";
    }

    Cycle cycle(const PlainValue& microseconds) const {
        return static_cast<Cycle>(std::llround(microseconds.real(0, most_microseconds) * head_.cycles_per_microsecond));
    }

    // Of an event of a core.
    int core_of(const PlainValue& e) const {
        const arch::Grid& grid = head_.arch->grid;
        return e.at("pid").whole(0, grid.noc_width * grid.noc_height - 1);
    }

    static bool is_foreign(const PlainValue& e) {
        const std::optional<PlainValue> pid = e.find("pid");
        return pid && pid->as<std::int64_t>() >= first_foreign_pid;
    }

    static int row_of(const PlainValue& e) {
        return e.at("tid").whole(0, std::numeric_limits<int>::max()) % overflow_tids;
    }

    arch::Coord placed(const PlainValue& name, std::size_t from, int width, int height) const {
        const std::optional<arch::Coord> at = coord(name.word(), from);
        if (at && at->x >= 0 && at->x < width && at->y >= 0 && at->y < height) return *at;
        name.refuse(fmt::format("is {}; a core on the grid of {} is expected, as `core (0,1) phys (1,2)`",
                                json_shown(json(name.word())), head_.arch->name));
    }

    void core(const PlainValue& e) {
        if (is_foreign(e)) return;
        const int pid = core_of(e);
        const PlainValue name = e.at("args").at("name");
        const arch::Grid& grid = head_.arch->grid;
        const arch::Coord logical = placed(name, 0, grid.noc_width, grid.noc_height);
        const arch::Coord physical = placed(name, name.word().find("phys"), grid.noc_width, grid.noc_height);
        by_place_[physical] = pid;
        to_.on_core_name({pid, logical, physical});
    }

    void counter(const PlainValue& e) {
        const std::string& name = e.at("name").word();
        if (is_foreign(e) || !name.starts_with("cb") || !name.ends_with(" pages")) return;
        to_.on_cb_level({core_of(e), last_number(std::string_view(name).substr(0, name.find(' '))), cycle(e.at("ts")),
                         e.at("args").at("pages").whole(0, std::numeric_limits<std::int32_t>::max())});
    }

    void slice(const PlainValue& e) {
        const std::string &name = e.at("name").word(), category = word(e, "cat"), at = word(e, "loc");
        const Cycle begin = cycle(e.at("ts")), end = begin + cycle(e.at("dur"));
        if (category == "noc") return transfer(e, begin, end);
        if (category != "zone" && category != "busy" && category != "wait") return;
        const Track track{core_of(e), row_of(e)};
        if (unit_name(track.row) == "?") return;
        const std::size_t colon = at.rfind(':');
        const std::string_view file = std::string_view(at).substr(0, colon);
        const int line = colon == std::string::npos ? 0 : last_number(at);
        if (category == "zone") return to_.on_zone({track, name, file, line, begin, end});
        if (category == "busy") return to_.on_busy({track, begin, end, name, file, line});
        const std::string_view reason = std::string_view(name).substr(0, name.find(' '));
        for (const WaitReasonRow& row : wait_reasons)
            if (row.name == reason)
                to_.on_wait({track, row.reason, row.index.empty() ? 0 : last_number(name), begin, end, file, line});
    }

    void transfer(const PlainValue& e, Cycle begin, Cycle end) {
        const PlainValue args = e.at("args");
        const auto from = coord(args.at("from").word()), to = coord(args.at("to").word());
        const std::string& risc = args.at("risc").word();
        const bool is_read = e.at("name").word().starts_with("read");
        const int noc = row_of(e) - transfer_row;
        const auto bytes = args.at("bytes").whole<std::uint64_t>(0, std::numeric_limits<std::uint32_t>::max());
        if (!from || !to) return;
        const auto core = by_place_.find(is_read ? *to : *from);
        if (core == by_place_.end()) return;
        for (const int row : units)
            if (unit_name(row) == risc)
                to_.on_transfer({{core->second, row}, noc, is_read, *from, *to, bytes, begin, end});
    }

    const TraceHead& head_;
    Listener& to_;
    std::map<arch::Coord, int> by_place_;  // core by its physical place
};

}  // namespace

TraceHead trace_head(std::string_view text, const std::string& name) {
    const std::string lead = lead_of(name);
    const std::size_t at = text.rfind("\"otherData\":");
    const std::size_t begin = at == text.npos ? at : text.find('{', at), end = text.rfind('}');
    if (begin == text.npos || end <= begin) refuse_json(lead, "`otherData` is missing");
    const json parsed = parse_json<json>(text.substr(begin, end - begin), lead + ": `otherData`");
    const PlainValue other(parsed, lead, JsonPath{}.then("otherData"));
    const std::string& arch_name = other.at("arch").word();
    const arch::Arch* arch = arch::find(arch_name);
    if (arch == nullptr) other.at("arch").refuse("is no architecture of `tessera list archs`");
    const std::optional<PlainValue> time = other.find("time"), left_out = other.find("events_left_out");
    const bool cycles = time && time->word().starts_with("1 cycle");
    return {arch, cycles ? 1000.0 : 1000.0 * arch->clock_ghz, left_out ? left_out->as<std::uint64_t>() : 0};
}

void replay_trace(std::string_view text, const std::string& name, const TraceHead& head, Listener& to) {
    Replay replay(head, to);
    constexpr int event_depth = 2;  // the file's object, its list, the event
    const std::string lead = lead_of(name);
    std::size_t events = 0;
    const json head_only = parse_json<json>(text, lead, [&](int depth, json::parse_event_t what, json& parsed) {
        if (what != json::parse_event_t::object_end || depth != event_depth) return true;
        replay.event(PlainValue(parsed, lead, JsonPath{}.then("traceEvents").then(events++)));
        return false;  // and no longer needed
    });
    if (!head_only.is_object()) refuse_json(lead, "an object is expected");
}

}  // namespace tessera::views
