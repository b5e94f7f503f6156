#include "host/compile/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <string_view>
#include <system_error>

#include "host/compile/files.hpp"
#include "host/compile/messages.hpp"
#include "host/compile/toolchain.hpp"

namespace tessera::host {
namespace {

constexpr std::uint64_t file_bytes = 256 * megabyte, output_bytes = megabyte;

bool says(const ProcessResult& result, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return result.output.find(word) != word.npos; });
}

// A line of the compiler's own, which is about no place of a source and repeats none, with one of the words.
std::string own_line(const ProcessResult& result, std::initializer_list<std::string_view> words) {
    for (std::string_view rest = result.output; !rest.empty();) {
        const std::string_view line = next_line(rest);
        const bool quotes = line.find(": error: ") != line.npos || line.find(" | ") != line.npos;
        if (!quotes && std::ranges::any_of(words, [&](auto word) { return line.find(word) != line.npos; }))
            return std::string(line);
    }
    return {};
}

}  // namespace

ProcessLimits compiler_limits() {
    return {.time = std::chrono::seconds(whole_number_of(seconds_variable, usual_seconds)),
            .memory_bytes = whole_number_of(megabytes_variable, usual_megabytes) * megabyte,
            .file_bytes = file_bytes,
            .output_bytes = output_bytes};
}

ProcessResult run_compiler(const std::vector<std::string>& line, const ProcessLimits& limits) {
    return run_process(line, {.hidden = hidden_variables, .limits = limits});
}

std::string beyond_limits(const ProcessResult& result, const ProcessLimits& limits) {
    using Stopped = ProcessResult::Stopped;
    if (result.stopped == Stopped::time)
        return fmt::format(
            "the compiler was stopped after {} s: does it read a device, or unfold a template without end? {} allows "
            "more",
            std::chrono::duration_cast<std::chrono::seconds>(limits.time).count(), seconds_variable);
    if (result.stopped == Stopped::output)
        return fmt::format("the compiler was stopped after {} MB of messages, of which the first is: {}",
                           limits.output_bytes / megabyte, first_error(result.output));
    if (result.status == 0) return {};
    const std::string starved =
        own_line(result, {"out of memory", "memory exhausted", "annot allocate memory", "std::bad_alloc"});
    if (!starved.empty())
        return fmt::format(
            "the compiler needs more than {} MB of memory: does it read a device, or unfold a template without end? {} "
            "allows more",
            limits.memory_bytes / megabyte, megabytes_variable);
    if (says(result, {"File size limit exceeded", "File too large"}))
        return fmt::format("the program is larger than {} MB", limits.file_bytes / megabyte);
    // Its driver names the signal that ended the program it had started, and the loader what it had no room for.
    std::string died = own_line(result, {"signal terminated program", "error while loading shared libraries"});
    if (died.empty() && result.status > 128)
        died = fmt::format("ended by signal {}, {}", result.status - 128, ::strsignal(result.status - 128));
    if (!died.empty())
        return fmt::format(
            "the compiler died ({}), which is no error of the kernel: most often memory runs out, either its {} MB, of "
            "which {} allows more, or the machine's",
            died, limits.memory_bytes / megabyte, megabytes_variable);
    return {};
}

bool lacked_room(const ProcessResult& result) {
    return result.status != 0 && std::ranges::any_of(std::initializer_list<int>{ENOSPC, EDQUOT, EROFS}, [&](int error) {
               return says(result, {std::generic_category().message(error)});
           });
}

}  // namespace tessera::host
