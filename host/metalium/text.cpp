// Assertions and log lines.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <stdexcept>

#include "tt-metalium/assert.hpp"
#include "tt-metalium/logger.hpp"

namespace tt::assert {

void fail(const char* file, int line, const char* what, const std::string& message) {
    throw std::runtime_error(fmt::format("{}:{}: {}{}{}", file, line, what, message.empty() ? "" : ": ", message));
}

}  // namespace tt::assert

namespace tt::logger {

void write(Level level, fmt::string_view text, fmt::format_args values) {
    constexpr std::array names{"trace", "debug", "info", "warning", "error", "critical"};
    if (level < Level::info) return;
    fmt::print(stderr, "{}: {}\n", names[static_cast<std::size_t>(level)], fmt::vformat(text, values));
}

}  // namespace tt::logger
