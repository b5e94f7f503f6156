#include "sim/views/profile_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <type_traits>

#include "sim/fault/fault.hpp"

namespace tessera::views {
namespace {

using Json = nlohmann::ordered_json;

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
#define M(name) visit(#name, d.name);

TESSERA_MEMBERS(LineShare, M(at) M(cycles) M(count))
TESSERA_MEMBERS(WaitProfile, M(reason) M(index) M(cycles) M(count) M(lines))
TESSERA_MEMBERS(Traffic, M(count) M(bytes) M(latency))
TESSERA_MEMBERS(PartCycles, M(part) M(cycles))
TESSERA_MEMBERS(UnitProfile, M(unit) M(row) M(cycles) M(busy) M(idle) M(commands) M(instructions) M(work) M(waits)
                                 M(reads) M(writes))
TESSERA_MEMBERS(BufferProfile, M(cb) M(capacity) M(max) M(mean) M(empty) M(full) M(filled) M(emptied))
TESSERA_MEMBERS(CoreProfile,
                M(core) M(x) M(y) M(physical_x) M(physical_y) M(finish) M(active) M(active_unit) M(units) M(buffers))
TESSERA_MEMBERS(BankProfile, M(bank) M(x) M(y) M(busy) M(read_bytes) M(written_bytes) M(parts))
TESSERA_MEMBERS(LinkProfile, M(noc) M(x) M(y) M(direction) M(busy) M(parts))
TESSERA_MEMBERS(HoldShare, M(hold) M(cycles))
TESSERA_MEMBERS(SfpuLine, M(at) M(executions) M(instructions) M(nops) M(constants) M(cycles) M(held) M(loop))
TESSERA_MEMBERS(SfpuProfile, M(programs) M(instructions) M(nops) M(constants) M(cycles) M(held) M(lines))
TESSERA_MEMBERS(PathStep, M(core) M(x) M(y) M(unit) M(what) M(at) M(begin) M(end))
TESSERA_MEMBERS(PathShare, M(unit) M(what) M(at) M(cycles) M(count))
TESSERA_MEMBERS(PathProfile, M(cycles) M(kinds) M(lines) M(steps) M(steps_left_out) M(missing))
TESSERA_MEMBERS(Figure, M(name) M(value) M(unit))
TESSERA_MEMBERS(Split, M(of) M(cycles) M(parts))
TESSERA_MEMBERS(Verdict, M(bound) M(sentence) M(splits) M(figures) M(advice))
TESSERA_MEMBERS(ProfileData,
                M(title) M(arch) M(clock_ghz) M(cycles) M(verdict) M(imbalance_finish) M(imbalance_active)
                    M(slowest_core) M(fastest_core) M(reads) M(writes) M(queued) M(bank_bytes_per_cycle)
                        M(link_bytes_per_cycle) M(cached_pushes) M(notes) M(cores) M(banks) M(links) M(sfpu) M(path))
#undef M
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
        Members<T>::each(value, [&](const char* name, const auto& member) { object[name] = written(member); });
        return object;
    }
}

template <class T>
void read(const Json& from, T& value) {
    if constexpr (plain<T>) {
        from.get_to(value);
    } else if constexpr (requires { value.begin(); }) {
        if (!from.is_array()) throw fault::InputError("a list was expected");
        for (const Json& one : from) read(one, value.emplace_back());
    } else {
        Members<T>::each(value, [&](const char* name, auto& member) {
            const auto at = from.find(name);
            if (!from.is_object() || at == from.end()) throw fault::InputError(fmt::format("`{}` is missing", name));
            read(*at, member);
        });
    }
}

}  // namespace

std::string to_json(const ProfileData& data, int indent) {
    Json out{{"schema_version", profile_schema_version}, {"kind", "profile"}};
    out.update(written(data));
    return out.dump(indent) + "\n";
}

bool is_profile_json(std::string_view text) {
    const std::string_view head = text.substr(0, 200);
    return head.find("\"kind\"") != head.npos && head.find("\"profile\"") != head.npos;
}

ProfileData profile_from_json(std::string_view text, const std::string& name) {
    try {
        const Json json = Json::parse(text);
        if (const int version = json.value("schema_version", 0); version != profile_schema_version)
            throw fault::InputError(fmt::format("schema_version is {}, expected {}: profile the run again", version,
                                                profile_schema_version));
        ProfileData data;
        read(json, data);
        return data;
    } catch (const Json::exception& error) {
        throw fault::InputError(fmt::format("{}: not a profile: {}", name, error.what()));
    } catch (const fault::InputError& error) {
        throw fault::InputError(fmt::format("{}: not a profile: {}", name, error.what()));
    }
}

}  // namespace tessera::views
