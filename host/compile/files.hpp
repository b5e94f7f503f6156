// Whole files in and out, the environment, and a child process with its output: the little of the operating system the
// compiler needs.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

// A variable of the environment; empty where it is not set.
std::string environment(const char* name);

std::optional<std::string> read_file(const std::filesystem::path& path);

// The file's size and date as one word, for files too large to be read every time. nullopt when there is none.
std::optional<std::string> stamp_of(const std::filesystem::path& path);

// Whether the file, or what it stands for, changed at that time or later, whatever date it bears.
bool changed_since(const std::filesystem::path& path, std::chrono::system_clock::time_point time);

// Written aside and renamed, so that nobody ever sees half a file. Throws InputError when the folder cannot be written.
void write_file(const std::filesystem::path& path, std::string_view data);

// A name beside `path` that no other process or thread uses.
std::filesystem::path aside(const std::filesystem::path& path);

struct ProcessResult {
    int status = 0;      // exit code; 128 + signal when killed; -1 when the program could not be started
    std::string output;  // stdout and stderr
};
// In that folder; empty is the caller's. `hidden` are variables of the environment that the program does not see.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {},
                          std::span<const std::string_view> hidden = {});

}  // namespace tessera::host
