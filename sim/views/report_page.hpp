// The files of sim/views/report, built into the library by .cmake/embed.cmake.
#pragma once

#include <string_view>

namespace tessera::views::report_page {

extern const std::string_view html, style, script;

}  // namespace tessera::views::report_page
