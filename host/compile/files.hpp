// Whole files in and out and the environment: the little of the file system the compiler needs.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "sim/fault/fault.hpp"

namespace tessera::host {

inline constexpr std::uint64_t megabyte = 1 << 20;

// A variable of the environment; empty where it is not set.
std::string environment(const char* name);
// What it says, where it is set. Throws InputError for what is no whole number of 1 or more.
std::uint64_t whole_number_of(const char* variable, std::uint64_t usual);

// What stands before the mark, or all where there is none; it and the mark are taken off the text.
std::string_view taken_up_to(std::string_view& text, char mark);
inline std::string_view next_line(std::string_view& text) { return taken_up_to(text, '\n'); }

// nullopt for what is no regular file: a device or a pipe might never end.
std::optional<std::string> read_file(const std::filesystem::path& path);

// The file's size and date as one word, for files too large to be read every time. nullopt when there is none.
std::optional<std::string> stamp_of(const std::filesystem::path& path);

// Whether the file, or what it stands for, changed at that time or later, whatever date it bears.
bool changed_since(const std::filesystem::path& path, std::chrono::system_clock::time_point time);

struct NotWritten : fault::InputError {
    using InputError::InputError;
};

// Written aside and renamed, so that nobody ever sees half a file. Throws NotWritten when the folder cannot be written.
void write_file(const std::filesystem::path& path, std::string_view data);

// A name beside `path` that no other process or thread uses.
std::filesystem::path aside(const std::filesystem::path& path);

}  // namespace tessera::host
