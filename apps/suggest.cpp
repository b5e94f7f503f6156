#include "apps/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::apps {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

}  // namespace

std::string nearest(std::string_view given, std::span<const std::string> known) {
    std::string best;
    std::size_t fewest = std::max<std::size_t>(1, given.size() / 3) + 1;
    for (const std::string& word : known)
        if (const std::size_t n = distance(given, word); n < fewest) fewest = n, best = word;
    return best;
}

std::string hint(std::string_view given, const std::vector<std::string>& known) {
    const std::string meant = nearest(given, known);
    if (!meant.empty()) return fmt::format("did you mean `{}`?", meant);
    return fmt::format("known are {}", fmt::join(known, ", "));
}

}  // namespace tessera::apps
