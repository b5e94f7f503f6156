// A child process with its output: the compiler, or a program that draws.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

// What a program may take; 0 is no limit.
struct ProcessLimits {
    std::chrono::milliseconds time{0};  // of the clock on the wall: it may wait for ever as well as work for ever
    std::uint64_t memory_bytes = 0;     // address space of each of its processes
    std::uint64_t file_bytes = 0;       // of each file it writes
    std::uint64_t output_bytes = 0;     // of what it says
};

struct ProcessSetting {
    std::filesystem::path folder = {};              // empty is the caller's
    std::span<const std::string_view> hidden = {};  // variables of the environment that it does not see
    ProcessLimits limits = {};
};

struct ProcessResult {
    enum class Stopped : std::uint8_t { no, time, output };
    int status = 0;                 // exit code; 128 + signal when killed; -1 when the program could not be started
    std::string output;             // stdout and stderr
    Stopped stopped = Stopped::no;  // at which limit it was ended
};

// The program reads nothing. It and all it starts are a process group of their own, which ends with this process,
// however that ends, and with a limit: politely first, so that temporary files go as well.
ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessSetting& setting = {});

}  // namespace tessera::host
