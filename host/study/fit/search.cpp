#include "host/study/fit/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "host/compile/parallel.hpp"
#include "host/study/fit/minimax.hpp"
#include "host/tensor/random_word.hpp"

namespace tessera::accuracy {
namespace {

constexpr std::size_t batch = 16, hard_inputs = 384;

class Search {
  public:
    Search(const SearchRequest& request, const Words& start, const Score& limit)
        : request_(request), limit_(limit), best_{start, request.set.score(request.constants.with(start))} {
        instructions_ = request.constants.with({}).program().code.size();
        for (std::size_t i = 0; i < request.set.inputs().size(); ++i)
            largest_exact_ = std::max(largest_exact_, std::abs(request.set.exact(i)));
        find_hard();
    }

    Found run() {
        if (best_.words.empty()) return best_;
        follow_ = tangents(request_, best_.words);
        start_from_minimax();
        shape_steps();
        while (best_.tried < request_.tries && !is_stopped()) {
            if (request_.progress)
                request_.progress(fmt::format("search, max {:.6g}", best_.score.max[kind()]),
                                  static_cast<double>(best_.tried) / static_cast<double>(request_.tries));
            std::vector<Words> proposals;
            for (std::size_t i = 0; i < batch; ++i) proposals.push_back(proposal());
            take_best_of(proposals);
        }
        return best_;
    }

  private:
    std::size_t kind() const { return static_cast<std::size_t>(request_.kind); }
    const Literal& constant(std::size_t k) const { return request_.constants.all()[request_.constants.fitted()[k]]; }
    bool is_stopped() const { return request_.stop != nullptr && *request_.stop; }
    double excess(const Score& score) const {
        return request_.target == nullptr ? 1 : score.excess_over(*request_.target, kind());
    }
    auto key(const Score& score) const {
        return std::tuple(excess(score), score.max[kind()], score.mean_by_value[kind()], score.mean_by_bits[kind()]);
    }
    // The largest error with which a proposal could be the better one.
    double most_allowed() const {
        const double now = best_.score.max[kind()], off = excess(best_.score);
        return off > 1 ? std::max(now, off * request_.target->max[kind()]) : now;
    }
    std::uint64_t random() { return host::random_word(request_.seed, random_index_++); }
    double unit() { return static_cast<double>(random() >> 11) * 0x1p-53; }
    // Close enough to a normal distribution.
    double bell() { return unit() + unit() + unit() + unit() - 2; }

    // The inputs that decide the maximum now: most proposals fail on them.
    void find_hard() {
        const TrainingSet& set = request_.set;
        std::vector<std::uint32_t> y(set.inputs().size());
        request_.constants.with(best_.words).run(set.inputs(), y);
        std::vector<double> error(y.size());
        for (std::size_t i = 0; i < y.size(); ++i)
            error[i] = std::abs(value_of(y[i]) - set.exact(i)) * set.weight(i, request_.kind);
        hard_.resize(y.size());
        std::iota(hard_.begin(), hard_.end(), std::size_t{0});
        const auto few = std::min(hard_inputs, hard_.size());
        std::ranges::partial_sort(
            hard_, hard_.begin() + static_cast<std::ptrdiff_t>(few),
            [&](std::size_t a, std::size_t b) { return std::tuple(-error[a], a) < std::tuple(-error[b], b); });
        hard_.resize(few);
        hard_x_.clear();
        for (const std::size_t i : hard_) hard_x_.push_back(set.inputs()[i]);
    }

    // Words `by` of each constant's step away.
    Words moved(const Words& from, const std::vector<double>& by) const {
        Words to = from;
        for (std::size_t k = 0; k < to.size(); ++k)
            to[k] = constant(k).moved(
                from[k], static_cast<std::int64_t>(std::llround(by[k] * static_cast<double>(follow_.steps[k]))));
        return to;
    }

    // Literals that share inputs belong together, others are fitted apart: one segment's maximum must not stop
    // another's.
    std::vector<std::vector<std::size_t>> blocks() const {
        const std::size_t n = best_.words.size();
        std::vector<std::size_t> block(n);
        std::iota(block.begin(), block.end(), std::size_t{0});
        for (std::size_t i = 0; i < follow_.y.size(); ++i) {
            std::size_t first = n;
            for (std::size_t k = 0; k < n; ++k) {
                if (follow_.of_input[k][i] == 0) continue;
                if (first == n) first = k;
                const std::size_t from = block[k], to = block[first];
                if (from != to)
                    for (std::size_t& b : block)
                        if (b == from) b = to;
            }
        }
        std::vector<std::vector<std::size_t>> all;
        for (std::size_t b = 0; b < n; ++b) {
            std::vector<std::size_t> members;
            for (std::size_t k = 0; k < n; ++k)
                if (block[k] == b) members.push_back(k);
            if (!members.empty()) all.push_back(members);
        }
        return all;
    }

    // By how many of its steps each constant should move for the least maximum, were nothing rounded, where no mean may
    // rise: a mean is one more row, which reaches its limit where the maximum reaches `share` of what it is now.
    std::vector<double> minimax_move(double share) const {
        std::vector<double> move(best_.words.size(), 0);
        for (const std::vector<std::size_t>& block : blocks()) {
            const Minimax best = minimax(family_of(block, share));
            if (!best.is_found) continue;
            for (std::size_t n = 0; n < block.size(); ++n) move[block[n]] = static_cast<double>(best.coefficients[n]);
        }
        return move;
    }

    LinearFamily family_of(const std::vector<std::size_t>& block, double share) const {
        const TrainingSet& set = request_.set;
        std::vector<std::size_t> inputs;
        for (std::size_t i = 0; i < follow_.y.size(); ++i)
            if (std::isfinite(value_of(follow_.y[i])) &&
                std::ranges::any_of(block, [&](std::size_t k) { return follow_.of_input[k][i] != 0; }))
                inputs.push_back(i);
        const auto off = [&](std::size_t i, ErrorKind of) {
            return (set.exact(i) - value_of(follow_.y[i])) * set.weight(i, of);
        };
        const auto most = [&](ErrorKind of) {
            double largest = 0;
            for (const std::size_t i : inputs) largest = std::max(largest, std::abs(off(i, of)));
            return largest;
        };
        LinearFamily family(block.size());
        const double level = most(request_.kind);
        const bool holds_means = !request_.held.empty() || request_.target != nullptr;
        for (const ErrorKind held : request_.held.empty() ? std::vector{request_.kind} : request_.held) {
            // All in the unit of the maximum that is to be least.
            const double scale = level / most(held);
            std::array<std::vector<long double>, 2> mean_rows;
            mean_rows.fill(std::vector<long double>(block.size(), 0));
            std::array<double, 2> means{};
            for (const std::size_t i : inputs) {
                const double weight = set.weight(i, held), error = off(i, held);
                std::vector<long double> row;
                for (const std::size_t k : block) row.push_back(follow_.of_input[k][i] * weight * scale);
                family.add(row, error * scale);
                const auto group = static_cast<std::size_t>(set.group(i));
                if (group >= means.size()) continue;
                means[group] += std::abs(error);
                for (std::size_t n = 0; n < block.size(); ++n)
                    mean_rows[group][n] += (error > 0 ? 1 : -1) * follow_.of_input[block[n]][i] * weight;
            }
            for (std::size_t group = 0; group < means.size(); ++group) {
                if (means[group] == 0 || !holds_means) continue;
                const double limit = request_.target == nullptr ? share * level : level_at_target(group);
                for (long double& part : mean_rows[group]) part *= limit / means[group];
                family.add(mean_rows[group], limit);
            }
        }
        return family;
    }

    // Where a mean row stands now so that it reaches the target's maximum where the mean reaches the target's.
    double level_at_target(std::size_t group) const {
        const Score& target = *request_.target;
        const auto mean = group == 0 ? &Score::mean_by_value : &Score::mean_by_bits;
        const double wanted = (target.*mean)[kind()];
        return wanted == 0 ? 0 : target.max[kind()] * (best_.score.*mean)[kind()] / wanted;
    }

    // Again from where that leads, since products of constants bend; of the way there the best point, also where the
    // end is worse somewhere.
    void start_from_minimax() {
        const double published = best_.score.max[kind()];
        for (int round = 0; round < 3; ++round) {
            const double share = std::min(1.0, best_.score.max[kind()] / published);
            std::vector<Words> proposals;
            for (const double slack : {share, share * share, 0.5}) {
                const std::vector<double> move = minimax_move(slack);
                for (double part = 1; part > 0.01; part *= 0.65) {
                    std::vector<double> by = move;
                    for (double& b : by) b *= part;
                    proposals.push_back(moved(best_.words, by));
                }
            }
            if (!take_best_of(proposals)) return;
            follow_ = tangents(request_, best_.words);
        }
    }

    // What makes a change of a result one of a size that is the same for all functions: relative, or where the absolute
    // error counts a share of the largest result.
    double step_weight(std::size_t i) const {
        return request_.kind == ErrorKind::absolute ? 1 / largest_exact_ : request_.set.weight(i, ErrorKind::relative);
    }

    // Steps that change results alike in all directions: with J^T J = L L^T, moves of L^-T times noise.
    void shape_steps() {
        const std::size_t n = best_.words.size();
        lower_.assign(n, std::vector<double>(n, 0));
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b <= a; ++b) {
                double sum = 0;
                for (std::size_t i = 0; i < follow_.y.size(); ++i) {
                    const double w = step_weight(i);
                    sum += follow_.of_input[a][i] * w * follow_.of_input[b][i] * w;
                }
                lower_[a][b] = sum / static_cast<double>(follow_.y.size());
            }
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b <= a; ++b) {
                double sum = lower_[a][b] * (a == b ? 1 + 1e-9 : 1);
                for (std::size_t c = 0; c < b; ++c) sum -= lower_[a][c] * lower_[b][c];
                lower_[a][b] = a == b ? std::sqrt(std::max(sum, 1e-30)) : sum / lower_[b][b];
            }
    }

    Words proposal() {
        const std::size_t n = best_.words.size();
        std::vector<double> by(n, 0);
        // From the last digit of a result up to its error now.
        const double size = request_.kind == ErrorKind::absolute
                                ? best_.score.max[kind()] / largest_exact_
                                : best_.score.max[static_cast<std::size_t>(ErrorKind::relative)];
        if ((random() & 1) != 0) {
            const double reach = 0x1p-25 * std::pow(std::max(2.0, size * 0x1p24), unit());
            for (std::size_t k = 0; k < n; ++k) by[k] = reach * bell();
            for (std::size_t k = n; k-- > 0;) {
                for (std::size_t later = k + 1; later < n; ++later) by[k] -= lower_[later][k] * by[later];
                by[k] /= lower_[k][k];
            }
            return moved(best_.words, by);
        }
        Words words = best_.words;
        const std::size_t count = 1 + random() % std::min<std::size_t>(n, 3);
        for (std::size_t c = 0; c < count; ++c) {
            const std::size_t k = random() % n;
            const std::int64_t steps = std::int64_t{1} << random() % 7;
            words[k] = constant(k).moved(words[k], (random() & 1) != 0 ? steps : -steps);
        }
        return words;
    }

    bool take_best_of(const std::vector<Words>& proposals) {
        struct Tried {
            bool is_good = false;
            Score score;
        };
        std::vector<Tried> tried(proposals.size());
        host::in_parallel(proposals.size(), request_.threads, [&](std::size_t i) {
            const Recorded function = request_.constants.with(proposals[i]);
            if (function.program().code.size() > instructions_) return;
            if (request_.set.largest(function, hard_x_, hard_, request_.kind) > most_allowed()) return;
            const Score score = request_.set.score(function);
            tried[i] = {score.is_nowhere_worse_than(limit_, request_.held) && key(score) < key(best_.score), score};
        });
        best_.tried += proposals.size();
        std::size_t best = proposals.size();
        for (std::size_t i = 0; i < proposals.size(); ++i)
            if (tried[i].is_good && (best == proposals.size() || key(tried[i].score) < key(tried[best].score)))
                best = i;
        if (best == proposals.size()) return false;
        best_.words = proposals[best];
        best_.score = tried[best].score;
        best_.trail.push_back(best_.words);
        find_hard();
        return true;
    }

    const SearchRequest& request_;
    const Score& limit_;
    Found best_;
    std::size_t instructions_;
    double largest_exact_ = 0;
    std::vector<std::size_t> hard_;
    std::vector<std::uint32_t> hard_x_;
    Tangents follow_;
    std::vector<std::vector<double>> lower_;
    std::uint64_t random_index_ = 0;
};

}  // namespace

Found search(const SearchRequest& request, const Words& start, const Score& limit) {
    return Search(request, start, limit).run();
}

}  // namespace tessera::accuracy
