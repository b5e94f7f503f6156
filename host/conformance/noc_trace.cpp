#include "host/conformance/noc_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sim/noc/network.hpp"

namespace tessera::conformance {
namespace fs = std::filesystem;
namespace {

using fault::InputError;
using nlohmann::json;

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

const Type* type_of(const json& event) {
    const auto found = event.find("type");
    if (found == event.end() || !found->is_string()) return nullptr;
    const std::string name = *found;
    const auto row = std::find_if(types.begin(), types.end(), [&](const Type& type) { return type.name == name; });
    return row == types.end() ? nullptr : &*row;
}

class Reader {
  public:
    explicit Reader(const fs::path& file) : file_(file) {
        std::ifstream in(file, std::ios::binary);
        if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
        try {
            events_ = json::parse(in);
        } catch (const json::exception& error) {
            throw InputError(fmt::format("{}: not JSON: {}", file.string(), error.what()));
        }
        if (!events_.is_array() || events_.empty()) fail("expected a non-empty array of events");
    }

    NocTrace read() {
        NocTrace trace;
        Cycle first = never, last = 0;
        for (at_ = 0; at_ < events_.size(); ++at_) {
            if (!events_[at_].is_object()) fail("expected an object");
            const Cycle stamp = number("timestamp");
            first = std::min(first, stamp);
            last = std::max(last, stamp);
            const Type* type = type_of(events_[at_]);
            if (type != nullptr) trace.transfers.push_back(transfer(*type, stamp));
        }
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
    [[noreturn]] void fail(const std::string& why) const {
        if (at_ < events_.size()) throw InputError(fmt::format("{}: event {}: {}", file_.string(), at_, why));
        throw InputError(fmt::format("{}: {}", file_.string(), why));
    }
    Cycle number(const char* key) const {
        const auto found = events_[at_].find(key);
        if (found == events_[at_].end() || !found->is_number_unsigned())
            fail(fmt::format("\"{}\" must be an integer, not negative", key));
        return *found;
    }
    std::string text(const char* key) const {
        const auto found = events_[at_].find(key);
        if (found == events_[at_].end() || !found->is_string()) fail(fmt::format("\"{}\" must be a string", key));
        return *found;
    }
    arch::Coord coordinate(const char* x, const char* y) {
        const arch::Coord c{static_cast<int>(std::min<Cycle>(number(x), 1000)),
                            static_cast<int>(std::min<Cycle>(number(y), 1000))};
        far_corner_ = {std::max(far_corner_.x, c.x), std::max(far_corner_.y, c.y)};
        return c;
    }
    noc::Transfer transfer(const Type& type, Cycle stamp) {
        noc::Transfer transfer;
        transfer.kind = type.kind;
        transfer.issued = stamp;
        const std::string noc = text("noc");
        if (noc != "NOC_0" && noc != "NOC_1") fail(fmt::format("\"noc\" is {}, expected NOC_0 or NOC_1", noc));
        transfer.noc = noc == "NOC_1";
        transfer.self = coordinate("sx", "sy");
        transfer.bytes = static_cast<std::uint32_t>(std::min<Cycle>(number("num_bytes"), 1u << 31));
        if (transfer.bytes == 0) fail("\"num_bytes\" must not be 0");
        if (type.multicast) {
            // To the first corner, as the machine sends it; NoC 1 names the corners the other way round.
            const arch::Coord a = coordinate("mcast_start_x", "mcast_start_y"),
                              b = coordinate("mcast_end_x", "mcast_end_y");
            transfer.other = {std::min(a.x, b.x), std::min(a.y, b.y)};
            transfer.multicast = true;
            transfer.first_corner = a;
            transfer.last_corner = b;
            const int receivers = (std::abs(a.x - b.x) + 1) * (std::abs(a.y - b.y) + 1);
            transfer.more_cores.assign(static_cast<std::size_t>(receivers - 1), -1);
            return transfer;
        }
        std::optional<arch::Coord>& state = state_[{transfer.self, text("proc"), type.kind}];
        if (type.uses_state && !state) fail("uses a state that no event before it has set");
        transfer.other = type.uses_state ? *state : coordinate("dx", "dy");
        if (type.sets_state) state = transfer.other;
        return transfer;
    }
    const arch::Arch* smallest_torus() const {
        for (const arch::Arch* arch : arch::all())
            if (far_corner_.x < arch->grid.noc_width && far_corner_.y < arch->grid.noc_height) return arch;
        throw InputError(
            fmt::format("{}: ({},{}) lies outside every known grid", file_.string(), far_corner_.x, far_corner_.y));
    }

    const fs::path file_;
    json events_;
    std::size_t at_ = ~std::size_t{0};
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

NocTrace read_noc_trace(const fs::path& file) { return Reader(file).read(); }

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
