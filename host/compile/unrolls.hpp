// Loops that a kernel unrolls by a number that has a name: the vendor's compiler takes that, g++ 12 only where the name
// depends on no template.
#pragma once

#include <string>
#include <string_view>

namespace tessera::host {

// By the compiler's messages.
bool refuses_an_unroll(std::string_view output);
// Preprocessed text without them, line for line: the compiler chooses how far those loops are unrolled.
std::string without_named_unrolls(std::string_view preprocessed);

}  // namespace tessera::host
