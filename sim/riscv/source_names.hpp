// How a place in a kernel is named for its author: the innermost line that is not of a library, by a path that does not
// depend on where tessera or the kernel lies.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sim/riscv/program.hpp"

namespace tessera::riscv {

bool is_below(const std::string& file, const std::string& folder);

bool is_of(const Frame& frame, std::span<const std::string> libraries);

// The innermost frame of `pc` outside the folders of libraries.
std::optional<Frame> user_frame(const Program& program, std::uint32_t pc, std::span<const std::string> libraries);

// Kernels that come with tessera (below `home`) have the same names wherever it is installed, so that outputs do not
// depend on it. Another kernel named by a relative path is shown so wherever it was found, and so are the files below
// the working folder.
std::string shown_file(const std::string& file, const std::string& kernel, const std::string& home,
                       const std::string& working_folder);

}  // namespace tessera::riscv
