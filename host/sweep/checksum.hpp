// The last line of a state file, which tells one that was damaged from what was written.
#pragma once

#include <string>
#include <string_view>

namespace tessera::host {

// The text, which ends with a line, and a line "checksum HEX".
std::string with_checksum(std::string text);

// The text in front of that line; empty where there is none. Throws InputError where it is another text's.
std::string_view checked(std::string_view text, const std::string& file);

}  // namespace tessera::host
