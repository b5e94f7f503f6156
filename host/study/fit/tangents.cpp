#include <algorithm>
#include <cmath>

#include "host/study/fit/search.hpp"

namespace tessera::accuracy {
namespace {

// Relative, or of the largest result where the absolute error counts: far above the roundings, far below what bends.
constexpr double wanted_change = 0x1p-11;

struct Change {
    std::vector<double> of_input;
    double largest = 0;
};

// What so many steps of constant k change; a result that jumps, as where an exponent overflows, counts as none.
Change change_by(const SearchRequest& request, Words words, std::size_t k, std::int64_t steps,
                 const std::vector<std::uint32_t>& y) {
    const Literal& constant = request.constants.all()[request.constants.fitted()[k]];
    words[k] = constant.moved(words[k], steps);
    std::vector<std::uint32_t> moved(y.size());
    const bool is_relative = request.kind != ErrorKind::absolute;
    double largest = 0;
    for (std::size_t i = 0; i < y.size() && !is_relative; ++i)
        largest = std::max(largest, std::abs(request.set.exact(i)));
    request.constants.with(words).run(request.set.inputs(), moved);
    Change change{std::vector<double>(y.size()), 0};
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double difference = value_of(moved[i]) - value_of(y[i]);
        const double size =
            std::abs(is_relative ? difference * request.set.weight(i, ErrorKind::relative) : difference / largest);
        if (!(size < 64 * wanted_change)) continue;
        change.of_input[i] = difference;
        change.largest = std::max(change.largest, size);
    }
    return change;
}

}  // namespace

Tangents tangents(const SearchRequest& request, const Words& at) {
    Tangents found;
    found.y.resize(request.set.inputs().size());
    request.constants.with(at).run(request.set.inputs(), found.y);
    for (std::size_t k = 0; k < at.size(); ++k) {
        std::int64_t steps = 1;
        Change up = change_by(request, at, k, steps, found.y);
        constexpr std::int64_t most_steps = 1 << 28;
        while (up.largest < wanted_change && steps < most_steps) {
            Change more = change_by(request, at, k, 4 * steps, found.y);
            if (more.largest == 0 && up.largest > 0) break;  // beyond what the constant may be
            steps *= 4;
            up = std::move(more);
        }
        // Where one direction jumps the other does not.
        const Change down = change_by(request, at, k, -steps, found.y);
        for (std::size_t i = 0; i < up.of_input.size(); ++i)
            if (up.of_input[i] == 0) up.of_input[i] = -down.of_input[i];
        found.steps.push_back(steps);
        found.of_input.push_back(std::move(up.of_input));
    }
    return found;
}

}  // namespace tessera::accuracy
