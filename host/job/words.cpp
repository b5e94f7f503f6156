#include "host/job/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <type_traits>
#include <utility>

#include "sim/fault/fault.hpp"

namespace tessera::host {
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

// "R" and 11 of "R11"; nothing where it is not a name with a number.
std::optional<std::pair<std::string_view, int>> numbered(std::string_view word) {
    const std::size_t digits = word.find_last_not_of("0123456789") + 1;
    int value = 0;
    if (digits == 0 || digits == word.size() || word.size() - digits > 6) return std::nullopt;
    std::from_chars(word.data() + digits, word.data() + word.size(), value);
    return std::pair(word.substr(0, digits), value);
}

// Of names that differ in their number only the one whose number is nearest, the lower of two.
std::string nearest_number(std::string_view given, std::span<const std::string> known) {
    const auto asked = numbered(given);
    std::string best;
    int fewest = 0;
    for (const std::string& word : known) {
        const auto one = asked ? numbered(word) : std::nullopt;
        if (!one || one->first != asked->first) continue;
        const int n = std::abs(one->second - asked->second);
        if (best.empty() || n < fewest) fewest = n, best = word;
    }
    return best;
}

template <class T>
std::string number(const std::string& text, const char* kind) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) return fmt::format("`{}` is out of range", text);
    if (error != std::errc{} || end != text.data() + text.size()) return fmt::format("`{}` is not {}", text, kind);
    const std::size_t digits = text.front() == '-';
    if (std::is_integral_v<T> && text.size() > digits + 1 && text[digits] == '0')
        return fmt::format("`{}` begins with a zero; write it without", text);
    return {};
}

}  // namespace

std::string nearest(std::string_view given, std::span<const std::string> known) {
    if (std::string numbered = nearest_number(given, known); !numbered.empty()) return numbered;
    std::string best;
    if (given.size() > 100) return best;  // no word that anyone mistyped
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

std::size_t choose(const std::string& option, const std::string& given, const std::vector<std::string>& names) {
    const auto at = std::find(names.begin(), names.end(), given);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    const std::string meant = nearest(given, names);
    throw fault::InputError(fmt::format("{} {}: unknown; {}known are {}", option, given,
                                        meant.empty() ? "" : fmt::format("did you mean `{}`? ", meant),
                                        fmt::join(names, ", ")));
}

std::string whole_number(const std::string& text) { return number<std::int64_t>(text, "a whole number"); }
std::string whole_number_from_zero(const std::string& text) {
    return number<std::uint64_t>(text, "a whole number of 0 or more");
}
std::string real_number(const std::string& text) { return number<double>(text, "a number"); }

}  // namespace tessera::host
