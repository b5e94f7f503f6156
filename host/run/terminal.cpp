#include "host/run/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace tessera::host {
namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

views::Screen screen_of(std::FILE* stream, bool all) {
    views::Screen screen{.all = all};
    if (!is_terminal(stream)) return screen;
    winsize size{};
    if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0)
        screen.width = std::max<std::size_t>(views::Screen::narrowest, size.ws_col);
    const std::string_view kind = variable("TERM");
    screen.colour = variable("NO_COLOR").empty() && !kind.empty() && kind != "dumb";
    return screen;
}

}  // namespace tessera::host
