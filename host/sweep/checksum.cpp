#include "host/sweep/checksum.hpp"

#include <fmt/format.h>

#include "host/compile/hash.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

constexpr std::string_view mark = "checksum ";

}  // namespace

std::string with_checksum(std::string text) {
    const std::string sum = hash_of(text);
    return std::move(text) + fmt::format("{}{}\n", mark, sum);
}

std::string_view checked(std::string_view text, const std::string& file) {
    const std::size_t line = text.rfind('\n', text.size() < 2 ? 0 : text.size() - 2) + 1;
    if (!text.substr(line).starts_with(mark)) return {};
    const std::string_view state = text.substr(0, line);
    if (text.substr(line) != fmt::format("{}{}\n", mark, hash_of(state)))
        throw fault::InputError(
            fmt::format("{}: damaged, its checksum is not that of its text; remove it and run again", file));
    return state;
}

}  // namespace tessera::host
