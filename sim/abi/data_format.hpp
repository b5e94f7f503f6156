// Data formats by the vendor's names and numbers (spec/tensix-core.md 1.1): the low four bits are the hardware's field.
#pragma once

#include <stdint.h>

namespace tessera::abi {

enum class DataFormat : uint8_t {
    Float32 = 0,
    Float16 = 1,
    Bfp8 = 2,
    Bfp4 = 3,
    Tf32 = 4,
    Float16_b = 5,
    Bfp8_b = 6,
    Bfp4_b = 7,
    Int32 = 8,
    UInt16 = 9,
    Lf8 = 10,
    Bfp2 = 11,
    Int8 = 14,
    Bfp2_b = 15,
    UInt32 = 24,
    UInt8 = 30,
    RawUInt8 = 240,  // bits of any meaning, three widths; no field of the hardware
    RawUInt16 = 241,
    RawUInt32 = 242,
    Invalid = 255,
};

}  // namespace tessera::abi
