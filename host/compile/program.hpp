// What the host must know of a linked kernel before it is loaded.
#pragma once

#include <string_view>

#include "host/compile/compile.hpp"

namespace tessera::host {

// Throws Fault kernel_too_large, with the sizes, when the text or the data do not fit the core.
void check_size(const CompileRequest& request, std::string_view elf);

}  // namespace tessera::host
