// The source file that is really compiled: a kernel's configuration as macros, the kernel API, the user's kernel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/compile/compile.hpp"

namespace tessera::host {

constexpr bool is_compute(abi::Risc risc) { return risc >= abi::Risc::t0; }

inline constexpr std::string_view no_entry_message = "neither kernel_main() nor NAMESPACE::MAIN is defined";

// Mangled names of the functions that may be a kernel's entry, the preferred one last.
std::vector<std::string> entry_symbols(abi::Risc risc);

// The absolute path of the request's source; throws InputError when there is none.
std::filesystem::path find_source(const CompileRequest& request);

// The name by which #line calls a source that is given as text.
std::string shown_source(const CompileRequest& request);

std::string wrapper_text(const CompileRequest& request);

}  // namespace tessera::host
