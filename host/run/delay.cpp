#include "host/run/delay.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tessera::host {
namespace {

template <class Number>
bool read(std::string_view text, Number& into) {
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return !text.empty() && error == std::errc{} && stop == text.data() + text.size();
}

// Takes what stands behind the last `mark`; nothing where there is none.
std::string_view take_behind(std::string_view& text, char mark) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos) return {};
    const std::string_view behind = text.substr(at + 1);
    text = text.substr(0, at);
    return behind;
}

}  // namespace

schedule::Delay parse_delay(std::string_view text) {
    const fault::InputError wrong(
        fmt::format("--delay {}: expected FILE:LINE=CYCLES or FILE:LINE@X,Y:RISC=CYCLES", text));
    schedule::Delay delay;
    if (!read(take_behind(text, '='), delay.cycles)) throw wrong;
    if (const std::size_t at = text.rfind('@'); at != std::string_view::npos) {
        std::string_view who = text.substr(at + 1);
        text = text.substr(0, at);
        delay.risc = take_behind(who, ':');
        const std::string_view y = take_behind(who, ',');
        if (delay.risc.empty() || !read(who, delay.core_x) || !read(y, delay.core_y) || delay.core_x < 0 ||
            delay.core_y < 0)
            throw wrong;
    }
    if (!read(take_behind(text, ':'), delay.line) || text.empty()) throw wrong;
    delay.file = text;
    return delay;
}

std::string place_to_delay(const fault::Where& where) {
    return fmt::format("{}:{}@{},{}:{}", where.file, where.line, where.core_x, where.core_y, where.risc);
}

}  // namespace tessera::host
