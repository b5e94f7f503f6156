#include "host/conformance/noc_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "sim/noc/network.hpp"
#include "sim/views/json_value.hpp"

namespace tessera::conformance {
namespace fs = std::filesystem;
namespace {

using fault::InputError;
using nlohmann::json;
using views::PlainValue;

// Beyond three days of the chip: times and their differences stay within 64 bits.
constexpr Cycle last_stamp = Cycle{1} << 48;

// The record ends so many cycles before its last time stamp.
constexpr Cycle stamp_cycles = 20;

// How a type of event takes part. A stateful one goes where the last one that set the state went.
struct Type {
    std::string_view name;
    noc::Kind kind;
    bool sets_state = false, uses_state = false, multicast = false;
};
constexpr std::array types{
    Type{"READ", noc::Kind::read},
    Type{"READ_SET_STATE", noc::Kind::read, true},
    Type{"READ_WITH_STATE", noc::Kind::read, false, true},
    Type{"READ_WITH_STATE_AND_TRID", noc::Kind::read, false, true},
    Type{"READ_DRAM_SHARDED_SET_STATE", noc::Kind::read, true},
    Type{"READ_DRAM_SHARDED_WITH_STATE", noc::Kind::read, false, true},
    Type{"WRITE_", noc::Kind::write},
    Type{"WRITE_MULTICAST", noc::Kind::write, false, false, true},
    Type{"WRITE_SET_STATE", noc::Kind::write, true},
    Type{"WRITE_WITH_STATE", noc::Kind::write, false, true},
};

const Type* type_of(const PlainValue& event) {
    const std::optional<PlainValue> found = event.find("type");
    if (!found || found->is_null()) return nullptr;
    const std::string& name = found->word();
    const auto row = std::find_if(types.begin(), types.end(), [&](const Type& type) { return type.name == name; });
    return row == types.end() ? nullptr : &*row;
}

// What one transfer may move: an L1 is at one end of it.
std::uint64_t most_bytes() {
    std::uint64_t most = 0;
    for (const arch::Arch* arch : arch::all()) most = std::max(most, arch->l1.bytes.count());
    return most;
}

class Reader {
  public:
    Reader(std::string_view text, const std::string& name)
        : lead_(name), events_(views::parse_json<json>(text, lead_)) {
        if (!events_.is_array() || events_.empty()) fail("expected a non-empty array of events");
    }

    NocTrace read() {
        NocTrace trace;
        Cycle first = never, last = 0;
        PlainValue(events_, lead_).each([&](const PlainValue& event) {
            const Cycle stamp = event.at("timestamp").whole<Cycle>(0, last_stamp);
            first = std::min(first, stamp);
            last = std::max(last, stamp);
            const Type* type = type_of(event);
            if (type != nullptr) trace.transfers.push_back(transfer(event, *type, stamp));
        });
        if (trace.transfers.empty()) fail("holds no transfer (READ, WRITE_, ...)");
        for (noc::Transfer& transfer : trace.transfers) transfer.issued -= first;
        trace.golden = last - first > stamp_cycles ? last - first - stamp_cycles : 0;
        trace.arch = smallest_torus();
        for (noc::Transfer& transfer : trace.transfers) {
            const auto& endpoints = trace.arch->dram.endpoint;
            const auto bank = std::find(endpoints.begin(), endpoints.begin() + trace.arch->dram.banks, transfer.other);
            if (bank != endpoints.begin() + trace.arch->dram.banks)
                transfer.bank = static_cast<int>(bank - endpoints.begin());
        }
        return trace;
    }

  private:
    [[noreturn]] void fail(const std::string& why) const { views::refuse_json(lead_, why); }
    // Beyond every torus, it is refused with the corner of the whole trace.
    static int place(const PlainValue& value) { return static_cast<int>(std::min<Cycle>(value.as<Cycle>(), 1000)); }
    arch::Coord coordinate(const PlainValue& event, const char* x, const char* y) {
        const arch::Coord c{place(event.at(x)), place(event.at(y))};
        far_corner_ = {std::max(far_corner_.x, c.x), std::max(far_corner_.y, c.y)};
        return c;
    }
    noc::Transfer transfer(const PlainValue& event, const Type& type, Cycle stamp) {
        noc::Transfer transfer;
        transfer.kind = type.kind;
        transfer.issued = stamp;
        const std::string& noc = event.at("noc").word();
        if (noc != "NOC_0" && noc != "NOC_1") event.at("noc").refuse("is neither NOC_0 nor NOC_1");
        transfer.noc = noc == "NOC_1";
        transfer.self = coordinate(event, "sx", "sy");
        static const std::uint64_t most = most_bytes();
        transfer.bytes = static_cast<std::uint32_t>(event.at("num_bytes").whole<std::uint64_t>(1, most));
        if (type.multicast) {
            // To the first corner, as the machine sends it; NoC 1 names the corners the other way round.
            const arch::Coord a = coordinate(event, "mcast_start_x", "mcast_start_y"),
                              b = coordinate(event, "mcast_end_x", "mcast_end_y");
            transfer.other = {std::min(a.x, b.x), std::min(a.y, b.y)};
            transfer.multicast = true;
            transfer.first_corner = a;
            transfer.last_corner = b;
            const int receivers = (std::abs(a.x - b.x) + 1) * (std::abs(a.y - b.y) + 1);
            if (receivers > most_receivers) return transfer;  // beyond every torus, as smallest_torus() says
            transfer.more_cores.assign(static_cast<std::size_t>(receivers - 1), -1);
            return transfer;
        }
        std::optional<arch::Coord>& state = state_[{transfer.self, event.at("proc").word(), type.kind}];
        if (type.uses_state && !state) event.refuse("uses a state that no event before it has set");
        transfer.other = type.uses_state ? *state : coordinate(event, "dx", "dy");
        if (type.sets_state) state = transfer.other;
        return transfer;
    }
    const arch::Arch* smallest_torus() const {
        for (const arch::Arch* arch : arch::all())
            if (far_corner_.x < arch->grid.noc_width && far_corner_.y < arch->grid.noc_height) return arch;
        throw InputError(fmt::format("{}: ({},{}) lies outside every known grid", lead_, far_corner_.x, far_corner_.y));
    }

    static constexpr int most_receivers = 1024;

    const std::string lead_;
    const json events_;
    arch::Coord far_corner_;
    std::map<std::tuple<arch::Coord, std::string, noc::Kind>, std::optional<arch::Coord>> state_;
};

}  // namespace

bool is_noc_trace(const fs::path& file) {
    if (file.extension() != ".json") return false;
    std::ifstream in(file, std::ios::binary);
    char first = 0;
    return static_cast<bool>(in >> first) && first == '[';
}

NocTrace parse_noc_trace(std::string_view text, const std::string& name) { return Reader(text, name).read(); }

NocTrace read_noc_trace(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
    return parse_noc_trace(std::string{std::istreambuf_iterator<char>(in), {}}, file.string());
}

Cycle replay(const NocTrace& trace) {
    noc::Network network(*trace.arch);
    const auto longest = static_cast<std::uint32_t>(trace.arch->noc.max_packet_bytes.count());
    for (noc::Transfer packet : trace.transfers)
        for (std::uint32_t left = packet.bytes; left != 0; left -= packet.bytes) {
            packet.bytes = std::min(left, longest);
            network.send(packet, packet.issued);
        }
    Cycle last = 0;
    while (network.next() != never) last = network.step().at;
    return last;
}

Outcome run_noc_trace(const fs::path& file, const arch::Arch& arch) {
    NocTrace trace = read_noc_trace(file);
    trace.arch = &arch;
    const Cycle simulated = replay(trace);
    Outcome outcome;
    outcome.run = 1;
    outcome.time = Outcome::Time{trace.golden, simulated};
    if (std::abs(outcome.time->error_percent()) <= trace_limit_percent) {
        outcome.passed = 1;
    } else {
        outcome.mismatches.push_back(fmt::format("{}: {} cycles recorded, {} simulated: beyond {} %", file.string(),
                                                 trace.golden, simulated, trace_limit_percent));
    }
    return outcome;
}

}  // namespace tessera::conformance
