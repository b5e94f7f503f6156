#include "host/device/print_cores.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

std::vector<arch::Coord> read_pairs(const std::string& text) {
    std::vector<int> numbers;
    bool inside = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            if (!inside) numbers.push_back(0);
            numbers.back() = numbers.back() * 10 + (c - '0');
            inside = true;
            if (numbers.back() > 1000) return {};
        } else if (std::string(", ;()").find(c) != std::string::npos) {
            inside = false;
        } else {
            return {};
        }
    }
    if (numbers.size() % 2 != 0) return {};
    std::vector<arch::Coord> cores;
    for (std::size_t i = 0; i < numbers.size(); i += 2) cores.push_back({numbers[i], numbers[i + 1]});
    return cores;
}

}  // namespace

void choose_print_cores(core::Options& options) {
    if (!options.print_line) options.print_line = [](std::string_view line) { fmt::print(stderr, "{}\n", line); };
    if (options.print_all_cores || !options.print_cores.empty()) return;
    const char* chosen = std::getenv("TT_METAL_DPRINT_CORES");
    if (chosen == nullptr || *chosen == 0) return;
    const std::string text = chosen;
    if (text == "all") {
        options.print_all_cores = true;
        return;
    }
    options.print_cores = read_pairs(text);
    if (options.print_cores.empty())
        throw fault::InputError(fmt::format(
            "TT_METAL_DPRINT_CORES={}: give `all` or logical cores as x,y, for example 0,0 or (0,0),(1,2)", text));
}

}  // namespace tessera::host
