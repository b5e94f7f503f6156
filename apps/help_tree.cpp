#include "apps/help_tree.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "apps/help_format.hpp"

namespace tessera::apps {
namespace {

constexpr std::string_view offered = "offers ";

std::vector<std::string> words_in(const std::string& list, char between) {
    std::vector<std::string> out;
    std::istringstream in(list);
    for (std::string word; std::getline(in, word, between);) out.push_back(word);
    return out;
}

// Those that were offered, or that a check lists as "{a,b}".
std::vector<std::string> choices_of(const CLI::Option& option) {
    // What only looks at the validators is no constant member of it.
    auto& checked = const_cast<CLI::Option&>(option);
    for (int i = 0;; ++i) try {
            const CLI::Validator& check = *checked.get_validator(i);
            if (check.get_name().starts_with(offered)) return words_in(check.get_name().substr(offered.size()), ',');
            const std::string list = check.get_description();
            if (list.starts_with('{') && list.ends_with('}')) return words_in(list.substr(1, list.size() - 2), ',');
        } catch (const CLI::OptionNotFound&) {
            return {};
        }
}

HelpOption option_of(const CLI::Option& option) {
    HelpOption out;
    out.positional = option.get_positional();
    if (out.positional)
        out.names = {option.get_name(true, false)};
    else {
        for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
        for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
    }
    // A flag has a type of some size too, of which it takes none.
    out.takes_value = option.get_items_expected_max() != 0;
    out.value_may_lack = out.takes_value && option.get_items_expected_min() == 0;
    if (out.takes_value) out.value = option.get_type_name();
    if (const std::size_t list = out.value.find(":{"); list != out.value.npos) out.value.resize(list);
    if (out.value.ends_with(':')) out.value.pop_back();
    out.fallback = option.get_default_str();
    out.text = option.get_description();
    out.choices = choices_of(option);
    out.required = option.get_required();
    out.several = option.get_items_expected_max() > 1;
    return out;
}

}  // namespace

std::vector<const HelpOption*> HelpCommand::options() const {
    std::vector<const HelpOption*> out;
    for (const HelpGroup& group : groups)
        for (const HelpOption& option : group.options) out.push_back(&option);
    return out;
}

void offer(CLI::Option* option, const std::vector<std::string>& words) {
    option->check(CLI::Validator([](std::string&) { return std::string{}; }, "",
                                 fmt::format("{}{}", offered, fmt::join(words, ","))));
}

HelpCommand help_of(const CLI::App& app) {
    HelpCommand out{app.get_name(), full_name(app), app.get_description(), app.get_footer(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_group().empty()) continue;
        if (option->get_positional()) {
            out.positionals.push_back(option_of(*option));
            continue;
        }
        auto group = std::ranges::find(out.groups, option->get_group(), &HelpGroup::name);
        if (group == out.groups.end()) group = out.groups.insert(group, {option->get_group(), {}});
        group->options.push_back(option_of(*option));
    }
    for (const CLI::App* command : app.get_subcommands({}))
        if (!command->get_group().empty()) out.commands.push_back(help_of(*command));
    return out;
}

}  // namespace tessera::apps
