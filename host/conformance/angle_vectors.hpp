// The angles of a RoPE tile: `rope_angles*.txt`, lines `D base position i` in decimal, then frequency over pi, sine and
// cosine as fp32 bits in hex (golden data's README). Both architectures give the same bits.
#pragma once

#include <filesystem>

#include "host/conformance/lines.hpp"
#include "host/conformance/outcome.hpp"

namespace tessera::conformance {

// Counts lines. Throws fault::InputError with file and line for whatever is not of the format.
Outcome run_angles(const std::filesystem::path& path, const arch::Arch& arch, std::size_t mismatches_kept = 10);
Outcome run_angles(const TextFile& file, const arch::Arch& arch, std::size_t mismatches_kept = 10);

}  // namespace tessera::conformance
