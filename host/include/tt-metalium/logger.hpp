// log_info(tt::LogTest, "{} tiles", n) and its relatives; the category may be left out. One line each on stderr, from
// "info" on. Unqualified calls are found through the category's namespace.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

namespace tt {

enum LogType : std::uint8_t {
    LogAlways,
    LogTest,
    LogTimer,
    LogDevice,
    LogModel,
    LogLLRuntime,
    LogLoader,
    LogIO,
    LogVerif,
    LogMetal,
    LogOp,
    LogDispatch,
    LogFabric,
    LogDistributed,
    LogBuildKernels,
    LogTTNN,
};

namespace logger {

enum class Level : std::uint8_t { trace, debug, info, warning, error, critical };
void write(Level level, fmt::string_view text, fmt::format_args values);

}  // namespace logger

#define TESSERA_LOG_FUNCTION(name, level)                                            \
    template <class... T>                                                            \
    void name(LogType, fmt::format_string<T...> text, T&&... values) {               \
        logger::write(logger::Level::level, text, fmt::make_format_args(values...)); \
    }                                                                                \
    template <class... T>                                                            \
    void name(fmt::format_string<T...> text, T&&... values) {                        \
        logger::write(logger::Level::level, text, fmt::make_format_args(values...)); \
    }
TESSERA_LOG_FUNCTION(log_trace, trace)
TESSERA_LOG_FUNCTION(log_debug, debug)
TESSERA_LOG_FUNCTION(log_info, info)
TESSERA_LOG_FUNCTION(log_warning, warning)
TESSERA_LOG_FUNCTION(log_error, error)
TESSERA_LOG_FUNCTION(log_critical, critical)
#undef TESSERA_LOG_FUNCTION

}  // namespace tt
