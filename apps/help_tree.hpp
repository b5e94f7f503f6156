// The command as plain data, read off its options: what man pages and completions are made from.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tessera::apps {

struct HelpOption {
    std::vector<std::string> names;  // "-q", "--quiet"; of what stands by itself the name alone
    std::string value;               // "FILE", "N"; empty for a flag
    std::string fallback, text;
    std::vector<std::string> choices;  // words that it takes, where they are few
    bool takes_value = false, value_may_lack = false, positional = false, required = false, several = false;

    bool takes_file() const { return takes_value && choices.empty() && (value == "FILE" || value == "JOB.toml"); }
};

struct HelpGroup {
    std::string name;
    std::vector<HelpOption> options;
    std::string about = {};
};

struct HelpCommand {
    std::string name, path;  // "rope", "tessera profile rope"
    std::string about, footer;
    std::vector<HelpOption> positionals;
    std::vector<HelpGroup> groups;  // the common options first
    std::vector<HelpCommand> commands;
    std::vector<HelpGroup> keys = {};  // of the file that the command tells of

    std::vector<const HelpOption*> options() const;  // of all groups
};

// Remembers the words that an option takes, for completion.
void offer(CLI::Option* option, const std::vector<std::string>& words);

HelpCommand help_of(const CLI::App& app);

std::string man_page(const HelpCommand& command, const std::string& version);
// "tessera-profile-rope.1".
std::string man_name(const HelpCommand& command);

std::string bash_completion(const HelpCommand& root);
std::string zsh_completion(const HelpCommand& root);
std::string fish_completion(const HelpCommand& root);

}  // namespace tessera::apps
