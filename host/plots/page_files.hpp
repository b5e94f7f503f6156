// The files of host/plots/page, built into the library by .cmake/embed.cmake.
#pragma once

#include <string_view>

namespace tessera::accuracy::page_files {

extern const std::string_view html, style, script;

}  // namespace tessera::accuracy::page_files
