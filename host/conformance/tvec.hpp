// SFPU instruction vectors: `.tvec` files as the golden data's README defines them. A case gives a state, the
// instructions and the complete difference they make; whatever it does not list must be unchanged.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/conformance/lines.hpp"
#include "host/conformance/outcome.hpp"

namespace tessera::conformance {

struct Case {
    std::string name;
    bool on_wh = false, on_bh = false;
    int line = 0;
    std::vector<Line> lines;  // between `case` and `end`
    bool on(std::string_view tag) const { return tag == "wh" ? on_wh : tag == "bh" && on_bh; }
};

struct TvecFile {
    TextFile text;  // of which the lines have moved into the cases
    std::vector<Case> cases;
};

// Throws fault::InputError with file and line for whatever is not of the format.
TvecFile read_tvec(const std::filesystem::path& path);
TvecFile read_tvec(TextFile text);

// Every case of the file that names the architecture. A case fails with every part of the state that differs.
Outcome run_tvec(const TvecFile& file, const arch::Arch& arch, std::size_t mismatches_kept = 10);

}  // namespace tessera::conformance
