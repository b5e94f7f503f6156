// Text as XML and HTML hold it.
#pragma once

#include <string>
#include <string_view>

namespace tessera::views {

// Control characters that XML 1.0 has no place for, however they are written, become question marks.
std::string in_markup(std::string_view text);

}  // namespace tessera::views
