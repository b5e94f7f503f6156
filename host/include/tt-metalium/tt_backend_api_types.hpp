// Data formats, architectures and the names of circular buffers (spec/kernel-api.md 1.3, 5.4).
// tessera::tensix::DataFormat names the same formats as the machine sees them.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

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

enum class ARCH : std::uint8_t { Invalid = 0, GRAYSKULL = 1, WORMHOLE_B0 = 2, BLACKHOLE = 3 };
std::string get_string(ARCH arch);  // "WORMHOLE_B0"
std::ostream& operator<<(std::ostream& out, ARCH arch);
ARCH arch_named(std::string_view name);  // as tessera calls it; Invalid for one that is not simulated

// clang-format off
enum CBIndex : std::uint8_t {
    c_0, c_1, c_2, c_3, c_4, c_5, c_6, c_7, c_8, c_9, c_10, c_11, c_12, c_13, c_14, c_15,
    c_16, c_17, c_18, c_19, c_20, c_21, c_22, c_23, c_24, c_25, c_26, c_27, c_28, c_29, c_30, c_31,
    SIZE,
};
enum CB : std::uint8_t {
    c_in0, c_in1, c_in2, c_in3, c_in4, c_in5, c_in6, c_in7,
    dataflow0, dataflow1, dataflow2, dataflow3, dataflow4, dataflow5, dataflow6, dataflow7,
    c_out0, c_out1, c_out2, c_out3, c_out4, c_out5, c_out6, c_out7,
    c_intermed0, c_intermed1, c_intermed2, c_intermed3, c_intermed4, c_intermed5, c_intermed6, c_intermed7,
};
// clang-format on

}  // namespace tt

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
