// What text is written for: how wide it may be, whether it may be coloured, whether long tables are shown whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tessera::views {

enum class Ink : std::uint8_t { bold, red, green, yellow };

struct Screen {
    static constexpr std::size_t narrowest = 80;  // columns of a pipe or a file, and of a terminal at least
    std::size_t width = narrowest;
    bool colour = false;
    bool all = false;  // --all: what long tables else sum up

    // The text as it is, or between the control characters of a terminal.
    std::string paint(Ink ink, std::string_view text) const;
};

// Text that may quote input: control characters but newlines and tabs are spelled out, "\\x1b". Of a coloured screen
// the sequences of paint() stay.
std::string printable(std::string_view text, const Screen& screen = {});
// All text for people, diagnostics too, goes out through this.
void print_text(std::FILE* stream, std::string_view text, const Screen& screen = {});

// In lines of `width`, those after the first indented.
std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

// The label in front of its text, which goes on below itself: "time   48053 cycles ...".
inline constexpr std::size_t label_width = 7;  // of the report of a run
std::string labelled(std::string_view label, const std::string& text, std::size_t column, const Screen& screen);

// The end of a path or a name that is too long, with "..." for what is missing, where a folder begins if possible.
std::string shortened(const std::string& text, std::size_t width);

}  // namespace tessera::views
