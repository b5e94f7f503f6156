// What `--dump` asks for, as text: WHAT@FILE:LINE[@X,Y[:RISC]][#N][=OUT].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/arch/arch.hpp"

namespace tessera::host {

struct DumpRequest {
    enum class What : std::uint8_t { cb, dst, lreg };
    std::string text;  // as it was given
    What what = What::cb;
    int number = 0;    // of the buffer, tile or register
    bool raw = false;  // bits instead of values
    std::string file;  // as faults name it, or the end of that from a folder on
    int line = 0;
    std::optional<arch::Coord> core;  // logical; none: the first core that gets there
    std::string risc;                 // empty: chosen by what is dumped
    std::uint64_t nth = 1;            // arrival of that RISC at the line
    std::string out;                  // .npy, .svg or .txt; empty: shown

    std::string thing() const { return text.substr(0, text.find('@')); }  // "dst0.raw"
    bool is_npy() const { return out.ends_with(".npy"); }
    bool is_picture() const { return out.ends_with(".svg"); }
};

DumpRequest parse_dump(std::string_view text);  // InputError
// The same request with OUT from the root, for a process that may change its folder.
std::string with_absolute_out(const std::string& text);

}  // namespace tessera::host
