#include "host/run/delay.hpp"

#include <fmt/format.h>

#include "host/debug/words.hpp"

namespace tessera::host {

schedule::Delay parse_delay(std::string_view text) {
    const fault::InputError wrong(
        fmt::format("--delay {}: expected FILE:LINE=CYCLES or FILE:LINE@X,Y:RISC=CYCLES", text));
    schedule::Delay delay;
    if (!read_number(take_behind(text, '='), delay.cycles)) throw wrong;
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        std::string_view who = text.substr(at + 1);
        text = text.substr(0, at);
        delay.risc = take_behind(who, ':');
        const std::string_view y = take_behind(who, ',');
        if (delay.risc.empty() || !read_number(who, delay.core_x) || !read_number(y, delay.core_y) ||
            delay.core_x < 0 || delay.core_y < 0)
            throw wrong;
    }
    if (!read_number(take_behind(text, ':'), delay.line) || text.empty()) throw wrong;
    delay.file = text;
    return delay;
}

std::string place_to_delay(const fault::Where& where) {
    return fmt::format("{}:{}@{},{}:{}", where.file, where.line, where.core_x, where.core_y, where.risc);
}

}  // namespace tessera::host
