// Options every subcommand shares, and how their values are checked.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "apps/cli.hpp"
#include "apps/suggest.hpp"
#include "host/compile/files.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::apps {
namespace {

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

std::vector<std::string> architectures() {
    std::vector<std::string> names;
    for (const arch::Arch* a : arch::all()) names.emplace_back(a->name);
    return names;
}

}  // namespace

std::string whole_number(const std::string& text) { return number<std::int64_t>(text, "a whole number"); }
std::string whole_number_from_zero(const std::string& text) {
    return number<std::uint64_t>(text, "a whole number of 0 or more");
}
std::string real_number(const std::string& text) { return number<double>(text, "a number"); }

std::size_t choose(const std::string& option, const std::string& given, const std::vector<std::string>& names) {
    const auto at = std::find(names.begin(), names.end(), given);
    if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
    const std::string meant = nearest(given, names);
    throw fault::InputError(fmt::format("{} {}: unknown; {}known are {}", option, given,
                                        meant.empty() ? "" : fmt::format("did you mean `{}`? ", meant),
                                        fmt::join(names, ", ")));
}

sfpu::Lowering chosen_lowering(const std::string& given) {
    std::vector<std::string> names;
    for (const sfpu::Lowering lowering : sfpu::lowerings) names.emplace_back(sfpu::name(lowering));
    return sfpu::lowerings[choose("--lowering", given, names)];
}

std::string text_of_file(const std::string& path) {
    std::optional<std::string> text = host::read_file(path);
    if (!text) throw fault::InputError(fmt::format("{}: cannot be read", path));
    return *std::move(text);
}

void add_common(CLI::App& command, Common& common) {
    command.add_option("--arch", common.arch, fmt::format("{}", fmt::join(architectures(), " or ")))
        ->type_name("NAME")
        ->capture_default_str();
    command.add_flag("--json", common.json, "print one JSON object instead of tables");
    command.add_option("--seed", common.seed, "seed of generated data, 0 or more")
        ->type_name("N")
        ->check(whole_number_from_zero)
        ->capture_default_str();
    command.add_flag("-q,--quiet", common.quiet, "print nothing when all is well");
    command.add_flag("-v,--verbose", common.verbose, "print more");
}

const arch::Arch& chosen_arch(const Common& common) {
    return *arch::all()[choose("--arch", common.arch, architectures())];
}

}  // namespace tessera::apps
