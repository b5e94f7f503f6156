#include "host/sweep/best_cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "host/compile/parallel.hpp"
#include "host/run/run.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// From `most` down: each three quarters of the one before, and the powers of two, into which work is often cut.
std::vector<std::uint32_t> ladder(std::uint32_t most) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t n = most; n > 0; n = n * 3 / 4) numbers.push_back(n);
    for (std::uint32_t n = 1; n < most; n *= 2) numbers.push_back(n);
    std::ranges::sort(numbers, std::greater{});
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

// Those tried so far, in the order of their numbers.
class Trials {
  public:
    Trials(unsigned jobs, const CoresTrial& trial) : jobs_(jobs), trial_(trial) {}

    void ask(std::vector<std::uint32_t> numbers) {
        std::erase_if(numbers, [&](std::uint32_t n) { return tried_.contains(n); });
        std::vector<Cycle> cycles(numbers.size());
        in_parallel(numbers.size(), jobs_, [&](std::size_t i) { cycles[i] = trial_(numbers[i]); });
        for (std::size_t i = 0; i < numbers.size(); ++i) tried_[numbers[i]] = cycles[i];
    }
    CoresTried best() const {
        const auto at = std::ranges::min_element(tried_, {}, [](const auto& one) { return one.second; });
        return {at->first, at->second};
    }
    // Of those that could be run; the best where none could.
    CoresTried fewest() const {
        const auto at = std::ranges::find_if(tried_, [](const auto& one) { return one.second != never; });
        return at == tried_.end() ? best() : CoresTried{at->first, at->second};
    }
    // The numbers halfway to the neighbours of the best that were not tried.
    std::vector<std::uint32_t> around() const {
        const auto at = tried_.find(best().cores);
        std::vector<std::uint32_t> numbers;
        const auto halfway = [&](std::uint32_t low, std::uint32_t high) {
            if (high > low + 1) numbers.push_back(low + (high - low) / 2);
        };
        halfway(at == tried_.begin() ? 0 : std::prev(at)->first, at->first);
        if (std::next(at) != tried_.end()) halfway(at->first, std::next(at)->first);
        return numbers;
    }

  private:
    unsigned jobs_;
    const CoresTrial& trial_;
    std::map<std::uint32_t, Cycle> tried_;
};

}  // namespace

CoresTried best_of(std::uint32_t most, unsigned jobs, const CoresTrial& trial) {
    Trials trials(jobs, trial);
    const std::vector<std::uint32_t> numbers = ladder(most);
    // Two at a time whatever the host has, so that the numbers tried do not depend on it.
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        trials.ask({numbers.begin() + static_cast<std::ptrdiff_t>(i),
                    numbers.begin() + static_cast<std::ptrdiff_t>(std::min(i + 2, numbers.size()))});
        if (trials.fewest().cycles / 2 > trials.best().cycles) break;
    }
    for (std::vector<std::uint32_t> more = trials.around(); !more.empty(); more = trials.around()) trials.ask(more);
    return trials.best();
}

Settings with_best_cores(const JobSource& source, const Settings& settings, const WhatIf& changed,
                         const RunOptions& options, std::uint64_t seed, unsigned jobs,
                         const std::function<void(std::uint32_t)>& heard) {
    if (settings.find(cores_name) == nullptr || settings.text(cores_name) != best_word) return settings;
    RunOptions timed = for_time_alone(options);
    if (jobs > 1 && timed.threads == 0) timed.threads = 1;  // the runs share the host
    const auto with = [&](std::uint32_t cores) {
        Settings other = settings;
        other.set(std::string(cores_name), fmt::format("{}", cores), "cores");
        return other;
    };
    const auto most = static_cast<std::uint32_t>(changed.arch.grid.compute_width * changed.arch.grid.compute_height);
    std::mutex telling;
    const CoresTried best = best_of(most, jobs, [&](std::uint32_t cores) {
        if (heard) {
            const std::lock_guard lock(telling);
            heard(cores);
        }
        try {
            return run(source.plan(with(cores), changed.arch, seed), changed, timed).summary.cycles;
        } catch (const fault::InputError&) {
            return never;
        } catch (const fault::Fault&) {
            return never;
        }
    });
    return with(best.cores);
}

}  // namespace tessera::host
