#include "host/job/file/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/job/file/keys.hpp"

namespace tessera::host::job_file {
namespace {

constexpr std::uint32_t field_bytes = 4, most_struct_bytes = 1024;

bool is_line(std::string_view text) {
    return text.size() <= 256 && std::ranges::all_of(text, [](char c) { return c >= ' ' && c != '\x7f'; });
}

std::string line(const Reader& reader, const Item& item) {
    std::string text = reader.text(item);
    if (!is_line(text)) reader.refuse(item, "one line of at most 256 letters is expected");
    return text;
}

// Its kind is that of its default: a whole number, a number, text, or true or false.
void take_default(const Reader& reader, const Item& item, Parameter& out) {
    switch (item.node->kind) {
        case Node::Kind::whole: out.fallback = fmt::format("{}", item.node->whole); break;
        case Node::Kind::real:
            out.kind = ParameterKind::real;
            out.fallback = fmt::format("{}", item.node->real);
            break;
        case Node::Kind::flag:
            out.kind = ParameterKind::flag;
            out.fallback = item.node->flag ? "true" : "false";
            break;
        case Node::Kind::text:
            out.kind = ParameterKind::word;
            out.fallback = line(reader, item);
            break;
        default:
            reader.refuse(item, fmt::format("a number, a string, true or false is expected, this is {}",
                                            job_file::name(item.node->kind)));
    }
}

double bound(const Reader& reader, const Item& item, const Parameter& of) {
    if (of.kind != ParameterKind::whole && of.kind != ParameterKind::real)
        reader.refuse(item, "only a number has bounds");
    if (item.node->kind == Node::Kind::whole) return static_cast<double>(item.node->whole);
    if (item.node->kind == Node::Kind::real) return item.node->real;
    reader.refuse(item, fmt::format("a number is expected, this is {}", job_file::name(item.node->kind)));
}

void take_row(const Reader& reader, const Item& row, Parameter& out) {
    reader.keys(row, names_of(Table::parameter));
    const auto file = reader.find(row, "file"), fallback = reader.find(row, "default");
    if (file && reader.flag(*file)) {
        out.kind = ParameterKind::file;
        if (fallback) reader.refuse(*fallback, "a file has no default");
    } else {
        take_default(reader, fallback ? *fallback : reader.need(row, "default", "what it is where nobody says"), out);
    }
    if (const auto item = reader.find(row, "help")) out.text = line(reader, *item);
    if (const auto item = reader.find(row, "group")) out.group = line(reader, *item);
    if (const auto item = reader.find(row, "least")) out.least = bound(reader, *item, out);
    if (const auto item = reader.find(row, "most")) out.most = bound(reader, *item, out);
    if (const auto list = reader.find(row, "choices")) {
        if (out.kind != ParameterKind::word) reader.refuse(*list, "only text is one of few");
        for (const Item& item : reader.items(*list, "a list of strings")) out.choices.push_back(line(reader, item));
        if (std::ranges::find(out.choices, out.fallback) == out.choices.end())
            reader.refuse(*list, fmt::format("the default `{}` is not among them", out.fallback));
    }
    if (const auto item = reader.find(row, "order_only")) {
        out.order_only = reader.flag(*item);
        if (out.order_only && out.choices.empty())
            reader.refuse(*item, "the words that may be tried are its `choices`");
    }
    if (const auto item = reader.find(row, "at")) {
        if (out.kind != ParameterKind::whole && out.kind != ParameterKind::real)
            reader.refuse(*item, "a block of parameters holds numbers");
        if (item->node->kind != Node::Kind::whole || item->node->whole < 0 || item->node->whole % field_bytes != 0 ||
            item->node->whole >= most_struct_bytes)
            reader.refuse(*item,
                          fmt::format("bytes from the start of the block are expected, a multiple of {} below {}",
                                      field_bytes, most_struct_bytes));
        out.offset = static_cast<std::uint32_t>(item->node->whole);
        if (out.kind == ParameterKind::whole) {
            out.least = std::max(out.least, 0.0);
            out.most = std::min(out.most, static_cast<double>(UINT32_MAX));
        }
    }
}

bool asks_for_a_tensor(const Expression& e) {
    if (e.kind == Expression::Kind::call && !e.operands.empty() && e.operands[0].kind == Expression::Kind::name)
        return true;
    return std::ranges::any_of(e.operands, asks_for_a_tensor);
}

}  // namespace

std::vector<Parameter> read_parameters(const Reader& reader, const Item& root) {
    std::vector<Parameter> all;
    const auto table = reader.find(root, "parameters");
    if (!table) return all;
    for (const Reader::Named& named : reader.members(*table)) {
        if (!is_identifier(named.name))
            reader.refuse(named.item, "a name of letters, digits and underscores is expected, no digit first");
        Parameter one{
            .name = named.name, .kind = ParameterKind::whole, .fallback = "", .group = "Parameters", .text = ""};
        if (named.item.node->kind == Node::Kind::table)
            take_row(reader, named.item, one);
        else
            take_default(reader, named.item, one);
        if (one.name == cores_name && one.kind == ParameterKind::whole) one.word = best_word;
        all.push_back(std::move(one));
    }
    return all;
}

std::optional<ParamsBlock> read_struct(const Reader& reader, const Item& root, std::span<const Parameter> parameters) {
    const auto table = reader.find(root, "struct");
    if (!table) {
        for (const Parameter& one : parameters)
            if (one.offset)
                reader.refuse(root,
                              fmt::format("{} has a place in a block of parameters; [struct] says which", one.name));
        return std::nullopt;
    }
    reader.keys(*table, names_of(Table::block));
    ParamsBlock block;
    block.name = line(reader, reader.need(*table, "name", "what hosts call the block"));
    block.bytes = static_cast<std::uint32_t>(
        reader.whole(reader.need(*table, "bytes", "its size"), field_bytes, most_struct_bytes));
    std::vector<std::uint32_t> taken;
    for (const Parameter& one : parameters) {
        if (!one.offset) continue;
        if (*one.offset + field_bytes > block.bytes)
            reader.refuse(*table,
                          fmt::format("{} at byte {} lies beyond its {} bytes", one.name, *one.offset, block.bytes));
        if (std::ranges::find(taken, *one.offset) != taken.end())
            reader.refuse(*table, fmt::format("two parameters are at byte {}", *one.offset));
        taken.push_back(*one.offset);
    }
    return block;
}

void read_values(const Reader& reader, const Item& root) {
    const auto table = reader.find(root, "values");
    if (!table) return;
    Scope& scope = reader.scope();
    for (const Reader::Named& named : reader.members(*table)) {
        if (!is_identifier(named.name))
            reader.refuse(named.item, "a name of letters, digits and underscores is expected, no digit first");
        if (scope.settings->find(named.name) != nullptr) reader.refuse(named.item, "a parameter has that name");
        const Value value = reader.value(named.item);
        if (std::holds_alternative<AddressOf>(value)) reader.refuse(named.item, "a number is expected, not an address");
        scope.values[named.name] = value;
    }
}

void check_rules(const Reader& reader, const Item& root, RulesOf which) {
    const auto list = reader.find(root, "require");
    if (!list) return;
    for (const Item& rule : reader.items(*list, "an array of tables, [[require]],")) {
        reader.keys(rule, names_of(Table::require));
        const Item that = reader.need(rule, "that", "a condition, as \"$rows % 32 == 0\"");
        const Item words = reader.need(rule, "or", "what to tell the user where it does not hold");
        const bool of_tensors = that.node->kind == Node::Kind::text &&
                                reader.at(that, [&] { return asks_for_a_tensor(parse_expression(reader.text(that))); });
        if (of_tensors != (which == RulesOf::tensors)) continue;
        if (reader.whole(that, INT64_MIN, INT64_MAX) == 0) throw fault::InputError(reader.word(words));
    }
}

}  // namespace tessera::host::job_file
