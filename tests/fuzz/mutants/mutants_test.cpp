// Clean programs into which a bug is put (mutations.hpp): what becomes of each, on both architectures, by default and
// pedantic. TESSERA_FUZZ=n takes n times as many, all there are from 40 on, and prints each of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "host/job/job_file.hpp"
#include "host/run/run.hpp"
#include "sim/fault/fault.hpp"
#include "tests/fuzz/mutants/mutations.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;
using tests::Mutation;

constexpr int orders = 4;

const fs::path examples = fs::path(TESSERA_SOURCE_DIR) / "kernels/examples",
               own = fs::path(TESSERA_SOURCE_DIR) / "tests/fuzz/mutants/programs";
const std::vector<fs::path> programs{examples / "add.toml",   examples / "matmul.toml", examples / "multicast.toml",
                                     examples / "scale.toml", own / "chain.toml",       own / "gather.toml",
                                     own / "norm.toml"};

struct Setting {
    const arch::Arch* arch;
    bool pedantic;
};
std::vector<Setting> settings(bool all) {
    std::vector<Setting> some{{&arch::wormhole_b0(), false}, {&arch::blackhole(), true}};
    if (all) some.insert(some.end(), {{&arch::wormhole_b0(), true}, {&arch::blackhole(), false}});
    return some;
}

Job job_of(const fs::path& program, const arch::Arch& arch) {
    const JobFile file(program);
    return file.plan(Settings(file.parameters()), arch, 1);
}

std::string text_of(const JobKernel& kernel) {
    if (kernel.spec.text) return *kernel.spec.text;
    std::ostringstream text;
    text << std::ifstream(kernel.spec.path).rdbuf();
    return text.str();
}

RunRecord run_in_order(const Job& job, const Setting& setting, int order,
                       std::optional<fault::Fault>* first_warning = nullptr) {
    RunOptions options;
    options.max_cycles = 2'000'000;
    options.schedule = order;
    options.pedantic = setting.pedantic;
    return run(job, what_if(*setting.arch, {}), options, {.warned = [first_warning](const fault::Fault& warning) {
                   if (first_warning != nullptr && !*first_warning) *first_warning = warning;
               }});
}

// Of those that no fault names, `wrong` gives the same other result in every order, `unsteady` another in some.
enum class Outcome { exact, vague, wrong, unsteady, harmless };

// Whether a fault leads to the bug: a line of it is beside the one that was damaged, or it names the call that is
// missing.
// What a loop or a definition does wrong shows where it is used.
bool leads_to(const fault::Fault& fault, const std::string& kernel, const Mutation& mutation) {
    const auto near = [&](const fault::Where& where) {
        return fs::path(where.file).filename() == fs::path(kernel).filename() &&
               (mutation.defines || std::abs(where.line - mutation.line) <= 2);
    };
    return near(fault.where()) || std::ranges::any_of(fault.related, near) ||
           (!mutation.call.empty() && fault.text().find(mutation.call) != std::string::npos);
}

struct Mutant {
    fs::path program;
    std::size_t kernel;
    Mutation mutation;
};

Outcome outcome(const Mutant& mutant, const Setting& setting, const std::vector<NpyArray>& expected,
                std::string& said) {
    Job job = job_of(mutant.program, *setting.arch);
    KernelSpec& kernel = job.kernels[mutant.kernel].spec;
    kernel.text = mutant.mutation.text;
    bool wrong = false;
    std::optional<fault::Fault> first_warning;
    const auto named = [&](const fault::Fault& fault) {
        said = fmt::format("{} [{}]", fault.headline(), fault.what());
        return leads_to(fault, kernel.path, mutant.mutation) ? Outcome::exact : Outcome::vague;
    };
    try {
        for (int order = 0; order <= orders; ++order) {
            const RunRecord record = run_in_order(job, setting, order, &first_warning);
            if (first_warning) return named(*first_warning);
            bool differs = false;
            for (std::size_t i = 0; i < expected.size(); ++i) differs |= record.outputs[i].data != expected[i].data;
            if (order == 0) wrong = differs;
            if (differs != wrong) {
                said = fmt::format("other results in order {}", order);
                return Outcome::unsteady;
            }
        }
    } catch (const fault::Fault& fault) {
        const Outcome told_first = first_warning ? named(*first_warning) : Outcome::vague;
        return told_first == Outcome::exact ? told_first : named(fault);
    } catch (const fault::InputError& error) {  // it does not compile
        said = error.what();
        return Outcome::exact;
    }
    said = wrong ? "another result" : "same bytes in every order";
    return wrong ? Outcome::wrong : Outcome::harmless;
}

std::string setting_name(const Setting& setting) {
    return fmt::format("{} {}", setting.arch->name, setting.pedantic ? "pedantic" : "default");
}

TEST(Mutants, AreNamedWhereTheirDamageDependsOnTheOrder) {
    const char* more = std::getenv("TESSERA_FUZZ");
    const std::size_t wanted = 12 * static_cast<std::size_t>(more == nullptr ? 1 : std::max(1, std::atoi(more)));
    std::vector<Mutant> all;
    for (const fs::path& program : programs) {
        const Job job = job_of(program, arch::wormhole_b0());
        for (std::size_t k = 0; k < job.kernels.size(); ++k)
            for (Mutation& mutation : tests::mutations_of(text_of(job.kernels[k])))
                all.push_back({program, k, std::move(mutation)});
    }
    std::shuffle(all.begin(), all.end(), std::mt19937(1));
    if (all.size() > wanted) all.resize(wanted);

    using Counts = std::map<Outcome, int>;
    for (const Setting& setting : settings(more != nullptr)) {
        std::map<fs::path, std::vector<NpyArray>> expected;
        for (const fs::path& program : programs)
            for (int order = 0; order <= (more == nullptr ? 1 : orders); ++order) {
                try {
                    const RunRecord record = run_in_order(job_of(program, *setting.arch), setting, order);
                    EXPECT_TRUE(record.summary.warnings.empty())
                        << program << ": " << record.summary.warnings.front().headline();
                    if (order == 0) expected[program] = record.outputs;
                    EXPECT_EQ(record.outputs.front().data, expected[program].front().data)
                        << program << " in order " << order;
                } catch (const fault::Fault& fault) {
                    // Silicon does what was meant, which no document promises.
                    EXPECT_TRUE(setting.pedantic &&
                                (fault.id() == fault::Id::race || fault.id() == fault::Id::released_dst))
                        << program << fault.text();
                    break;
                }
            }
        std::map<std::string, Counts> counts;
        for (const Mutant& mutant : all) {
            if (!expected.contains(mutant.program)) continue;
            std::string said;
            const Outcome what = outcome(mutant, setting, expected[mutant.program], said);
            ++counts[mutant.mutation.family][what];
            const auto text = [&] {
                return fmt::format("{} kernel {} line {} {}\n    {}", mutant.program.stem().string(), mutant.kernel,
                                   mutant.mutation.line, mutant.mutation.what, said);
            };
            EXPECT_NE(what, Outcome::unsteady) << setting_name(setting) << " " << text();
            if (mutant.mutation.family == "synchronisation") {
                EXPECT_NE(what, Outcome::wrong) << setting_name(setting) << " " << text();
            }
            if (more != nullptr)
                fmt::print(
                    "{} {} {}\n", setting_name(setting),
                    std::array{"exact", "vague", "WRONG", "UNSTEADY", "harmless"}[static_cast<std::size_t>(what)],
                    text());
        }
        fmt::print("{}\n{:<16} {:>7} {:>7} {:>7} {:>9} {:>9}\n", setting_name(setting), "family", "exact", "vague",
                   "wrong", "unsteady", "harmless");
        for (auto& [family, of] : counts)
            fmt::print("{:<16} {:>7} {:>7} {:>7} {:>9} {:>9}\n", family, of[Outcome::exact], of[Outcome::vague],
                       of[Outcome::wrong], of[Outcome::unsteady], of[Outcome::harmless]);
    }
}

}  // namespace
}  // namespace tessera::host
