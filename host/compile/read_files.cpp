#include "host/compile/read_files.hpp"

#include <algorithm>

#include "host/compile/files.hpp"
#include "host/compile/lookups.hpp"
#include "sim/riscv/source_names.hpp"

namespace tessera::host {

namespace fs = std::filesystem;

const std::vector<fs::path>& ToolFiles::operator()() {
    std::call_once(asked_, [&] { files_ = tool_files(tools_); });
    return files_;
}

std::vector<fs::path> prerequisites(const std::string& rule) {
    std::vector<fs::path> files;
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) files.emplace_back(word);
        word.clear();
    };
    const std::size_t colon = rule.find(": ");
    for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 2; i < rule.size(); ++i) {
        const char c = rule[i];
        if (c == '\\' && i + 1 < rule.size() && rule[i + 1] != '\n') {
            word += rule[++i];
        } else if (c == '$' && i + 1 < rule.size() && rule[i + 1] == '$') {
            word += rule[++i];
        } else if (c == ' ' || c == '\n' || c == '\\') {
            finish();
        } else {
            word += c;
        }
    }
    finish();
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

void ReadFiles::note(std::vector<fs::path> sources, const fs::path& wrapper, std::span<const fs::path> folders,
                     std::string_view named) {
    std::erase(sources, wrapper);
    sources_.insert(sources.begin(), sources.end());
    sources.push_back(wrapper);
    const Lookups found = lookups(sources, folders, named);
    absent_.insert(found.absent.begin(), found.absent.end());
    present_.insert(found.present.begin(), found.present.end());
    complete_ = complete_ && found.complete;
    names_working_folder_ = names_working_folder_ || found.names_working_folder;
}

MadeFrom ReadFiles::made_from(ToolFiles& tools, std::chrono::system_clock::time_point begin) const {
    // The compiler's own folders change with its packages only, which the dates of their files tell.
    const auto is_tool = [&](const fs::path& file) {
        return std::ranges::any_of(tools.toolchain().header_folders,
                                   [&](const std::string& folder) { return riscv::is_below(file.string(), folder); });
    };
    const auto changed = [&](const fs::path& file) { return changed_since(file, begin); };
    MadeFrom from{.tools = tools(),
                  .folder = names_working_folder_ ? fs::current_path() : fs::path(),
                  .known = complete_ && std::ranges::none_of(sources_, changed)};
    for (const fs::path& source : sources_) (is_tool(source) ? from.tools : from.sources).push_back(source);
    for (const fs::path& file : absent_)
        if (!is_tool(file)) from.absent.push_back(file);
    for (const fs::path& file : present_)
        if (!is_tool(file) && !sources_.contains(file)) from.present.push_back(file);
    from.known = from.known && std::ranges::none_of(from.present, changed);
    return from;
}

}  // namespace tessera::host
