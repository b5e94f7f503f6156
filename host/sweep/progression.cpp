#include "host/sweep/progression.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

constexpr std::size_t most_values = 10'000;

// "R7" is a word before a number.
struct Value {
    std::string prefix;
    double number;
};

std::optional<Value> value_of(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_of("-.0123456789"), text.size());
    Value value{std::string(text.substr(0, digits)), 0};
    const char* end = text.data() + text.size();
    const auto [read, error] = std::from_chars(text.data() + digits, end, value.number);
    if (error != std::errc{} || read != end) return std::nullopt;
    return value;
}

std::vector<std::string_view> split(std::string_view list) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t comma = list.find(',');
        parts.push_back(list.substr(0, comma));
        if (comma == std::string_view::npos) return parts;
        list.remove_prefix(comma + 1);
    }
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

// How a progression goes on from one number to the next.
struct Law {
    double step = 0, factor = 1;
    double after(double number) const { return number * factor + step; }
};

std::optional<Law> law_of(const std::vector<double>& begun, double last) {
    if (begun.size() == 1) return Law{last < begun[0] ? -1.0 : 1.0, 1};
    const auto follows = [&](const Law& law) {
        for (std::size_t i = 1; i < begun.size(); ++i)
            if (!close(law.after(begun[i - 1]), begun[i])) return false;
        return true;
    };
    if (const Law adds{begun[1] - begun[0], 1}; follows(adds)) return adds;
    if (begun[0] == 0) return std::nullopt;
    if (const Law multiplies{0, begun[1] / begun[0]}; follows(multiplies)) return multiplies;
    return std::nullopt;
}

class Expansion {
  public:
    Expansion(const std::string& option, std::string_view list) : option_(option), list_(list) {}

    std::vector<std::string> all() {
        const std::vector<std::string_view> parts = split(list_);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t dots = parts[i].find("..");
            if (dots != std::string_view::npos && i + 1 != parts.size()) refuse("nothing may follow a..b");
            take(parts[i].substr(0, dots));
            if (dots != std::string_view::npos) continue_to(parts[i].substr(dots + 2));
        }
        return std::move(out_);
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw InputError(fmt::format("{} {}: {}", option_, list_, why));
    }

    void take(std::string_view text) {
        if (text.empty()) refuse("a value is missing");
        out_.emplace_back(text);
    }

    void continue_to(std::string_view text) {
        const auto last = value_of(text);
        if (!last) refuse(fmt::format("`{}` after .. is not a number", text));
        std::vector<double> begun;
        for (const std::string& word : out_) {
            const auto value = value_of(word);
            if (!value || value->prefix != last->prefix) refuse(fmt::format("`{}` and `{}` are not alike", word, text));
            begun.push_back(value->number);
        }
        const auto law = law_of(begun, last->number);
        if (!law) refuse("the numbers before .. have neither one step nor one factor");
        for (double at = begun.back(); !close(at, last->number);) {
            const double next = law->after(at), left = last->number - at;
            if ((next - at) * left <= 0) refuse("the numbers before .. do not lead to the last");
            at = std::abs(next - at) < std::abs(left) ? next : last->number;
            out_.push_back(close(at, last->number) ? std::string(text) : last->prefix + fmt::format("{:.12g}", at));
            if (out_.size() > most_values) refuse(fmt::format("more than {} values", most_values));
        }
    }

    const std::string& option_;
    std::string_view list_;
    std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> expand(const std::string& option, std::string_view list) {
    return Expansion(option, list).all();
}

}  // namespace tessera::host
