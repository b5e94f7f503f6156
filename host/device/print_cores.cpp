#include "host/device/print_cores.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

// Nothing for text that is no list of places.
std::vector<arch::Coord> read_places(const std::string& text) {
    std::vector<arch::Coord> places;
    std::vector<int> numbers;  // of a place, or of the two ends of a range
    bool inside = false, range = false;
    const auto complete = [&] {
        if (numbers.size() != (range ? 4 : 2)) return;
        const arch::Coord first{numbers[0], numbers[1]}, last = range ? arch::Coord{numbers[2], numbers[3]} : first;
        for (int y = first.y; y <= last.y; ++y)
            for (int x = first.x; x <= last.x; ++x) places.push_back({x, y});
        numbers.clear();
        range = false;
    };
    for (const char c : text + " ") {
        if (c >= '0' && c <= '9') {
            if (!inside && numbers.size() == 2 && !range) complete();
            if (!inside) numbers.push_back(0);
            inside = true;
            numbers.back() = numbers.back() * 10 + (c - '0');
            if (numbers.back() > 1000) return {};
        } else if (std::string(", ;()-").find(c) != std::string::npos) {
            inside = false;
            if (range) complete();
            if (c == '-' && (range || numbers.size() != 2)) return {};
            if (c == '-') range = true;
        } else {
            return {};
        }
    }
    complete();
    return numbers.empty() ? places : std::vector<arch::Coord>{};
}

// What `from` said as `text`.
void choose(core::Options& options, const std::string& from, const std::string& text, const char* words) {
    if (text == "all" || text == "worker") {
        options.print_all_cores = true;
        return;
    }
    options.print_cores = read_places(text);
    if (options.print_cores.empty())
        throw fault::InputError(
            fmt::format("{}{}: give {} or logical cores as x,y, for example 0,0 or (0,0)-(0,3)", from, text, words));
}

std::string of_environment() {
    const char* chosen = std::getenv("TT_METAL_DPRINT_CORES");
    return chosen == nullptr ? "" : chosen;
}

}  // namespace

void choose_print_cores(core::Options& options) {
    if (!options.print_line) options.print_line = [](std::string_view line) { fmt::print(stderr, "{}\n", line); };
    if (options.print_all_cores || !options.print_cores.empty()) return;
    if (const std::string text = of_environment(); !text.empty())
        choose(options, "TT_METAL_DPRINT_CORES=", text, "`all`");
}

void choose_print_cores(core::Options& options, const std::string& option, const std::string& word) {
    if (!of_environment().empty() || word == "off") return;
    choose(options, option + " ", word, "`off`, `all`");
}

}  // namespace tessera::host
