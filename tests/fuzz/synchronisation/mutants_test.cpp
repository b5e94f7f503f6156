// Clean programs whose synchronisation is damaged: a call deleted, or moved behind the next statement. Every mutant is
// named by a fault, or gives the same bytes in every order that is tried. TESSERA_FUZZ=n takes n times as many; from 20
// on it is every mutant there is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <regex>
#include <sstream>

#include "host/job/job_file.hpp"
#include "host/run/run.hpp"
#include "sim/fault/fault.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

constexpr int orders = 4;

struct Mutant {
    std::string program, kernel, what, text;
};

std::string read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

// Whole statements of a line of their own.
bool is_statement(const std::string& line) {
    static const std::regex one(R"(^\s*[\w:<>]+\(.*\);\s*(//.*)?$)");
    return std::regex_match(line, one);
}

bool synchronises(const std::string& line) {
    static const std::regex call(
        R"(\b(cb_reserve_back|cb_push_back|cb_wait_front|cb_pop_front|noc_async_\w*(barrier|flushed)|noc_semaphore_\w+|tile_regs_\w+)\()");
    return is_statement(line) && std::regex_search(line, call);
}

std::vector<Mutant> mutants_of(const std::string& program) {
    std::vector<Mutant> all;
    std::vector<fs::path> kernels;
    for (const auto& entry : fs::directory_iterator(fs::path(TESSERA_SOURCE_DIR) / "kernels/examples" / program))
        if (entry.path().extension() == ".cpp") kernels.push_back(entry.path());
    std::ranges::sort(kernels);
    for (const fs::path& kernel : kernels) {
        const std::vector<std::string> lines = lines_of(read(kernel));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!synchronises(lines[i])) continue;
            std::vector<std::string> changed = lines;
            changed[i].clear();
            all.push_back(
                {program, kernel.filename(), fmt::format("line {} deleted:{}", i + 1, lines[i]), joined(changed)});
            if (i + 1 == lines.size() || !is_statement(lines[i + 1])) continue;
            changed = lines;
            std::swap(changed[i], changed[i + 1]);
            all.push_back(
                {program, kernel.filename(), fmt::format("line {} moved down:{}", i + 1, lines[i]), joined(changed)});
        }
    }
    return all;
}

Job job_of(const std::string& program) {
    const JobFile file(fs::path(TESSERA_SOURCE_DIR) / "kernels/examples" / (program + ".toml"));
    return file.plan(Settings(file.parameters()), arch::wormhole_b0(), 1);
}

RunRecord run_in_order(const Job& job, int order) {
    RunOptions options;
    options.max_cycles = 2'000'000;
    options.schedule = order;
    return run(job, what_if(arch::wormhole_b0(), {}), options);
}

enum class Outcome { named, equal, silent };

Outcome outcome(const Mutant& mutant, const std::vector<NpyArray>& expected, std::string& said) {
    Job job = job_of(mutant.program);
    for (JobKernel& kernel : job.kernels)
        if (fs::path(kernel.spec.path).filename() == mutant.kernel) kernel.spec.text = mutant.text;
    try {
        for (int order = 0; order <= orders; ++order) {
            const RunRecord record = run_in_order(job, order);
            if (!record.summary.warnings.empty()) {
                said = record.summary.warnings.front().headline();
                return Outcome::named;
            }
            for (std::size_t i = 0; i < expected.size(); ++i)
                if (record.outputs[i].data != expected[i].data) {
                    said = fmt::format("other results in order {}", order);
                    return Outcome::silent;
                }
        }
    } catch (const fault::Fault& fault) {
        said = fault.headline();
        return Outcome::named;
    }
    return Outcome::equal;
}

TEST(Mutants, AreNamedOrHarmless) {
    const char* more = std::getenv("TESSERA_FUZZ");
    const std::size_t wanted = 12 * static_cast<std::size_t>(more == nullptr ? 1 : std::max(1, std::atoi(more)));
    std::vector<Mutant> all;
    std::map<std::string, std::vector<NpyArray>> expected;
    for (const char* program : {"add", "matmul", "multicast"}) {
        const auto some = mutants_of(program);
        all.insert(all.end(), some.begin(), some.end());
        expected[program] = run_in_order(job_of(program), 0).outputs;
        for (int order = 1; order <= orders; ++order)
            EXPECT_EQ(run_in_order(job_of(program), order).outputs.front().data, expected[program].front().data)
                << program << " in order " << order;
    }
    std::shuffle(all.begin(), all.end(), std::mt19937(1));
    if (all.size() > wanted) all.resize(wanted);
    std::map<Outcome, int> counts;
    for (const Mutant& mutant : all) {
        std::string said;
        const Outcome what = outcome(mutant, expected[mutant.program], said);
        ++counts[what];
        EXPECT_NE(what, Outcome::silent) << mutant.program << "/" << mutant.kernel << " " << mutant.what << ": "
                                         << said;
        if (more != nullptr)
            fmt::print("{}/{} {}\n    {}\n", mutant.program, mutant.kernel, mutant.what,
                       what == Outcome::equal ? "same bytes in every order" : said);
    }
    fmt::print("{} mutants: {} named, {} harmless, {} silent\n", all.size(), counts[Outcome::named],
               counts[Outcome::equal], counts[Outcome::silent]);
}

}  // namespace
}  // namespace tessera::host
