// Data formats, architectures and the names of circular buffers (spec/kernel-api.md 1.3, 5.4).
// tessera::tensix::DataFormat names the same formats as the machine sees them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "sim/abi/cb_index.hpp"
#include "sim/abi/data_format.hpp"
#include "sim/tensix/tile.hpp"

namespace tessera::abi {
std::ostream& operator<<(std::ostream& out, DataFormat format);
}

namespace tt {

using tessera::abi::DataFormat;

// Bytes of a 32x32 tile: 4096, 2048, 1088, 576 ... Throws InputError for Invalid and for values without a name.
std::uint32_t tile_size(DataFormat format);
tessera::tensix::DataFormat simulated(DataFormat format);
std::string to_string(DataFormat format);  // "Float16_b"
// Bytes of one value. InputError for the block formats, whose values share an exponent.
std::uint32_t datum_size(DataFormat format);
bool is_integer_format(DataFormat format);

enum class ARCH : std::uint8_t { Invalid = 0, GRAYSKULL = 1, WORMHOLE_B0 = 2, BLACKHOLE = 3 };
std::string get_string(ARCH arch);  // "WORMHOLE_B0"
std::ostream& operator<<(std::ostream& out, ARCH arch);
ARCH arch_named(std::string_view name);  // as tessera calls it; Invalid for one that is not simulated

}  // namespace tt

// Of the architecture that has the most; hal::get_arch_num_circular_buffers() tells how many there are.
inline constexpr std::uint32_t NUM_CIRCULAR_BUFFERS = tt::CBIndex::SIZE;

template <>
struct fmt::formatter<tt::DataFormat> : fmt::formatter<std::string> {
    template <class Context>
    auto format(tt::DataFormat value, Context& context) const {
        return fmt::formatter<std::string>::format(tt::to_string(value), context);
    }
};
template <>
struct fmt::formatter<tt::ARCH> : fmt::formatter<std::string> {
    template <class Context>
    auto format(tt::ARCH value, Context& context) const {
        return fmt::formatter<std::string>::format(tt::get_string(value), context);
    }
};
