#include "host/debug/dump_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

namespace tessera::host {
namespace {

constexpr std::size_t narrow = 8;  // characters of a number where eight of them fill a line

// As many digits as there is room for, four at most.
std::string number(float value, bool) {
    for (int digits = 4; digits > 1; --digits)
        if (std::string text = fmt::format("{:.{}g}", value, digits); text.size() <= narrow) return text;
    return fmt::format("{:.1g}", value);
}
std::string number(std::int32_t value, bool) { return fmt::format("{}", value); }
std::string number(std::uint32_t value, bool bits) {
    return bits ? fmt::format("{:08x}", value) : fmt::format("{}", value);
}

// Positions of `count` that are shown; a gap is before the first that does not follow its predecessor.
std::vector<std::size_t> shown(std::size_t count, std::size_t outer, bool all) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < count; ++i)
        if (all || count <= 2 * outer || i < outer || i + outer >= count) places.push_back(i);
    return places;
}

bool gap_before(const std::vector<std::size_t>& places, std::size_t i) {
    return i > 0 && places[i] != places[i - 1] + 1;
}

template <class T>
std::string matrix(std::span<const T> values, std::size_t columns, bool bits, bool all) {
    std::size_t width = 0;
    for (const T value : values) width = std::max(width, number(value, bits).size());
    const std::size_t outer = width > narrow ? 3 : 4, per_line = width > narrow ? 4 : 8;
    const std::vector<std::size_t> rows = shown(values.size() / columns, 4, all), across = shown(columns, outer, all);
    std::string out;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (gap_before(rows, r)) out += " ..\n";
        out += fmt::format("{:>3}", rows[r]);
        for (std::size_t c = 0; c < across.size(); ++c) {
            if (gap_before(across, c)) out += " ..";
            if (all && c > 0 && c % per_line == 0) out += "\n   ";
            out += fmt::format(" {:>{}}", number(values[rows[r] * columns + across[c]], bits), width);
        }
        out += '\n';
    }
    return out;
}

template <class T>
std::string extremes(std::span<const T> values) {
    std::vector<T> finite(values.begin(), values.end());
    std::string others;
    if constexpr (std::is_floating_point_v<T>) {
        const auto nans = std::ranges::count_if(values, [](T x) { return std::isnan(x); });
        std::erase_if(finite, [](T x) { return !std::isfinite(x); });
        const std::size_t infinities = values.size() - finite.size() - static_cast<std::size_t>(nans);
        if (nans > 0) others += fmt::format(", NaN in {}", nans);
        if (infinities > 0) others += fmt::format(", infinity in {}", infinities);
    }
    if (finite.empty()) return "no finite value" + others;
    const auto [least, most] = std::ranges::minmax(finite);
    return fmt::format("smallest {}, largest {}{}", number(least, false), number(most, false), others);
}

}  // namespace

std::string dump_text(const DumpedValues& dumped, bool all) {
    const std::size_t columns = dumped.shape.back(), rows = *std::prev(dumped.shape.end(), 2), one = rows * columns;
    return std::visit(
        [&](const auto& values) {
            std::string out;
            for (std::size_t i = 0; one != 0 && i * one < values.size(); ++i) {
                const std::span part = std::span(values).subspan(i * one, one);
                std::string head = dumped.bits ? "" : extremes(part);
                if (i < dumped.names.size()) head = dumped.names[i] + (head.empty() ? ":" : ": ") + head;
                if (!head.empty()) out += head + '\n';
                out += matrix(part, columns, dumped.bits, all);
            }
            return out;
        },
        dumped.values);
}

}  // namespace tessera::host
