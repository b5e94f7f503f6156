// Values of GGUF keys as they are stored.
#pragma once

#include "gguf.hpp"

namespace decoder {

std::string_view name_of(GgufType type);
std::size_t size_of(GgufType type);  // of a number or a boolean; 0 for strings and arrays

GgufType read_gguf_type(Cursor& cursor);
std::string_view read_gguf_string(Cursor& cursor, std::string_view what);
// Takes the value from the cursor into key, of which name is set; refuses one that is not as its type says.
void read_gguf_value(Cursor& cursor, GgufKey& key);

}  // namespace decoder
