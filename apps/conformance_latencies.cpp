#include "apps/conformance_latencies.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "host/calibration/latency_table.hpp"
#include "host/run/progress.hpp"
#include "host/sweep/checksum.hpp"
#include "sim/views/output_file.hpp"

namespace tessera::apps {
namespace {

using calibration::LatencyTable;

constexpr std::chrono::seconds between_saves{5};

void keep(const std::string& path, const LatencyTable& table) {
    views::OutputFile file(path, true);
    file.write(with_checksum(to_json(table) + "\n"));
    file.commit();
}

}  // namespace

int run_latencies(const LatencyCommand& given) {
    if (!given.resume.empty()) views::OutputFile::check(given.resume, true);
    LatencyTable table = calibration::read_latency_table(given.file);
    calibration::choose(table, given.arch == "all" ? "" : given.arch, given.pattern);
    if (!given.resume.empty() && std::filesystem::exists(given.resume))
        calibration::take_over(table, checked(text_of_file(given.resume), given.resume), given.resume);
    Progress progress(!given.quiet);
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point next = start + between_saves;
    calibration::work_on(table, given.archs, given.jobs, [&](const LatencyTable& so_far, double share) {
        progress.show(fmt::format("{} transfer times", so_far.points.size()), share);
        if (given.resume.empty() || std::chrono::steady_clock::now() < next) return;
        keep(given.resume, so_far);
        next = std::chrono::steady_clock::now() + between_saves;
    });
    progress.erase();
    if (!given.resume.empty()) keep(given.resume, table);
    const bool passed = calibration::good(table);
    if (given.json)
        fmt::print("{}\n", to_json(table));
    else if (!given.quiet || !passed)
        show(to_text(table, given.rows));
    return passed ? good : check_failed;
}

}  // namespace tessera::apps
