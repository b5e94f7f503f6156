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

// What is wrong with a value, empty when nothing is.
std::string wrong(const Parameter& parameter, const std::string& value) {
    switch (parameter.kind) {
        case ParameterKind::whole: return whole_number(value);
        case ParameterKind::real: return real_number(value);
        case ParameterKind::flag:
            return value == "true" || value == "false" ? "" : fmt::format("`{}` is neither true nor false", value);
        default: return "";
    }
}

template <class T>
T number(const std::string& text) {
    T value{};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

const Parameter* Settings::find(std::string_view name) const {
    const auto at = std::ranges::find(parameters_, name, &Parameter::name);
    return at == parameters_.end() ? nullptr : &*at;
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
    given_[name] = value;
    arrays_.erase(name);
}

void Settings::set(const std::string& name, NpyArray array, const std::string& option) {
    if (parameter(name, option).kind != ParameterKind::file)
        throw InputError(fmt::format("{}: is an array; the parameter takes one value", option));
    given_[name] = fmt::format("array of {} {}", descr(array.dtype), shape_text(array.shape));
    arrays_[name] = std::move(array);
}

std::string Settings::text(std::string_view name) const {
    const auto at = given_.find(name);
    return at == given_.end() ? parameter(name).fallback : at->second;
}

std::int64_t Settings::whole(std::string_view name) const { return number<std::int64_t>(text(name)); }
double Settings::real(std::string_view name) const { return number<double>(text(name)); }
bool Settings::flag(std::string_view name) const { return text(name) == "true"; }

NpyArray Settings::array(std::string_view name) const {
    const auto at = arrays_.find(name);
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
