// The vendor's table of transfer times (spec/timing.md 3.4), or a part of it, as CSV: a row a setting, a column a size.
// Replayed on the model by several host threads: the same whatever their number, gone on with after an end.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "host/calibration/errors.hpp"
#include "host/calibration/setting.hpp"

namespace tessera::calibration {

struct LatencyPoint {
    std::size_t row;  // of the settings
    std::uint32_t bytes;
    double measured;       // cycles
    double simulated = 0;  // 0: not yet
    double error_percent() const { return 100 * (simulated / measured - 1); }
    bool is_done() const { return simulated != 0; }
};

struct LatencyTable {
    std::vector<Setting> settings;
    std::vector<LatencyPoint> points;  // by setting, then by size
    bool is_complete() const;
};

// Whether its first line names the columns of such a table.
bool is_latency_table(const std::filesystem::path& file);

// Sizes that a test did not run and that go on with the last one's cycles are left out: of equal cycles at the end of
// a row, all but the first. Throws InputError with file and line.
LatencyTable read_latency_table(const std::filesystem::path& file);
LatencyTable parse_latency_table(std::string_view text, const std::string& name);

// Those that the program brings along: one or two settings of each architecture, mechanism, pattern and memory.
LatencyTable published_latencies();

// Leaves out what is of another architecture or pattern; an empty word is all.
void choose(LatencyTable& table, std::string_view arch, std::string_view pattern);

// Simulates what is not done, the longest first. `heard`, if given, is called after each point with how much of all
// that is done, from 0 to 1.
void work_on(LatencyTable& table, std::span<const arch::Arch* const> archs, unsigned jobs,
             const std::function<void(const LatencyTable&, double)>& heard = {});

// Of the points of one mechanism, pattern, memory and architecture that are done, or of all.
struct LatencyGroup {
    std::string arch, mechanism, pattern, memory;
    bool loopback = false;
    Errors errors = {};
    std::uint32_t worst_bytes = 0, worst_transactions = 0;

    static constexpr double mean_limit_percent = 10, worst_limit_percent = 35, all_limit_percent = 5;
    bool good() const;
};
std::vector<LatencyGroup> groups(const LatencyTable& table);
LatencyGroup all_points(const LatencyTable& table);
bool good(const LatencyTable& table);  // every group, and the mean over all

std::string to_text(const LatencyTable& table, bool rows);
std::string to_json(const LatencyTable& table);  // one object, schema_version 1; what a run is gone on with from
// Takes over the points that `text`, a table as JSON, has done. InputError where it is of other settings.
void take_over(LatencyTable& table, std::string_view text, const std::string& file);

}  // namespace tessera::calibration
