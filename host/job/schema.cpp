#include "host/job/schema.hpp"

#include <fmt/format.h>

#include "host/job/file/keys.hpp"
#include "host/job/file/scope.hpp"

namespace tessera::host {
namespace {

using namespace job_file;
using nlohmann::ordered_json;

ordered_json of_type(const char* type) { return {{"type", type}}; }
ordered_json any_of(std::initializer_list<ordered_json> all) { return {{"anyOf", all}}; }
ordered_json list_of(const ordered_json& items) { return {{"type", "array"}, {"items", items}}; }
ordered_json reference(std::string_view definition) { return {{"$ref", fmt::format("#/definitions/{}", definition)}}; }

ordered_json by_name(const ordered_json& value) {
    return {{"type", "object"},
            {"propertyNames", {{"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}}},
            {"additionalProperties", value}};
}

// Words that editors offer, or a text that parameters are put in.
ordered_json one_of_words(const std::vector<std::string>& words) {
    return any_of({{{"enum", words}}, {{"type", "string"}, {"pattern", "\\$"}}});
}

// With what may be in its place: a table whose `by` names the parameter that chooses.
ordered_json or_chosen(ordered_json value) {
    if (!value.contains("anyOf")) return any_of({value, reference("chosen")});
    value["anyOf"].push_back(reference("chosen"));
    return value;
}

ordered_json literal() { return {{"type", {"integer", "number", "string", "boolean"}}}; }
ordered_json number() { return {{"type", {"number", "string"}}}; }
ordered_json whole() { return {{"type", {"integer", "string"}}}; }

ordered_json word_of(const Key& key) {
    return key.choices.empty() ? of_type("string") : one_of_words({key.choices.begin(), key.choices.end()});
}

// The table that a key of the top leads to.
ordered_json table_of(const Key& key) { return reference(key.name); }

ordered_json value_of(const Key& key) {
    switch (key.takes) {
        case Takes::text: return of_type("string");
        case Takes::word: return word_of(key);
        case Takes::format: return one_of_words(format_names());
        case Takes::whole: return key.fixed() ? of_type("integer") : whole();
        case Takes::number: return key.fixed() ? of_type("number") : number();
        case Takes::flag: return key.fixed() ? of_type("boolean") : any_of({of_type("boolean"), one_of_words({})});
        case Takes::literal: return literal();
        case Takes::cores: return any_of({whole(), list_of(of_type("string"))});
        case Takes::texts: return list_of(of_type("string"));
        case Takes::words: return list_of(word_of(key));
        case Takes::wholes: return list_of(whole());
        case Takes::named_literals: return by_name(or_chosen(literal()));
        case Takes::named_numbers: return by_name(or_chosen(number()));
        case Takes::named_texts: return by_name(or_chosen(of_type("string")));
        case Takes::named_lists: return {{"type", "object"}, {"additionalProperties", or_chosen(list_of(whole()))}};
        case Takes::parameters: return by_name(any_of({literal(), table_of(key)}));
        case Takes::table: return table_of(key);
        case Takes::tables: return list_of(table_of(key));
        case Takes::table_or_tables: return any_of({table_of(key), list_of(table_of(key))});
        case Takes::named_tables: {
            const ordered_json named = {{"allOf", {table_of(key), {{"required", {"name"}}}}}};
            return any_of({by_name(or_chosen(table_of(key))), list_of(named)});
        }
    }
    return {};
}

std::string about(const Key& key) {
    if (key.fallback.empty() || key.fallback == needed) return std::string(key.text);
    return fmt::format("{} (default {})", key.text, key.fallback);
}

ordered_json table_of(Table table) {
    ordered_json properties = ordered_json::object(), required = ordered_json::array();
    for (const Key& key : keys()) {
        if (key.table != table) continue;
        ordered_json value = key.fixed() ? value_of(key) : or_chosen(value_of(key));
        // Beside $ref nothing counts in draft 7.
        if (value.contains("$ref")) value = {{"allOf", {value}}};
        value["description"] = about(key);
        properties[std::string(key.name)] = value;
        if (!key.also.empty()) {
            value["description"] = fmt::format("the vendor's name of {}", key.name);
            properties[std::string(key.also)] = value;
        }
        if (key.fallback == needed) required.push_back(key.name);
    }
    ordered_json out = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) out["required"] = required;
    return out;
}

}  // namespace

ordered_json job_schema() {
    ordered_json definitions = ordered_json::object();
    for (const TableRow& row : tables())
        if (row.table != Table::root) definitions[std::string(row.key)] = table_of(row.table);
    definitions["chosen"] = {{"description", "a value for each value of the parameter that `by` names, or `else`"},
                             {"type", "object"},
                             {"properties", {{"by", {{"type", "string"}}}}},
                             {"required", {"by"}}};
    ordered_json root = table_of(Table::root);
    // A file that another's [let] includes has nothing else.
    root["anyOf"] = {{{"required", root["required"]}}, {{"required", {"let"}}, {"maxProperties", 1}}};
    root.erase("required");
    ordered_json out = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                        {"title", "Job file of tessera"},
                        {"description", "What `tessera run` takes; `tessera help job-file` lists the same keys."}};
    out.update(root);
    out["definitions"] = definitions;
    return out;
}

}  // namespace tessera::host
