#include "host/metalium/spec_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "sim/fault/fault.hpp"

namespace tt::tt_metal::experimental {

using tessera::fault::InputError;

namespace {

// Comments and lines of the preprocessor left out.
std::string code_of(const std::string& source) {
    static const std::regex left_out(R"(//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)");
    static const std::regex directive(R"((^|\n)[ \t]*#(?:[^\n\\]|\\\n|\\)*)");
    return std::regex_replace(std::regex_replace(source, left_out, " "), directive, "\n");
}

// Of "uint32_t a, uint32_t b".
std::vector<std::string> parameters(const KernelSpec& spec, const std::string& list) {
    static const std::regex parameter(R"(\s*(?:const\s+)?(?:std::)?uint32_t\s+(?:const\s+)?(\w+)\s*)");
    std::vector<std::string> names;
    if (list.find_first_not_of(" \t\n\r") == std::string::npos) return names;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string text = list.substr(begin, end - begin);
        std::smatch match;
        if (!std::regex_match(text, match, parameter))
            throw InputError(fmt::format("kernel {}: its TT_KERNEL takes \"{}\"; a parameter is a uint32_t with a name",
                                         spec.unique_id, text));
        names.push_back(match[1]);
        begin = end + 1;
    }
    return names;
}

void check(const KernelSpec& spec, const char* kind, std::vector<std::string> taken,
           std::vector<std::string> declared) {
    std::ranges::sort(taken);
    std::ranges::sort(declared);
    if (taken == declared) return;
    throw InputError(
        fmt::format("kernel {}: its TT_KERNEL takes the {} arguments ({}), its KernelSpec declares ({}); make "
                    "them the same",
                    spec.unique_id, kind, fmt::join(taken, ", "), fmt::join(declared, ", ")));
}

std::string joined(const std::vector<std::string>& names, const char* form) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + fmt::format(fmt::runtime(form), name);
    return text;
}

}  // namespace

std::string entry_text(const KernelSpec& spec, const std::string& source) {
    static const std::regex own_main(R"(\bkernel_main\s*\()");
    static const std::regex entry(R"((?:template\s*<([^<>]*)>\s*)?\bTT_KERNEL\s+void\s+(\w+)\s*\(([^()]*)\))");
    std::string text = "#if !defined(TT_KERNEL)\n#define TT_KERNEL FORCE_INLINE\n#endif\n";
    const std::string code = code_of(source);
    std::smatch match;
    if (std::regex_search(code, own_main) || !std::regex_search(code, match, entry)) return text;
    const bool is_template = match[1].matched;
    const std::vector<std::string> fixed = parameters(spec, match[1]), given = parameters(spec, match[3]);

    std::vector<std::string> fixed_names, names = spec.runtime_arg_schema.runtime_arg_names;
    for (const auto& [name, value] : spec.compile_time_args) fixed_names.push_back(name);
    const auto& common = spec.runtime_arg_schema.common_runtime_arg_names;
    names.insert(names.end(), common.begin(), common.end());
    check(spec, "compile-time", fixed, fixed_names);
    check(spec, "runtime", given, names);

    if (is_template) text += fmt::format("template <{}> ", joined(fixed, "uint32_t {}"));
    text += fmt::format("inline void {}({});\n", match[2].str(), joined(given, "uint32_t {}"));
    return text + fmt::format("void kernel_main() {{ {}{}({}); }}\n", match[2].str(),
                              is_template ? "<" + joined(fixed, "get_arg(args::{})") + ">" : "",
                              joined(given, "get_arg(args::{})"));
}

}  // namespace tt::tt_metal::experimental
