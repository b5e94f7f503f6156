// A part of a block of bytes.
#pragma once

#include <cstdint>

namespace tessera {

struct ByteRange {
    std::uint32_t offset, bytes;  // from the start of the block
    friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

}  // namespace tessera
