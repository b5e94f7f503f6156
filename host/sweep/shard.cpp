#include "host/sweep/shard.hpp"

#include <fmt/format.h>

#include <charconv>

#include "sim/fault/fault.hpp"

namespace tessera::host {

Shard shard_of(const std::string& text) {
    Shard shard;
    if (text.empty()) return shard;
    const char *begin = text.data(), *end = begin + text.size();
    const auto part = std::from_chars(begin, end, shard.part);
    const bool slash = part.ec == std::errc{} && part.ptr != end && *part.ptr == '/';
    const auto parts = slash ? std::from_chars(part.ptr + 1, end, shard.parts) : part;
    if (!slash || parts.ec != std::errc{} || parts.ptr != end || shard.part >= shard.parts)
        throw fault::InputError(fmt::format("--shard {}: expected I/N with I from 0 to N - 1, as 0/4", text));
    return shard;
}

}  // namespace tessera::host
