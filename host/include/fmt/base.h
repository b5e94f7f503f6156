// The name that fmt's core has had since version 11.
#pragma once
#pragma GCC system_header
#if __has_include_next(<fmt/base.h>)
#include_next <fmt/base.h>
#else
#include <fmt/core.h>
#endif
