// A block of parameters as a host hands it over to a kernel: fields of 4 bytes, little endian, each at its offset.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "host/job/source.hpp"

namespace tessera::host {

struct ParamsBlock {
    std::string name;         // "GEMMParams"
    std::uint32_t bytes = 0;  // a multiple of 4; hosts may pad it to a multiple of 16
};

// Every parameter with an offset gets what the block holds there, but for those that were given by name. InputError,
// with `option` and the field's name, for a block of another size and for values that the parameter refuses.
void take_block(const ParamsBlock& block, std::span<const std::byte> bytes, const std::string& option,
                Settings& settings);

// The block in a file; InputError, with `option`, for one that cannot be read.
std::vector<std::byte> read_block(const std::string& path, const std::string& option);

// The parameter that names a file with a block, and settings with what it holds where one was given.
Parameter params_parameter(const ParamsBlock& block);
Settings with_block(const Settings& given, const ParamsBlock& block);

// "M=64, N=96": what the fields hold.
std::string fields_text(const Settings& settings);

}  // namespace tessera::host
