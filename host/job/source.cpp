#include "host/job/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

using fault::InputError;

template <class T>
T number(const std::string& text) {
    T value{};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::string outside(const Parameter& parameter, const std::string& value) {
    const double given = number<double>(value);
    const auto text = [&](double bound) {
        return parameter.kind == ParameterKind::whole ? fmt::format("{:.0f}", bound) : fmt::format("{:g}", bound);
    };
    if (given < parameter.least)
        return fmt::format("{}: must be at least {}; nearest: {}", value, text(parameter.least), text(parameter.least));
    if (given > parameter.most)
        return fmt::format("{}: must be at most {}; nearest: {}", value, text(parameter.most), text(parameter.most));
    return "";
}

// What is wrong with a value, empty when nothing is.
std::string wrong(const Parameter& parameter, const std::string& value) {
    if (!parameter.word.empty() && value == parameter.word) return "";
    switch (parameter.kind) {
        case ParameterKind::whole:
        case ParameterKind::real: {
            const std::string why = parameter.kind == ParameterKind::whole ? whole_number(value) : real_number(value);
            return why.empty() ? outside(parameter, value) : why;
        }
        case ParameterKind::flag:
            return value == "true" || value == "false" ? "" : fmt::format("`{}` is neither true nor false", value);
        default: return "";
    }
}

}  // namespace

Parameter cores_parameter(std::string fallback, const std::string& text) {
    return {.name = std::string(cores_name),
            .kind = ParameterKind::whole,
            .fallback = std::move(fallback),
            .group = "Run",
            .text = fmt::format("{}; {}: the fastest", text, best_word),
            .word = std::string(best_word)};
}

const Parameter* Settings::find(std::string_view name) const {
    const auto dashed = [](char c) { return c == '_' ? '-' : c; };
    const auto at = std::ranges::find_if(
        parameters_, [&](const Parameter& one) { return std::ranges::equal(one.name, name, {}, dashed, dashed); });
    return at == parameters_.end() ? nullptr : &*at;
}

bool Settings::gave(std::string_view name) const {
    const Parameter* of = find(name);
    return of != nullptr && given_.contains(of->name);
}

const Parameter& Settings::parameter(std::string_view name) const {
    if (const Parameter* found = find(name)) return *found;
    throw std::logic_error(fmt::format("no parameter {}", name));
}

// Of the user's own choice.
const Parameter& Settings::parameter(const std::string& name, const std::string& option) const {
    if (const Parameter* found = find(name)) return *found;
    std::vector<std::string> names;
    for (const Parameter& p : parameters_) names.push_back(p.name);
    throw InputError(
        fmt::format("{}: no parameter {}; {}", option, name, names.empty() ? "there are none" : hint(name, names)));
}

void Settings::set(const std::string& name, const std::string& value, const std::string& option) {
    if (const std::string why = wrong(parameter(name, option), value); !why.empty())
        throw InputError(fmt::format("{}: {}", option, why));
    const std::string& own = parameter(name, option).name;
    given_[own] = value;
    arrays_.erase(own);
}

void Settings::set(const std::string& name, NpyArray array, const std::string& option) {
    if (parameter(name, option).kind != ParameterKind::file)
        throw InputError(fmt::format("{}: is an array; the parameter takes one value", option));
    const std::string& own = parameter(name, option).name;
    given_[own] = fmt::format("array of {} {}", descr(array.dtype), shape_text(array.shape));
    arrays_[own] = std::move(array);
}

std::string Settings::text(std::string_view name) const {
    const Parameter& of = parameter(name);
    const auto at = given_.find(of.name);
    return at == given_.end() ? of.fallback : at->second;
}

std::int64_t Settings::whole(std::string_view name) const {
    const std::string value = text(name);
    if (!value.empty() && value == parameter(name).word)
        throw InputError(fmt::format("{}={}: a whole number is expected here", name, value));
    return number<std::int64_t>(value);
}

double Settings::real(std::string_view name) const { return number<double>(text(name)); }
bool Settings::flag(std::string_view name) const { return text(name) == "true"; }

NpyArray Settings::array(std::string_view name) const {
    const auto at = arrays_.find(parameter(name).name);
    return at == arrays_.end() ? read_npy(text(name)) : at->second;
}

std::size_t Settings::choice(std::string_view name) const {
    return choose(fmt::format("--{}", name), text(name), parameter(name).choices);
}

std::optional<Settings> with(const Settings& settings, const std::string& word) {
    Settings other = settings;
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos && settings.find(word.substr(0, equals)) != nullptr) {
        other.set(word.substr(0, equals), word.substr(equals + 1), word);
        return other;
    }
    for (const Parameter& parameter : settings.parameters())
        if (std::ranges::find(parameter.choices, word) != parameter.choices.end()) {
            other.set(parameter.name, word, word);
            return other;
        }
    return std::nullopt;
}

}  // namespace tessera::host
