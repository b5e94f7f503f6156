// Whole files in and out, and a child process with its output: the little of the operating system the compiler needs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

std::optional<std::string> read_file(const std::filesystem::path& path);

// Written aside and renamed, so that nobody ever sees half a file. Throws InputError when the folder cannot be written.
void write_file(const std::filesystem::path& path, std::string_view data);

// A name beside `path` that no other process or thread uses.
std::filesystem::path aside(const std::filesystem::path& path);

struct ProcessResult {
    int status = 0;      // exit code; 128 + signal when killed; -1 when the program could not be started
    std::string output;  // stdout and stderr
};
// In that folder; empty is the caller's.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::filesystem::path& folder = {});

}  // namespace tessera::host
