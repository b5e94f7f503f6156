#include "apps/conformance_cases.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "host/conformance/case_run.hpp"
#include "host/run/progress.hpp"
#include "host/run/view_files.hpp"
#include "host/sweep/checksum.hpp"
#include "sim/views/output_file.hpp"
#include "sim/views/screen.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::apps {
namespace {

using conformance::CaseTable;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds between_states{5};

void keep(const std::string& path, const CaseTable& table) {
    views::OutputFile file(path, true);
    file.write(with_checksum(to_json(table) + "\n"));
    file.commit();
}

}  // namespace

int run_cases(const CaseCommand& given) {
    if (!given.resume.empty()) views::OutputFile::check(given.resume, true);
    if (!given.csv.empty()) check_outputs({{"--csv", given.csv}}, given.json, given.force);
    const conformance::CaseRequest request{.list = given.list,
                                           .file = given.file,
                                           .suite = given.suite,
                                           .archs = given.archs,
                                           .seed = given.seed,
                                           .blind_time = given.blind_time,
                                           .jobs = given.jobs};
    CaseTable table = conformance::planned(request);
    if (!given.resume.empty() && std::filesystem::exists(given.resume))
        conformance::take_over(table, checked(text_of_file(given.resume), given.resume), given.resume);
    Progress progress(!given.quiet);
    const Clock::time_point start = Clock::now();
    Clock::time_point next = start + between_states;
    conformance::work_on(table, request, [&](const CaseTable& so_far, std::size_t n, std::size_t of) {
        progress.show(fmt::format("{} of {} cases done, {} failed", n, of, so_far.failed()),
                      static_cast<double>(n) / static_cast<double>(of));
        if (given.resume.empty() || Clock::now() < next) return;
        keep(given.resume, so_far);
        next = Clock::now() + between_states;
    });
    progress.erase();
    if (!given.resume.empty()) keep(given.resume, table);
    if (!given.csv.empty()) {
        views::TextFile file(given.csv, given.force);
        file.text(to_csv(table));
        file.finish();
    }
    if (given.json)
        fmt::print("{}\n", to_json(table));
    else if (!given.quiet || table.failed() != 0)
        views::print_text(given.csv == "-" ? stderr : stdout, to_text(table));
    if (!given.quiet)
        say(fmt::format("{:.0f} s on {} host thread(s)\n", std::chrono::duration<double>(Clock::now() - start).count(),
                        given.jobs));
    return table.failed() == 0 ? good : check_failed;
}

}  // namespace tessera::apps
