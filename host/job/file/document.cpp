#include "host/job/file/document.hpp"

#include <fmt/format.h>

#include <algorithm>

// Of arrays and inline tables in each other; deeper ones are refused.
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

#include "host/compile/files.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

// A dotted key nests a table for each dot, which the parser does not bound. No key of a job file takes a list of
// fractions, so that a line with so many dots is none that anyone needs.
constexpr std::size_t most_dots = 128;

Place place_of(const toml::source_region& region) { return {region.begin.line, region.begin.column}; }

// By lines, whatever stands in quotes: quoted parts of a key have dots between them as well.
void check_keys(std::string_view text, const std::string& file) {
    Place at{1, 1};
    std::size_t dots = 0;
    for (const char c : text) {
        if (c == '.' && ++dots > most_dots)
            refuse(file, at, fmt::format("more than {} dots in a line; keys are not that long", most_dots));
        ++at.column;
        if (c == '\n') at = {at.line + 1, 1}, dots = 0;
    }
}

Node node_of(const toml::node& from);

void add_members(const toml::table& from, Node& to) {
    to.kind = Node::Kind::table;
    for (const auto& [key, value] : from)
        to.members.push_back({std::string(key.str()), place_of(key.source()), node_of(value)});
    std::ranges::stable_sort(to.members, {}, &Member::place);
}

Node node_of(const toml::node& from) {
    Node to;
    to.place = place_of(from.source());
    if (const toml::table* table = from.as_table()) {
        add_members(*table, to);
    } else if (const toml::array* array = from.as_array()) {
        to.kind = Node::Kind::array;
        for (const toml::node& item : *array) to.items.push_back(node_of(item));
    } else if (const auto* text = from.as_string()) {
        to.kind = Node::Kind::text;
        to.text = text->get();
    } else if (const auto* whole = from.as_integer()) {
        to.kind = Node::Kind::whole;
        to.whole = whole->get();
    } else if (const auto* real = from.as_floating_point()) {
        to.kind = Node::Kind::real;
        to.real = real->get();
    } else if (const auto* flag = from.as_boolean()) {
        to.kind = Node::Kind::flag;
        to.flag = flag->get();
    } else {
        to.kind = Node::Kind::time;
    }
    return to;
}

// Messages quote the file; they stay one line that a terminal shows as it is.
std::string printable(const std::string& text) {
    constexpr std::size_t most_letters = 500;
    std::string out;
    for (const char c : text.substr(0, most_letters)) out += (c >= 0 && c < ' ') || c == '\x7f' ? '?' : c;
    return text.size() > most_letters ? out + "..." : out;
}

}  // namespace

std::string_view name(Node::Kind kind) {
    switch (kind) {
        case Node::Kind::table: return "a table";
        case Node::Kind::array: return "an array";
        case Node::Kind::text: return "a string";
        case Node::Kind::whole: return "a whole number";
        case Node::Kind::real: return "a number";
        case Node::Kind::flag: return "true or false";
        default: return "a date or time";
    }
}

void refuse(const std::string& file, Place place, const std::string& what) {
    throw fault::InputError(fmt::format("{}:{}:{}: {}", file, place.line, place.column, printable(what)));
}

std::string text_of(const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        throw fault::InputError(fmt::format("{}: is a folder; a job file is expected", path.string()));
    const std::uintmax_t bytes = std::filesystem::file_size(path, error);
    if (!error && bytes > most_bytes)
        throw fault::InputError(
            fmt::format("{}: {} bytes; a job file has at most {}", path.string(), bytes, most_bytes));
    std::optional<std::string> text = read_file(path);
    if (!text) throw fault::InputError(fmt::format("{}: cannot be read", path.string()));
    return *std::move(text);
}

Node parse(std::string_view text, const std::string& file) {
    if (text.size() > most_bytes)
        throw fault::InputError(fmt::format("{}: {} bytes; a job file has at most {}", file, text.size(), most_bytes));
    check_keys(text, file);
    try {
        Node root;
        root.place = {1, 1};
        add_members(toml::parse(text), root);
        return root;
    } catch (const toml::parse_error& error) {
        refuse(file, place_of(error.source()), fmt::format("no TOML: {}", error.description()));
    }
}

}  // namespace tessera::host::job_file
