// The cross compiler on a lead: a kernel is any text, and what it makes of the compiler's time and memory is bounded.
#pragma once

#include <string>
#include <vector>

#include "host/compile/process.hpp"

namespace tessera::host {

// Variables that change the bounds of one compilation, and what they are without.
inline constexpr const char* seconds_variable = "TESSERA_COMPILE_SECONDS";
inline constexpr const char* megabytes_variable = "TESSERA_COMPILE_MEGABYTES";
inline constexpr std::uint64_t usual_seconds = 120, usual_megabytes = 2048;

// Throws InputError where a variable is no number.
ProcessLimits compiler_limits();

ProcessResult run_compiler(const std::vector<std::string>& line, const ProcessLimits& limits);

// What ended the compiler, in one line: a bound, or a signal; empty where it succeeded or found an error in the kernel.
std::string beyond_limits(const ProcessResult& result, const ProcessLimits& limits);

// Whether it failed for lack of room to write, which is no error of the kernel.
bool lacked_room(const ProcessResult& result);

}  // namespace tessera::host
