// What readers require of a Chrome trace (spec/trace-formats.md 2.1, 2.2), checked on the file alone.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace tessera::test {

struct ChromeFacts {
    std::map<std::string, int> phases, categories;  // events by ph; slices by cat
    std::map<std::string, int> flows;               // arrows by cat
    std::set<std::string> counters;                 // "pid name"
    std::map<std::pair<int, int>, std::string> threads;
};

// Whole ns, as readers keep them: finer time is an error.
inline std::int64_t ns(const nlohmann::json& microseconds) {
    const double value = microseconds.get<double>() * 1000;
    EXPECT_NEAR(value, std::round(value), 1e-3) << microseconds;
    return std::llround(value);
}

// Expects every rule to hold, and says what was found.
inline ChromeFacts check_chrome_rules(const nlohmann::json& root) {
    using nlohmann::json;
    struct Slice {
        std::int64_t begin, end;
        std::string cat;
    };
    ChromeFacts facts;
    std::set<int> processes;
    std::map<std::pair<int, int>, std::vector<Slice>> slices;
    std::map<std::uint64_t, std::vector<json>> flows;
    std::map<std::pair<int, std::string>, std::int64_t> counted;
    for (const json& e : root.at("traceEvents")) {
        EXPECT_TRUE(e.at("name").is_string() && e.at("pid").is_number_integer() && e.at("tid").is_number_integer())
            << e;
        const std::string phase = e.at("ph");
        const std::pair<int, int> thread{e.at("pid"), e.at("tid")};
        ++facts.phases[phase];
        if (phase == "M") {
            if (e.at("name") == "process_name") {
                EXPECT_TRUE(processes.insert(thread.first).second) << "named twice " << e;
            }
            if (e.at("name") == "thread_name") {
                EXPECT_TRUE(facts.threads.emplace(thread, e.at("args").at("name")).second) << "named twice " << e;
            }
            continue;
        }
        EXPECT_GE(ns(e.at("ts")), 0) << e;
        if (phase == "X") {
            slices[thread].push_back({ns(e.at("ts")), ns(e.at("ts")) + ns(e.at("dur")), e.at("cat")});
            ++facts.categories[e.at("cat")];
            EXPECT_GE(ns(e.at("dur")), 0) << e;
        } else if (phase == "C") {
            EXPECT_FALSE(e.at("args").empty()) << e;
            for (const auto& [name, value] : e.at("args").items()) EXPECT_TRUE(value.is_number()) << e;
            const auto [last, first] = counted.try_emplace({thread.first, e.at("name")}, ns(e.at("ts")));
            EXPECT_GE(ns(e.at("ts")), last->second) << "a counter goes back: " << e;
            last->second = ns(e.at("ts"));
            facts.counters.insert(std::to_string(thread.first) + " " + e.at("name").get<std::string>());
        } else {
            EXPECT_TRUE(phase == "s" || phase == "t" || phase == "f") << "unknown phase " << e;
            flows[e.at("id")].push_back(e);
        }
    }
    for (const auto& [thread, all] : slices) {
        EXPECT_TRUE(processes.contains(thread.first)) << "process " << thread.first << " has no name";
        EXPECT_TRUE(facts.threads.contains(thread)) << "thread " << thread.first << "/" << thread.second;
        std::vector<std::int64_t> open;
        std::int64_t last = 0;
        for (const Slice& slice : all) {
            EXPECT_GE(slice.begin, last) << "thread " << thread.first << "/" << thread.second << " goes back";
            last = slice.begin;
            while (!open.empty() && open.back() <= slice.begin) open.pop_back();
            EXPECT_LE(slice.end, open.empty() ? slice.end : open.back())
                << "thread " << thread.first << "/" << thread.second << ": slices overlap at " << slice.begin;
            open.push_back(slice.end);
        }
    }
    // The innermost slice around the ts of a flow's end.
    const auto holder = [&](const json& e) -> const Slice* {
        const Slice* found = nullptr;
        for (const Slice& slice : slices[{e.at("pid"), e.at("tid")}])
            if (slice.begin <= ns(e.at("ts")) && ns(e.at("ts")) < std::max(slice.end, slice.begin + 1)) found = &slice;
        return found;
    };
    for (const auto& [id, ends] : flows) {
        EXPECT_NE(id, 0u);
        EXPECT_GE(ends.size(), 2u) << "flow " << id;
        EXPECT_EQ(ends.front().at("ph"), "s") << "flow " << id;
        EXPECT_EQ(ends.back().at("ph"), "f") << "flow " << id;
        EXPECT_EQ(ends.back().at("bp"), "e") << "flow " << id;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            EXPECT_EQ(ends[i].at("name"), ends[0].at("name"));
            EXPECT_EQ(ends[i].at("cat"), ends[0].at("cat"));
            EXPECT_EQ(ends[i].at("ph") == "t", i != 0 && i + 1 != ends.size());
            EXPECT_NE(holder(ends[i]), nullptr) << "nothing to bind to: " << ends[i];
            EXPECT_GE(ns(ends[i].at("ts")), ns(ends[0].at("ts"))) << ends[i];
        }
        if (const Slice* wait = holder(ends.back())) {
            EXPECT_EQ(wait->cat, "wait") << ends.back();
        }
        ++facts.flows[ends.front().at("cat")];
    }
    const json& other = root.at("otherData");
    EXPECT_TRUE(other.at("events").is_number_unsigned() && other.at("events_left_out").is_number_unsigned());
    return facts;
}

}  // namespace tessera::test
