// Golden data of every kind tessera replays, recognised by file name: `*.tvec` (SFPU instructions), `fpu_*.txt` and
// `convert_*.txt` (matrix unit, unpacker, packer), `NAME_wh.txt`/`NAME_bh.txt` beside `NAME.seq.txt` or of a published
// function (whole functions), `rope_angles*.txt` (angles of a RoPE tile), `*.json` that holds an array (NoC traces),
// `manifest.json` (cases of operations).
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "host/conformance/outcome.hpp"

namespace tessera::conformance {

struct Replay {
    std::filesystem::path file;
    const arch::Arch* arch;
    Outcome outcome;
    std::string kind;  // "instruction cases", "conversion tests", "values"
};

// What there is to replay at `path`, a file or a folder searched through, sorted by name. A file given by name that is
// none of the kinds is an InputError; in a folder it is passed over and counted.
struct Found {
    std::vector<std::filesystem::path> files;
    std::vector<std::filesystem::path> passed_over;
};
Found find_vectors(const std::filesystem::path& path);

// Whether the file has anything for this architecture (a numeric file and a trace belong to one).
bool concerns(const std::filesystem::path& file, const arch::Arch& arch);

// What a file's replay is counted as: its cases, or one.
std::size_t parts_of(const std::filesystem::path& file);

// `each`, if given, is called when one of its parts is done, on the thread that calls. Throws InputError with file and
// line for a malformed file.
Replay replay(const std::filesystem::path& file, const arch::Arch& arch, const std::function<void()>& each = {});

}  // namespace tessera::conformance
