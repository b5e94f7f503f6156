#include "host/sweep/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

#include "host/compile/parallel.hpp"
#include "host/run/run.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/view.hpp"

namespace tessera::host {
namespace {

using views::Tried;

constexpr Cycle small_core_cycles = 1'000'000;
constexpr double worth_a_trial = 0.03;   // of the cores' time that waits for a buffer
constexpr double worth_going_on = 0.02;  // of the cycles that twice the pages saved
constexpr std::uint32_t most_deepening = 8;

Cycle core_cycles(const views::ProfileData& profile) {
    Cycle sum = 0;
    for (const views::CoreProfile& core : profile.cores) sum += core.finish;
    return sum;
}

// Circular buffers with the same indices, on whatever cores: they do the same work.
using Indices = std::vector<std::uint32_t>;
Indices indices_of(const CircularBufferSpec& buffer) {
    Indices all;
    for (const auto& [index, view] : buffer.views) all.push_back(index);
    return all;
}
// A buffer that lies over a tensor, or is a ring between cores, is as large as that.
bool can_grow(const CircularBufferSpec& buffer) {
    return !buffer.fixed_address && buffer.remote_bytes == 0 && !buffer.views.empty();
}

struct Waits {
    Cycle cycles = 0, of_line = 0;
    std::string at;  // the line with most of them
};

// Who waits for pages or room in buffers with these indices.
Waits waits_for(const views::ProfileData& profile, const Indices& indices) {
    Waits out;
    for (const views::CoreProfile& core : profile.cores)
        for (const views::UnitProfile& unit : core.units)
            for (const views::WaitProfile& wait : unit.waits) {
                const bool counts = std::ranges::any_of(
                    indices, [&](std::uint32_t cb) { return wait.index == fmt::format("cb {}", cb); });
                if (!counts) continue;
                out.cycles += wait.cycles;
                if (!wait.lines.empty() && wait.lines.front().cycles > out.of_line)
                    out.of_line = wait.lines.front().cycles, out.at = wait.lines.front().at;
            }
    return out;
}

class ChangedRuns {
  public:
    ChangedRuns(const TriedRun& run, const std::function<void(const std::string&)>& heard)
        : run_(run), heard_(heard), options_(for_time_alone(run.options)) {
        options_.keep_going = false;
        options_.max_cycles =
            std::min<std::int64_t>(options_.max_cycles, 2 * static_cast<std::int64_t>(run.profile.cycles));
        // Some programs decide by what they compute what to do next.
        options_.blind_time = timed("the same without values", [&] { return run.job; }) == run.profile.cycles;
    }

    std::vector<Tried> all(unsigned jobs) {
        if (jobs > 1 && options_.threads == 0) options_.threads = 1;  // the runs share the host
        std::vector<std::function<std::optional<Tried>()>> trials;
        const std::vector<Indices> waited = waited_for();
        for (const Indices& indices : waited) trials.emplace_back([this, indices] { return deeper(indices); });
        if (waited.size() > 1)
            trials.emplace_back([this, &waited] { return all_deeper(waited); });  // behind those of each
        trials.emplace_back([this] { return other_nocs(); });
        for (const Parameter& parameter : run_.settings.parameters())
            if (parameter.order_only)
                for (const std::string& word : parameter.choices)
                    if (word != run_.settings.text(parameter.name))
                        trials.emplace_back([this, name = parameter.name, word] { return other_word(name, word); });
        std::vector<std::optional<Tried>> found(trials.size());
        in_parallel(trials.size(), jobs, [&](std::size_t i) { found[i] = trials[i](); });
        if (waited.size() > 1) drop_without_gain(found, waited.size());
        std::vector<Tried> out;
        for (std::optional<Tried>& one : found)
            if (one) out.push_back(std::move(*one));
        std::ranges::stable_sort(out, {}, &Tried::cycles);
        return out;
    }

  private:
    // Never where it cannot be run.
    Cycle timed(const std::string& change, const std::function<Job()>& job) {
        if (heard_) {
            const std::lock_guard lock(telling_);
            heard_(change);
        }
        try {
            return run(job(), run_.changed, options_, {.profile = true}).profile->cycles;  // as the run's is counted
        } catch (const fault::InputError&) {
            return never;
        } catch (const fault::Fault&) {
            return never;
        }
    }
    std::optional<Tried> one(std::string subject, std::string change, std::string at, const std::function<Job()>& job) {
        const Cycle cycles = timed(change, job);
        if (cycles == never) return std::nullopt;
        return Tried{std::move(subject), std::move(change), std::move(at), cycles};
    }

    std::vector<Indices> waited_for() const {
        std::vector<Indices> out;
        const auto least = worth_a_trial * static_cast<double>(core_cycles(run_.profile));
        for (const CircularBufferSpec& buffer : run_.job.circular_buffers) {
            const Indices indices = indices_of(buffer);
            if (!can_grow(buffer) || std::ranges::find(out, indices) != out.end()) continue;
            if (static_cast<double>(waits_for(run_.profile, indices).cycles) >= least) out.push_back(indices);
        }
        return out;
    }
    Job with_deeper(const std::vector<Indices>& which, std::uint32_t times) const {
        Job job = run_.job;
        for (CircularBufferSpec& buffer : job.circular_buffers)
            if (can_grow(buffer) && std::ranges::find(which, indices_of(buffer)) != which.end())
                buffer.total_bytes *= times;
        return job;
    }
    std::string pages_text(const Indices& indices, std::uint32_t times) const {
        std::set<std::uint32_t> pages;
        for (const CircularBufferSpec& buffer : run_.job.circular_buffers)
            if (indices_of(buffer) == indices)
                pages.insert(buffer.total_bytes / buffer.views.begin()->second.page_bytes);
        const std::string cb = fmt::format("cb {}", fmt::join(indices, " and "));
        return pages.size() == 1
                   ? fmt::format("{} pages in {} instead of {}", times * *pages.begin(), cb, *pages.begin())
                   : fmt::format("{} times the pages in {}", times, cb);
    }

    // All of them tell nothing where one of them does as much.
    static void drop_without_gain(std::vector<std::optional<Tried>>& found, std::size_t all) {
        if (!found[all]) return;
        for (std::size_t i = 0; i < all; ++i)
            if (found[i] && !pays(found[all]->cycles, found[i]->cycles)) return found[all].reset();
    }
    static bool pays(Cycle cycles, Cycle before) {
        return static_cast<double>(cycles) <= (1 - worth_going_on) * static_cast<double>(before);
    }

    // Doubled as long as that pays.
    std::optional<Tried> deeper(const Indices& indices) {
        std::optional<Tried> best;
        Cycle before = run_.profile.cycles;
        for (std::uint32_t times = 2; times <= most_deepening; times *= 2) {
            std::optional<Tried> found =
                one(fmt::format("cb {}", indices.front()), pages_text(indices, times),
                    waits_for(run_.profile, indices).at, [&] { return with_deeper({indices}, times); });
            if (!found) break;
            const bool more = pays(found->cycles, before);
            before = std::min(before, found->cycles);
            if (more || !best) best = std::move(found);
            if (!more) break;
        }
        return best;
    }
    std::optional<Tried> all_deeper(const std::vector<Indices>& which) {
        std::vector<std::uint32_t> indices;
        for (const Indices& some : which) indices.insert(indices.end(), some.begin(), some.end());
        std::ranges::sort(indices);
        return one("buffers", fmt::format("twice the pages in cb {}", fmt::join(indices, ", ")), "",
                   [&] { return with_deeper(which, 2); });
    }
    std::optional<Tried> other_nocs() {
        const auto moves = [](const JobKernel& kernel) { return kernel.spec.data_movement.has_value(); };
        if (std::ranges::none_of(run_.job.kernels, moves)) return std::nullopt;
        return one("NoCs", "each data mover on the other NoC", "", [&] {
            Job job = run_.job;
            for (JobKernel& kernel : job.kernels)
                if (moves(kernel)) kernel.spec.data_movement->noc = 1 - kernel.spec.data_movement->noc;
            return job;
        });
    }
    std::optional<Tried> other_word(const std::string& name, const std::string& word) {
        return one(name, fmt::format("{}={}", name, word), "", [&] {
            Settings other = run_.settings;
            other.set(name, word, name);
            return run_.source.plan(other, run_.changed.arch, run_.seed);
        });
    }

    const TriedRun& run_;
    const std::function<void(const std::string&)>& heard_;
    RunOptions options_;
    std::mutex telling_;
};

}  // namespace

bool is_small(const views::ProfileData& profile) { return core_cycles(profile) <= small_core_cycles; }

std::vector<Tried> tried_changes(const TriedRun& run, unsigned jobs,
                                 const std::function<void(const std::string&)>& heard) {
    return ChangedRuns(run, heard).all(jobs);
}

}  // namespace tessera::host
