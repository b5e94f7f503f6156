#include "host/job/params.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "sim/fault/fault.hpp"

namespace tessera::host {

using fault::InputError;

std::vector<std::byte> read_block(const std::string& path, const std::string& option) {
    std::ifstream in(path, std::ios::binary);
    std::array<char, 4096> bytes;  // no block is nearly as long
    in.read(bytes.data(), bytes.size());
    if (!in.is_open() || in.bad()) throw InputError(fmt::format("{}: cannot be read", option));
    const auto read = std::as_bytes(std::span(bytes)).first(static_cast<std::size_t>(in.gcount()));
    return {read.begin(), read.end()};
}

void take_block(const ParamsBlock& block, std::span<const std::byte> bytes, const std::string& option,
                Settings& settings) {
    const std::uint32_t padded = (block.bytes + 15) / 16 * 16;
    if (bytes.size() != block.bytes && bytes.size() != padded)
        throw InputError(fmt::format("{}: {} bytes; {} has {}{}", option, bytes.size(), block.name, block.bytes,
                                     padded == block.bytes ? "" : fmt::format(", or {} where it is padded", padded)));
    for (const Parameter& field : settings.parameters()) {
        if (!field.offset || settings.gave(field.name)) continue;
        const std::string at = fmt::format("{}: {} of {}, at byte {}", option, field.name, block.name, *field.offset);
        if (field.kind == ParameterKind::real) {
            float value = 0;
            std::memcpy(&value, bytes.data() + *field.offset, sizeof value);
            if (!std::isfinite(value)) throw InputError(fmt::format("{}: {} is no finite number", at, value));
            settings.set(field.name, fmt::format("{}", static_cast<double>(value)), at);
        } else {
            std::uint32_t value = 0;
            std::memcpy(&value, bytes.data() + *field.offset, sizeof value);
            settings.set(field.name, fmt::format("{}", value), at);
        }
    }
}

Parameter params_parameter(const ParamsBlock& block) {
    return {.name = "params",
            .kind = ParameterKind::file,
            .fallback = "",
            .group = block.name,
            .text = fmt::format("the {} bytes that a host hands over; options replace what they say", block.bytes)};
}

Settings with_block(const Settings& given, const ParamsBlock& block) {
    Settings settings = given;
    if (!given.gave("params")) return settings;
    const std::string option = fmt::format("--params {}", given.text("params"));
    take_block(block, read_block(given.text("params"), option), option, settings);
    return settings;
}

std::string fields_text(const Settings& settings) {
    std::string out;
    for (const Parameter& field : settings.parameters())
        if (field.offset) out += fmt::format("{}{}={}", out.empty() ? "" : ", ", field.name, settings.text(field.name));
    return out;
}

}  // namespace tessera::host
