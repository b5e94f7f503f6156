// A kernel around one function: its vectors come from Dst tiles 0, 1, 2 and its result goes to tile 0.
#pragma once

#include <string>

namespace tessera::host {

inline constexpr const char* function_wrapper_name = "tessera-list-program";

// What the compiler says when no overload fits.
inline constexpr const char* function_not_found = "no function of this name takes vectors";

// `path` is the file that declares the function, empty for the library's own; `function` as TraceRequest has it.
std::string function_wrapper(const std::string& path, const std::string& function);

}  // namespace tessera::host
