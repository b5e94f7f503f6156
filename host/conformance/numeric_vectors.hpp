// Whole functions: `NAME.seq.txt` holds the instructions, `NAME_wh.txt` and `NAME_bh.txt` lines of input and output
// pattern (golden data's README). The input is LReg0, all lanes take part. Functions that the README
// publishes need no sequence beside them.
#pragma once

#include <filesystem>
#include <vector>

#include "host/conformance/lines.hpp"
#include "host/conformance/outcome.hpp"
#include "sim/sfpu/instr.hpp"

namespace tessera::conformance {

struct Sequence {
    std::vector<sfpu::Instr> program;
    int output = 0;  // LReg with the result, named in the file's first comment
};

// All throw fault::InputError with file and line for whatever is not of the format.
Sequence read_sequence(const std::filesystem::path& path, const arch::Sfpu& arch);
Sequence read_sequence(const TextFile& file, const arch::Sfpu& arch);
// The sequence that NAME_wh.txt or NAME_bh.txt is replayed with: whether there is one, beside it or published.
bool has_sequence(const std::filesystem::path& values);
// `values` is the file of one architecture. Counts values.
Outcome run_numeric(const std::filesystem::path& values, const arch::Arch& arch, std::size_t mismatches_kept = 10);

// Files of the folder that have a sequence and values of this architecture, sorted by name.
std::vector<std::filesystem::path> numeric_files(const std::filesystem::path& folder, const arch::Arch& arch);

}  // namespace tessera::conformance
