// A sequence as loops: what repeats at once is told with how often it comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera::host {

struct Fold {
    std::size_t begin, period, times;
};

// From the front, at each place the loop that covers most, the shortest of those; bodies have up to twelve.
inline std::vector<Fold> folds(std::span<const std::uint64_t> sequence) {
    constexpr std::size_t longest = 12;
    std::vector<Fold> out;
    for (std::size_t at = 0; at < sequence.size(); at += out.back().period * out.back().times) {
        Fold best{at, 1, 1};
        for (std::size_t period = 1; period <= longest && at + 2 * period <= sequence.size(); ++period) {
            std::size_t same = 0;
            while (at + period + same < sequence.size() && sequence[at + same] == sequence[at + period + same]) ++same;
            const Fold fold{at, period, same / period + 1};
            if (fold.times > 1 && fold.period * fold.times > best.period * best.times) best = fold;
        }
        out.push_back(best);
    }
    return out;
}

}  // namespace tessera::host
