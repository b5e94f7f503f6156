// TT_FATAL, TT_ASSERT and TT_THROW throw std::runtime_error: the place, the condition, and the text given with it.
// TT_ASSERT holds in every build.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>

namespace tt::assert {

[[noreturn]] void fail(const char* file, int line, const char* what, const std::string& message = {});

}  // namespace tt::assert

#define TT_THROW(...) ::tt::assert::fail(__FILE__, __LINE__, "TT_THROW", ::fmt::format(__VA_ARGS__))
#define TT_FATAL(condition, ...)                                                                                       \
    do {                                                                                                               \
        if (!(condition)) ::tt::assert::fail(__FILE__, __LINE__, #condition __VA_OPT__(, ::fmt::format(__VA_ARGS__))); \
    } while (false)
#define TT_ASSERT(...) TT_FATAL(__VA_ARGS__)
