// Every key of a job file, a row each: what readers accept, and what help and the JSON schema list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host::job_file {

enum class Table : std::uint8_t {
    root,
    operation,
    block,  // [struct]
    parameter,
    require,
    tensor,
    circular_buffer,
    semaphore,
    kernel,
    expect,
};

// What a value may be. Numbers may be expressions in strings, and flags the name of a parameter.
enum class Takes : std::uint8_t {
    text,    // a string as it is
    word,    // a string with parameters put in; one of the choices where the row has some
    format,  // the name of a data format
    whole,
    number,
    flag,
    literal,  // a number, a string, true or false
    cores,
    texts,  // lists of these
    words,
    wholes,
    named_literals,  // tables of any names
    named_numbers,
    named_lists,
    named_texts,
    parameters,    // a literal, or a table of rows, by any name
    table,         // of the rows of a Table
    named_tables,  // such tables by name, or a list of them with `name`
    tables,        // a list of them
    table_or_tables,
};

inline constexpr std::string_view needed = "needed";

struct Key {
    Table table;
    std::string_view name;
    Takes takes;
    std::string_view text;           // a line of help
    std::string_view fallback = {};  // what is taken without it; `needed`: the file is refused
    std::span<const std::string_view> choices = {};
    std::string_view also = {};  // the vendor's name of the same

    // Read before parameters are known: `{ by = ... }` cannot choose its value.
    bool fixed() const;
};

std::span<const Key> keys();
const Key& key(Table table, std::string_view name);
std::vector<std::string> names_of(Table table);  // with the vendor's
std::vector<std::string> choices_of(Table table, std::string_view name);

// How a table is written, under which key of the top, and what it is for.
struct TableRow {
    Table table;
    std::string_view key, heading, about;
};
std::span<const TableRow> tables();

}  // namespace tessera::host::job_file
