// A text as a JSON string with its quotes (RFC 8259, 7); bytes above 0x7F pass through as UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace tessera::views {

std::string json_text(std::string_view text);

}  // namespace tessera::views
