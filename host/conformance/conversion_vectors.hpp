// Replays golden vectors of the matrix unit, the unpacker and the packer: files fpu_*.txt and convert_*.txt.
//
// One test per line, blank-separated, all numbers hex; empty lines and lines that begin with # are skipped:
//   ARCHS unpack in=F out=F to=srca|srcb|dst [fp8=e5m2|e4m3] [exp E] x v16 = r16
//   ARCHS MOVA2D srca=F dst=F a v16 = r16
//   ARCHS pack dst=16b|32b inter=F out=F [relu=0..3 [threshold=T]] x v16 = r16     (BFP outputs: = exp E x r16)
//   ARCHS ELWADD|ELWSUB|ELWMUL srca=F srcb=F dst=F phase=P accum=0|1 a v16 b v16 [d v16] = r16
//   ARCHS MVMUL srca=F srcb=F dst=F phase=P A v256 B v128 D v128 = r128
// ARCHS names machines joined by +, F is a format by its name in sim/tensix/tile.hpp. Src data are 19-bit words
// s(1) e(8) m(10), Dst data words in ordinary bit order. Integers (srca=int8 srcb=int8 dst=int32) are sign-magnitude. A
// key that the test does not know is malformed too.
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "host/conformance/outcome.hpp"

namespace tessera::conformance {

// Runs the lines of one architecture, counting tests; at most ten mismatches are kept. A malformed line throws
// fault::InputError naming file, line and what was expected.
Outcome run_conversion_vectors(std::istream& in, const std::string& name, const arch::Arch& arch);
Outcome run_conversion_vectors(const std::filesystem::path& file, const arch::Arch& arch);

}  // namespace tessera::conformance
