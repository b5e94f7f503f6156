#include "sim/views/profile_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "sim/arch/arch.hpp"
#include "sim/views/json_value.hpp"
#include "sim/views/split.hpp"

namespace tessera::views {
namespace {

using Json = nlohmann::ordered_json;

// Sums of cycles, and their multiples in percent, stay within 64 bits; a run of so many takes three days of the chip.
constexpr double most_cycles = 0x1p48;

// What a number of a file may be; by default as its type says below.
struct Bounds {
    double low = 0, high = 0;
    bool given() const { return low != 0 || high != 0; }
};

// Places and numbers of cores in the largest grid that there is; -1 stands for none.
template <class Most>
Bounds up_to(Most most) {
    int out = 0;
    for (const arch::Arch* arch : arch::all()) out = std::max(out, most(arch->grid));
    return {-1, out - 1.0};
}
Bounds any_column() {
    return up_to([](const arch::Grid& grid) { return grid.noc_width; });
}
Bounds any_row() {
    return up_to([](const arch::Grid& grid) { return grid.noc_height; });
}
Bounds any_core() {
    return up_to([](const arch::Grid& grid) { return grid.noc_width * grid.noc_height; });
}

// The members of each struct, once for writing and reading.
template <class T>
struct Members;

#define TESSERA_MEMBERS(type, ...)                                \
    template <>                                                   \
    struct Members<type> {                                        \
        template <class Data, class Visit>                        \
        static void each([[maybe_unused]] Data& d, Visit visit) { \
            __VA_ARGS__                                           \
        }                                                         \
    };
#define M(name) visit(#name, d.name, Bounds{});
#define IN(name, ...) visit(#name, d.name, Bounds __VA_ARGS__);
#define AT(name, range) visit(#name, d.name, range());

TESSERA_MEMBERS(LineShare, M(at) M(cycles) M(count))
TESSERA_MEMBERS(WaitProfile, M(reason) M(index) M(cycles) M(count) M(lines))
TESSERA_MEMBERS(Traffic, M(count) M(bytes) M(latency))
TESSERA_MEMBERS(PartCycles, M(part) M(cycles))
TESSERA_MEMBERS(UnitProfile, M(unit) IN(row, {0, packer}) M(cycles) M(busy) M(idle) M(commands) M(instructions) M(work)
                                 M(waits) M(reads) M(writes))
TESSERA_MEMBERS(BufferProfile, M(cb) M(capacity) M(max) M(mean) M(empty) M(full) M(filled) M(emptied))
TESSERA_MEMBERS(CoreProfile, AT(core, any_core) AT(x, any_column) AT(y, any_row) AT(physical_x, any_column)
                                 AT(physical_y, any_row) M(finish) M(active) M(active_unit) M(units) M(buffers))
TESSERA_MEMBERS(BankProfile, M(bank) AT(x, any_column) AT(y, any_row) M(busy) M(read_bytes) M(written_bytes) M(parts))
TESSERA_MEMBERS(LinkProfile, IN(noc, {0, 1}) AT(x, any_column) AT(y, any_row) M(direction) M(busy) M(parts))
TESSERA_MEMBERS(HoldShare, M(hold) M(cycles))
TESSERA_MEMBERS(SfpuLine, M(at) M(executions) M(instructions) M(nops) M(constants) M(cycles) M(held) M(loop))
TESSERA_MEMBERS(SfpuProfile, M(programs) M(instructions) M(nops) M(constants) M(cycles) M(held) M(lines))
TESSERA_MEMBERS(PathStep, AT(core, any_core) AT(x, any_column) AT(y, any_row) M(unit) M(what) M(at) M(begin) M(end))
TESSERA_MEMBERS(PathShare, M(unit) M(what) M(at) M(cycles) M(count))
TESSERA_MEMBERS(PathProfile, M(cycles) M(kinds) M(lines) M(steps) M(steps_left_out) M(missing))
TESSERA_MEMBERS(Figure, M(name) M(value) M(unit))
TESSERA_MEMBERS(Split, M(of) IN(cycles, {1, most_cycles}) M(parts))
TESSERA_MEMBERS(Verdict, M(bound) M(sentence) M(known) M(balance) M(splits) M(figures) M(advice))
TESSERA_MEMBERS(Tried, M(subject) M(change) M(at) M(cycles))
TESSERA_MEMBERS(ProfileData,
                M(title) M(arch) IN(clock_ghz, {1e-3, 1e3}) IN(cycles, {1, most_cycles}) M(verdict) M(tried)
                    M(imbalance_finish) M(imbalance_active) AT(slowest_core, any_core) AT(fastest_core, any_core)
                        M(reads) M(writes) M(queued) M(bank_bytes_per_cycle) M(link_bytes_per_cycle) M(cached_pushes)
                            M(notes) M(cores) M(banks) M(links) M(sfpu) M(path))
#undef M
#undef IN
#undef AT
#undef TESSERA_MEMBERS

template <class T>
constexpr bool plain = std::is_arithmetic_v<T> || std::is_same_v<T, std::string>;

template <class T>
Json written(const T& value) {
    if constexpr (plain<T>) {
        return value;
    } else if constexpr (requires { value.begin(); }) {
        Json list = Json::array();
        for (const auto& one : value) list.push_back(written(one));
        return list;
    } else {
        Json object = Json::object();
        Members<T>::each(value, [&](const char* name, const auto& member, Bounds) { object[name] = written(member); });
        return object;
    }
}

// The range of a type.
template <class T>
constexpr Bounds bounds_of() {
    if constexpr (std::is_floating_point_v<T>) return {-1e15, 1e15};
    return {0, std::min(most_cycles, static_cast<double>(std::numeric_limits<T>::max()))};
}

template <class T>
void read(const JsonValue<Json>& from, T& value, Bounds range = {}) {
    if constexpr (std::is_same_v<T, std::string>) {
        value = from.word();
    } else if constexpr (plain<T>) {
        if (!range.given()) range = bounds_of<T>();
        if constexpr (std::is_floating_point_v<T>)
            value = from.real(range.low, range.high);
        else
            value = from.whole(static_cast<T>(range.low), static_cast<T>(range.high));
    } else if constexpr (requires { value.begin(); }) {
        from.each([&](const JsonValue<Json>& one) { read(one, value.emplace_back()); });
    } else {
        Members<T>::each(value, [&](const char* name, auto& member, Bounds of) { read(from.at(name), member, of); });
        if constexpr (std::is_same_v<T, LinkProfile>)
            if (!is_direction(value.direction)) from.at("direction").refuse("is none of x, y, leave and enter");
    }
}

}  // namespace

std::string to_json(const ProfileData& data, int indent) {
    Json out{{"schema_version", profile_schema_version}, {"kind", "profile"}};
    out.update(written(data));
    return json_dump(out, indent) + "\n";
}

bool is_profile_json(std::string_view text) {
    const std::string_view head = text.substr(0, 200);
    return head.find("\"kind\"") != head.npos && head.find("\"profile\"") != head.npos;
}

ProfileData profile_from_json(std::string_view text, const std::string& name) {
    const std::string lead = fmt::format("{}: not a profile", name);
    const Json json = parse_json<Json>(text, lead);
    const JsonValue<Json> root(json, lead);
    if (const int version = root.at("schema_version").as<int>(); version != profile_schema_version)
        refuse_json(lead, fmt::format("schema_version is {}, expected {}: profile the run again", version,
                                      profile_schema_version));
    ProfileData data;
    read(root, data);
    if (arch::find(data.arch) == nullptr) root.at("arch").refuse("is no architecture of `tessera list archs`");
    return data;
}

}  // namespace tessera::views
