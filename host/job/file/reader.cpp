#include "host/job/file/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "host/job/words.hpp"

namespace tessera::host::job_file {
namespace {

std::string below(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

}  // namespace

bool is_identifier(std::string_view name) {
    return !name.empty() && name.size() <= 64 && !std::isdigit(static_cast<unsigned char>(name.front())) &&
           std::ranges::all_of(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

void Reader::refuse(const Item& item, const std::string& why) const {
    job_file::refuse(file_, item.node->place, item.path.empty() ? why : fmt::format("{}: {}", item.path, why));
}

void Reader::keys(const Item& table, const std::vector<std::string>& known) const {
    if (table.node->kind != Node::Kind::table)
        refuse(table, fmt::format("a table is expected, this is {}", name(table.node->kind)));
    for (const Member& member : table.node->members)
        if (std::ranges::find(known, member.name) == known.end())
            job_file::refuse(file_, member.place,
                             fmt::format("unknown key `{}`{}; {}", member.name.substr(0, 64),
                                         table.path.empty() ? "" : " in " + table.path, hint(member.name, known)));
}

std::optional<Item> Reader::find(const Item& table, std::string_view key) const {
    for (const Member& member : table.node->members)
        if (member.name == key) return chosen({&member.value, below(table.path, key)});
    return std::nullopt;
}

Item Reader::chosen(const Item& item) const {
    if (item.node->kind != Node::Kind::table || scope_.settings == nullptr) return item;
    const auto by = std::ranges::find(item.node->members, "by", &Member::name);
    if (by == item.node->members.end()) return item;
    const std::string name = text({&by->value, below(item.path, "by")});
    const Parameter* parameter = scope_.settings->find(name);
    if (parameter == nullptr) refuse(item, fmt::format("`by`: there is no parameter {}", name));
    const std::string value = scope_.settings->text(parameter->name);
    for (const std::string_view key : {std::string_view(value), std::string_view("else")})
        for (const Member& member : item.node->members)
            if (member.name == key) return chosen({&member.value, below(item.path, key)});
    refuse(item, fmt::format("nothing is said for {} = {}", name, value));
}

Item Reader::need(const Item& table, std::string_view key, std::string_view expected) const {
    if (const auto found = find(table, key)) return *found;
    refuse(table, fmt::format("the key `{}` is missing: {}", key, expected));
}

std::vector<Reader::Named> Reader::members(const Item& table) const {
    if (table.node->kind != Node::Kind::table)
        refuse(table, fmt::format("a table is expected, this is {}", name(table.node->kind)));
    std::vector<Named> out;
    for (const Member& member : table.node->members)
        out.push_back({member.name, chosen({&member.value, below(table.path, member.name)})});
    return out;
}

std::vector<Item> Reader::items(const Item& array, std::string_view expected) const {
    if (array.node->kind != Node::Kind::array)
        refuse(array, fmt::format("{} is expected, this is {}", expected, name(array.node->kind)));
    std::vector<Item> out;
    for (std::size_t i = 0; i < array.node->items.size(); ++i)
        out.push_back({&array.node->items[i], fmt::format("{}[{}]", array.path, i)});
    return out;
}

std::vector<Reader::Named> Reader::named(const Item& root, std::string_view key) const {
    std::vector<Named> out;
    const auto found = find(root, key);
    if (!found) return out;
    if (found->node->kind == Node::Kind::array) {
        for (const Item& item : items(*found, "an array of tables")) {
            if (item.node->kind != Node::Kind::table)
                refuse(item, fmt::format("a table is expected, this is {}", name(item.node->kind)));
            std::string of = text(need(item, "name", "what expressions call it"));
            out.push_back({of, {item.node, below(std::string(key), of)}});
        }
    } else {
        out = members(*found);
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!is_identifier(out[i].name))
            job_file::refuse(
                file_, out[i].item.node->place,
                fmt::format("{}: a name of letters, digits and underscores is expected, no digit first", key));
        for (std::size_t j = 0; j < i; ++j)
            if (out[j].name == out[i].name) refuse(out[i].item, "there are two of that name");
    }
    return out;
}

Value Reader::value(const Item& item, const Variables& variables) const {
    switch (item.node->kind) {
        case Node::Kind::whole: return item.node->whole;
        case Node::Kind::real: return item.node->real;
        case Node::Kind::flag: return std::int64_t{item.node->flag};
        case Node::Kind::text:
            return at(item, [&] {
                const Expression expression = parse_expression(item.node->text);
                try {
                    return evaluate(expression, scope_, variables);
                } catch (const fault::InputError& error) {
                    throw fault::InputError(fmt::format("`{}`: {}", item.node->text, error.what()));
                }
            });
        default:
            refuse(item,
                   fmt::format("a number or an expression in a string is expected, this is {}", name(item.node->kind)));
    }
}

std::int64_t Reader::whole(const Item& item, std::int64_t least, std::int64_t most, const Variables& variables) const {
    const Value given = value(item, variables);
    const auto* number = std::get_if<std::int64_t>(&given);
    if (number == nullptr)
        refuse(item, std::holds_alternative<AddressOf>(given)
                         ? "a number is expected, not an address"
                         : fmt::format("{} is not a whole number", std::get<double>(given)));
    if (*number < least || *number > most) refuse(item, fmt::format("{} is not among {} to {}", *number, least, most));
    return *number;
}

double Reader::real(const Item& item) const {
    const Value given = value(item);
    if (const auto* number = std::get_if<double>(&given)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&given)) return static_cast<double>(*number);
    refuse(item, "a number is expected, not an address");
}

bool Reader::flag(const Item& item) const {
    if (item.node->kind != Node::Kind::flag && item.node->kind != Node::Kind::text)
        refuse(item, fmt::format("true or false is expected, this is {}", name(item.node->kind)));
    return whole(item, 0, 1) == 1;
}

std::string Reader::text(const Item& item) const {
    if (item.node->kind != Node::Kind::text)
        refuse(item, fmt::format("a string is expected, this is {}", name(item.node->kind)));
    if (item.node->text.find('\0') != std::string::npos) refuse(item, "a string holds no zero byte");
    return item.node->text;
}

std::string Reader::word(const Item& item) const {
    const std::string given = text(item);
    return at(item, [&] { return interpolated(given, scope_); });
}

tensix::DataFormat Reader::format(const Item& item) const {
    const std::string given = word(item);
    return at(item, [&] { return format_named(given); });
}

std::size_t Reader::choice(const Item& item, const std::vector<std::string>& words) const {
    const std::string given = word(item);
    const auto found = std::ranges::find(words, given);
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    refuse(item, fmt::format("unknown `{}`; {}", given.substr(0, 64), hint(given, words)));
}

}  // namespace tessera::host::job_file
