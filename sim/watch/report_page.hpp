// The files of sim/watch/report, built into the library by sim/watch/report/embed.cmake.
#pragma once

#include <string_view>

namespace tessera::watch::report_page {

extern const std::string_view html, style, script;

}  // namespace tessera::watch::report_page
