#include "tests/fuzz/mutants/mutations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <sstream>

namespace tessera::tests {
namespace {

constexpr const char* synchronises =
    R"(^\s*(cb_reserve_back|cb_push_back|cb_wait_front|cb_pop_front|noc_async_\w*(?:barrier|flushed)|noc_semaphore_\w+|tile_regs_\w+)\(.*\);\s*(?://.*)?$)";
constexpr const char* starts = R"(^\s*((?:\w*_)?(?:init|uninit)\w*)(?:<.*>)?\(.*\);$)";

struct Change {
    const char* family;
    const char* what;
    std::regex of;
    const char* to;  // null: the line goes
};

const std::vector<Change>& changes() {
    static const std::vector<Change> all{
        {"synchronisation", "deleted", std::regex(synchronises), nullptr},
        {"synchronisation", "a page more", std::regex(R"((cb_\w+\(\w+, )(\w+)\))"), "$1$2 + 1)"},
        {"synchronisation", "waits for one more", std::regex(R"((noc_semaphore_wait(?:_min)?\(\w+, )(.*)\);)"),
         "$1$2 + 1);"},
        {"synchronisation", "waits for one less", std::regex(R"((noc_semaphore_wait(?:_min)?\(\w+, )(.*)\);)"),
         "$1$2 - 1);"},
        {"synchronisation", "counts two", std::regex(R"((noc_semaphore_inc\(.*, )1\);)"), "$012);"},
        {"synchronisation", "awaits writes instead", std::regex("noc_async_read_barrier"), "noc_async_write_barrier"},
        {"synchronisation", "awaits reads instead", std::regex("noc_async_write_barrier"), "noc_async_read_barrier"},
        {"synchronisation", "awaits that they are sent", std::regex("noc_async_write_barrier"),
         "noc_async_writes_flushed"},
        {"synchronisation", "does not await atomics", std::regex("noc_async_atomic_barrier"),
         "noc_async_write_barrier"},
        {"start-up", "deleted", std::regex(starts), nullptr},
        {"memory", "32 bytes further", std::regex(R"((get_(?:read|write)_ptr\(\w+\)))"), "($1 + 32)"},
        {"memory", "a page further", std::regex(R"(get_(read|write)_ptr\((\w+)\))"),
         "(get_$1_ptr($2) + get_tile_size($2))"},
        {"memory", "null", std::regex(R"(get_(?:read|write)_ptr\(\w+\))"), "0"},
        {"memory", "twice the bytes", std::regex(R"(get_tile_size\((\w+)\)([,)]))"), "get_tile_size($1) * 2$2"},
        {"memory", "half the bytes", std::regex(R"(get_tile_size\((\w+)\)([,)]))"), "get_tile_size($1) / 2$2"},
        {"memory", "a page more", std::regex(R"(< ((?:first \+ )?(?:count|tiles|get_arg_val<uint32_t>\(1\))); \+\+)"),
         "< $1 + 1; ++"},
        {"memory", "a page less", std::regex(R"(< ((?:first \+ )?(?:count|tiles|get_arg_val<uint32_t>\(1\))); \+\+)"),
         "< $1 - 1; ++"},
        {"memory", "the next page", std::regex(R"((noc_async_(?:read|write)_tile\()([^,]+),)"), "$1$2 + 1,"},
        {"memory", "another buffer", std::regex(R"((get_(?:read|write)_ptr)\(0\))"), "$1(1)"},
        {"memory", "another buffer", std::regex(R"((get_(?:read|write)_ptr)\((?:1|16)\))"), "$1(0)"},
        {"arguments", "the next one", std::regex(R"(get_arg_val<uint32_t>\(0\))"), "get_arg_val<uint32_t>(1)"},
        {"arguments", "the one before", std::regex(R"(get_arg_val<uint32_t>\(1\))"), "get_arg_val<uint32_t>(0)"},
        {"arguments", "one that is not there", std::regex(R"(get_arg_val<uint32_t>\(\d\))"),
         "get_arg_val<uint32_t>(40)"},
        {"core", "another one", std::regex(R"((get_noc_addr\()(\w+|get_arg_val<uint32_t>\(\d\)), )"), "$1$2 + 1, "},
        {"Dst", "packs another tile", std::regex(R"((pack_tile\()(\w+),)"), "$1$2 + 1,"},
        {"Dst", "computes into another tile", std::regex(R"((copy_tile\(\w+, \w+, )(\w+)\))"), "$1$2 + 1)"},
        {"Dst", "a vector function of another tile", std::regex(R"((\b(?!copy)\w+_tile\()(\w+)\))"), "$1$2 + 1)"},
        {"pages", "computes with the next page",
         std::regex(R"(((?:copy_tile|_tiles|reduce_tile)\w*(?:<.*>)?\((?:\w+, ){1,2})0,)"), "$011,"},
        {"buffer", "of another number", std::regex(R"(\b(cb_\w+|pack_tile|copy_tile)\((.*\b)16\b)"), "$1($0217"},
        {"multicast", "corners swapped", std::regex(R"((get_noc_multicast_addr\()(.*\(3\)), (.*\(4\)), (.*\(5\)),)"),
         "$1$4, $3, $2,"},
        {"multicast", "one receiver more", std::regex(R"((multicast\(.*, )receivers\))"), "$1receivers + 1)"},
    };
    return all;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}\n", fmt::join(lines, "\n")); }

bool defines(const std::string& line) {
    static const std::regex one(R"(^\s*(for \(|const |constexpr |auto))");
    return std::regex_search(line, one);
}

std::string trimmed(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos ? "" : line.substr(first);
}

}  // namespace

std::vector<Mutation> mutations_of(const std::string& kernel) {
    static const std::regex synchronisation(synchronises), statement(R"(^\s*[\w:<>]+\(.*\);\s*(//.*)?$)");
    const std::vector<std::string> lines = lines_of(kernel);
    std::vector<Mutation> all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const int number = static_cast<int>(i) + 1;
        std::smatch found;
        for (const Change& change : changes()) {
            if (!std::regex_search(lines[i], found, change.of)) continue;
            std::vector<std::string> changed = lines;
            changed[i] = change.to == nullptr ? ""
                                              : std::regex_replace(lines[i], change.of, change.to,
                                                                   std::regex_constants::format_first_only);
            all.push_back({change.family, fmt::format("{}: {}", change.what, trimmed(lines[i])), number,
                           defines(lines[i]), change.to == nullptr ? found[1].str() : "", joined(changed)});
        }
        if (!std::regex_search(lines[i], found, synchronisation) || i + 1 == lines.size() ||
            !std::regex_match(lines[i + 1], statement))
            continue;
        std::vector<std::string> changed = lines;
        std::swap(changed[i], changed[i + 1]);
        all.push_back(
            {"synchronisation", "moved down: " + trimmed(lines[i]), number, false, found[1], joined(changed)});
    }
    return all;
}

}  // namespace tessera::tests
