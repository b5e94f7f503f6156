#include "sim/views/json_value.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::views {
namespace {

// What the readers take is nested less; the library compares, copies and prints by recursion.
constexpr std::size_t deepest = 64;

}  // namespace

JsonPath JsonPath::then(Step step) const {
    JsonPath out = *this;
    if (depth_ < steps_.size()) out.steps_[depth_] = step;
    ++out.depth_;
    return out;
}

std::string JsonPath::text() const {
    std::string out;
    for (std::size_t i = 0; i < std::min(depth_, steps_.size()); ++i) {
        const Step& step = steps_[i];
        if (step.key.data() == nullptr)
            out += fmt::format("[{}]", step.index);
        else
            out += fmt::format("{}{}", out.empty() ? "" : ".", step.key);
    }
    return depth_ > steps_.size() ? out + "..." : out;
}

void refuse_json(std::string_view lead, const std::string& why) {
    throw fault::InputError(fmt::format("{}: {}", lead, why));
}

void refuse_json(std::string_view lead, const JsonPath& path, const std::string& why) {
    const std::string where = path.text();
    throw fault::InputError(where.empty() ? fmt::format("{}: the JSON text {}", lead, why)
                                          : fmt::format("{}: `{}` {}", lead, where, why));
}

std::string place_in_text(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, std::min(text.size(), at == 0 ? 0 : at - 1));
    const std::size_t line = before.rfind('\n');
    return fmt::format("line {}, column {}", std::ranges::count(before, '\n') + 1,
                       line == before.npos ? before.size() + 1 : before.size() - line);
}

void check_nesting(std::string_view text, std::string_view lead) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest)
                refuse_json(lead, fmt::format("{}: nested more than {} deep", place_in_text(text, i + 1), deepest));
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
}

}  // namespace tessera::views
