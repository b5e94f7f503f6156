#include "host/debug/dump_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

namespace tessera::host {
namespace {

constexpr std::size_t cell = 12, left = 34, line = 18;  // pixels

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
    return out;
}

// `most`: the largest magnitude.
std::string colour(double value, double most) {
    if (std::isnan(value)) return "#ffd400";
    if (std::isinf(value)) return "#000";
    const auto faded = static_cast<int>(std::lround(255 * (1 - (most > 0 ? std::abs(value) / most : 0))));
    return value < 0 ? fmt::format("#{:02x}{:02x}ff", faded, faded) : fmt::format("#ff{:02x}{:02x}", faded, faded);
}

template <class T>
std::string words(T value, bool bits) {
    return bits ? fmt::format("0x{:08x}", static_cast<std::uint32_t>(value)) : fmt::format("{}", value);
}

template <class T>
std::string matrix(std::span<const T> values, std::size_t columns, std::size_t top, bool bits) {
    double most = 0;
    for (const T value : values)
        if (std::isfinite(static_cast<double>(value))) most = std::max(most, std::abs(static_cast<double>(value)));
    std::string out;
    for (std::size_t i = 0; i < values.size(); ++i)
        out += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>[{}, {}] {}</title></rect>\n",
            left + i % columns * cell, top + i / columns * cell, cell, cell,
            colour(static_cast<double>(values[i]), most), i / columns, i % columns, words(values[i], bits));
    const std::size_t rows = values.size() / columns, wide = columns * cell, high = rows * cell;
    for (std::size_t row = 0; row <= rows; row += 16)
        out += fmt::format(
            "<path stroke=\"#222\" d=\"M{} {}h{}\"/><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left,
            top + row * cell, wide, left - 4, top + row * cell + 10, row);
    for (std::size_t column = 0; column <= columns; column += 16)
        out += fmt::format("<path stroke=\"#222\" d=\"M{} {}v{}\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
                           left + column * cell, top, high, left + column * cell, top - 3, column);
    return out;
}

}  // namespace

std::string dump_picture(const DumpedValues& dumped, const std::string& head) {
    const std::size_t columns = dumped.shape.back(), rows = *std::prev(dumped.shape.end(), 2), one = rows * columns;
    return std::visit(
        [&](const auto& values) {
            std::string body;
            std::size_t top = line;
            for (std::string_view rest = head; !rest.empty(); top += line) {
                const std::string_view first = rest.substr(0, rest.find('\n'));
                rest.remove_prefix(std::min(rest.size(), first.size() + 1));
                body += fmt::format("<text x=\"4\" y=\"{}\">{}</text>\n", top, escaped(first));
            }
            const std::span all(values);
            for (std::size_t i = 0; i * one < all.size(); ++i, top += rows * cell + line) {
                if (i < dumped.names.size())
                    body += fmt::format("<text x=\"4\" y=\"{}\">{}</text>\n", top, escaped(dumped.names[i]));
                top += line;
                body += matrix(all.subspan(i * one, std::min(one, all.size() - i * one)), columns, top, dumped.bits);
            }
            return fmt::format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
                "font-family=\"sans-serif\" font-size=\"11\">\n"
                "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
                "<g stroke=\"none\" fill=\"#222\">\n{}</g>\n</svg>\n",
                std::max<std::size_t>(left + columns * cell + 8, 420), top, body);
        },
        dumped.values);
}

}  // namespace tessera::host
