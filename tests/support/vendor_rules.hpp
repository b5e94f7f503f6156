// What the vendor's tools require of profile_log_device.csv and of a NoC trace (spec/trace-formats.md 1.1, 1.2, 3.1,
// 3.2), checked on the files alone.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "sim/arch/arch.hpp"

namespace tessera::test {

inline std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> out(1);
    for (const char c : text)
        if (c == at)
            out.emplace_back();
        else
            out.back() += c;
    return out;
}

inline const std::set<std::string>& vendor_riscs() {
    static const std::set<std::string> names{"BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2"};
    return names;
}

inline bool is_worker(const arch::Arch& arch, int x, int y) {
    const auto& columns = arch.grid.tensix_columns;
    const auto& rows = arch.grid.tensix_rows;
    return std::find(columns.begin(), columns.begin() + arch.grid.compute_width, x) !=
               columns.begin() + arch.grid.compute_width &&
           std::find(rows.begin(), rows.begin() + arch.grid.compute_height, y) !=
               rows.begin() + arch.grid.compute_height;
}

// Expects every rule to hold; returns the number of cores.
inline std::size_t check_profile_log_rules(const std::string& text, const arch::Arch& arch, bool thirteen) {
    std::vector<std::string> lines = split(text, '\n');
    EXPECT_EQ(text.find('\r'), text.npos);
    EXPECT_EQ(lines.back(), "") << "the last line ends";
    lines.pop_back();
    if (lines.size() < 2) return ADD_FAILURE() << "no header", 0;
    std::smatch head;
    EXPECT_TRUE(std::regex_match(
        lines[0], head, std::regex(R"(ARCH:\s*(.+),\s*CHIP_FREQ\[MHz\]:\s*(\d+),\s*Max Compute Cores:\s*(\d+)\s*)")));
    EXPECT_EQ(head[1].str(), arch.name);
    EXPECT_NE(head[2], "0");
    EXPECT_EQ(lines[1], std::string("PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since "
                                    "reset], data, run host ID,") +
                            (thirteen ? "" : " trace id, trace id counter,") +
                            " zone name, type, source line, source file, meta data");

    using Core = std::pair<int, int>;
    struct Open {
        std::string name, id;
    };
    std::map<std::pair<Core, std::string>, std::vector<Open>> open;
    std::map<std::pair<Core, std::string>, std::uint64_t> last;
    std::map<std::string, std::set<std::string>> ids;                     // by name, file and line
    std::map<std::pair<std::string, Core>, int> firmware, kernels;        // by operation and core
    std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> span;  // of BRISC-FW over all cores, by operation
    std::vector<std::pair<std::string, std::uint64_t>> stamps;            // of every row, with its operation
    std::set<Core> cores;
    for (std::size_t i = 2; i < lines.size(); ++i) {
        std::vector<std::string> f = split(lines[i], ',');
        EXPECT_EQ(f.size(), thirteen ? 13u : 15u) << lines[i];
        if (f.size() < 13) return 0;
        if (!thirteen) {
            EXPECT_TRUE(f[8].empty() && f[9].empty()) << "no captured trace is replayed: " << lines[i];
            f.erase(f.begin() + 8, f.begin() + 10);
        }
        const Core core{std::stoi(f[1]), std::stoi(f[2])};
        const std::string &risc = f[3], &id = f[4], &data = f[6], &operation = f[7], &name = f[8], &type = f[9];
        const std::pair key{core, risc};
        const std::uint64_t time = std::stoull(f[5]);
        cores.insert(core);
        kernels.try_emplace({operation, core});
        EXPECT_EQ(f[0], "0");
        EXPECT_TRUE(is_worker(arch, core.first, core.second)) << lines[i];
        EXPECT_TRUE(vendor_riscs().contains(risc)) << lines[i];
        EXPECT_TRUE(std::stoul(id) > 0 && std::stoul(id) <= 0xFFFF) << lines[i];
        EXPECT_GE(time, last[key]) << "time goes back: " << lines[i];
        last[key] = time;
        EXPECT_NE(operation, "0");
        EXPECT_TRUE(f[12].empty()) << lines[i];
        EXPECT_EQ(name.find_first_of("\","), name.npos);
        EXPECT_TRUE(name.find("CQ-DISPATCH") == name.npos && name.find("CQ-PREFETCH") == name.npos) << lines[i];
        ids[name + ":" + f[11] + ":" + f[10]].insert(id);
        stamps.emplace_back(operation, time);
        if (type == "ZONE_TOTAL") {
            EXPECT_TRUE((risc == "TRISC_0" && name == "CB-COMPUTE-WAIT-FRONT") ||
                        (risc == "TRISC_2" && name == "CB-COMPUTE-RESERVE-BACK"))
                << lines[i];
            continue;
        }
        EXPECT_EQ(data, "0") << lines[i];
        const bool start = type == "ZONE_START";
        EXPECT_TRUE(start || type == "ZONE_END") << lines[i];
        if (name == "BRISC-FW") {
            EXPECT_EQ(risc, "BRISC");
            ++firmware[{operation, core}];
            auto& [begin, end] = span.try_emplace(operation, time, time).first->second;
            begin = std::min(begin, time);
            end = std::max(end, time);
        }
        if (name.ends_with("-KERNEL")) ++kernels[{operation, core}];
        auto& zones = open[key];
        if (start) {
            zones.push_back({name, id});
        } else if (zones.empty() || zones.back().name != name) {
            ADD_FAILURE() << "ends what is not open: " << lines[i];
        } else {
            EXPECT_EQ(zones.back().id, id) << "START and END differ: " << lines[i];
            zones.pop_back();
        }
    }
    for (const auto& [key, zones] : open) EXPECT_TRUE(zones.empty()) << zones.back().name << " never ends";
    for (const auto& [place, all] : ids) EXPECT_EQ(all.size(), 1u) << place << " has several timer_id";
    for (const auto& [place, count] : kernels) {
        const auto& [operation, core] = place;
        EXPECT_EQ(firmware[place], 2) << "BRISC-FW once on (" << core.first << "," << core.second << ")";
        EXPECT_GE(count, 2) << "a kernel on (" << core.first << "," << core.second << ")";
    }
    for (const auto& [operation, time] : stamps)
        EXPECT_TRUE(time >= span[operation].first && time <= span[operation].second) << "outside BRISC-FW: " << time;
    return cores.size();
}

// Expects every rule to hold; returns how often each type of transfer occurs.
inline std::map<std::string, int> check_noc_trace_rules(const nlohmann::json& events, const arch::Arch& arch) {
    using nlohmann::json;
    std::map<std::string, int> types;
    EXPECT_TRUE(events.is_array());
    if (!events.is_array() || events.empty()) return types;
    using Key = std::tuple<int, int, std::string>;
    const auto key = [](const json& e) { return Key{e.at("sx"), e.at("sy"), e.at("proc")}; };
    std::map<Key, std::vector<std::string>> open;
    std::vector<std::uint64_t> stamps;
    Key last{-1, -1, ""};
    std::uint64_t time = 0;
    bool first_has_zone = false;
    const auto inside = [&](const json& x, const json& y) {
        return x.is_number_integer() && y.is_number_integer() && x >= 0 && y >= 0 && x < arch.grid.noc_width &&
               y < arch.grid.noc_height;
    };
    for (const json& e : events) {
        EXPECT_NE(e.at("run_host_id"), 0);
        EXPECT_EQ(e.at("src_device_id"), 0);
        EXPECT_TRUE(vendor_riscs().contains(e.at("proc"))) << e;
        EXPECT_TRUE(is_worker(arch, e.at("sx"), e.at("sy"))) << e;
        EXPECT_TRUE(e.at("timestamp").is_number_integer()) << "a float is read as 0: " << e;
        EXPECT_GE(e.at("timestamp"), 1'000'000'000) << e;
        EXPECT_GE(key(e), last) << "not sorted: " << e;
        if (key(e) != last) time = 0;
        last = key(e);
        EXPECT_GE(e.at("timestamp"), time) << "time goes back: " << e;
        time = e.at("timestamp");
        stamps.push_back(time);
        if (e.contains("zone")) {
            const std::string phase = e.at("zone_phase");
            if (phase == "ZONE_START") {
                open[key(e)].push_back(e.at("zone"));
                first_has_zone = first_has_zone || key(e) == key(events.front());
            } else {
                EXPECT_EQ(phase, "ZONE_END");
                if (open[key(e)].empty() || open[key(e)].back() != e.at("zone"))
                    ADD_FAILURE() << "ends what is not open: " << e;
                else
                    open[key(e)].pop_back();
            }
            continue;
        }
        EXPECT_TRUE(first_has_zone) << "a zone of the first RISC comes before any transfer";
        const std::string type = e.at("type");
        ++types[type];
        EXPECT_TRUE((std::set<std::string>{"READ", "WRITE_", "WRITE_MULTICAST", "WRITE_INLINE", "SEMAPHORE_INC"})
                        .contains(type))
            << e;
        EXPECT_TRUE(e.at("noc") == "NOC_0" || e.at("noc") == "NOC_1") << e;
        EXPECT_GT(e.at("num_bytes"), 0) << e;
        if (type == "WRITE_MULTICAST") {
            EXPECT_FALSE(e.contains("dx")) << e;
            EXPECT_TRUE(inside(e.at("mcast_start_x"), e.at("mcast_start_y"))) << e;
            EXPECT_TRUE(inside(e.at("mcast_end_x"), e.at("mcast_end_y"))) << e;
        } else {
            EXPECT_TRUE(inside(e.at("dx"), e.at("dy"))) << e;
        }
    }
    for (const auto& [risc, zones] : open) EXPECT_TRUE(zones.empty()) << zones.back() << " never ends";
    // Sorted by time, tt-npe's folder mode drops everything behind a jump to twice the time.
    std::sort(stamps.begin(), stamps.end());
    for (std::size_t i = 1; i < stamps.size(); ++i) EXPECT_LE(stamps[i], 2 * stamps[i - 1]);
    return types;
}

}  // namespace tessera::test
