// Rows of golden files as tiles of a kernel: sixteen datums of the files are a row of a face.
#pragma once

#include <cstdio>
#include <map>
#include <string>

#include "sim/num/dst_bits.hpp"
#include "sim/num/src.hpp"
#include "tests/host/tiles/tiles.hpp"
#include "tests/support/golden_rows.hpp"

namespace tessera::host::tiles {

inline DataFormat format_named(const std::string& name) {
    DataFormat format{};
    if (!tensix::find_format(name, format)) throw fault::InputError("no data format " + name);
    return format;
}

// The datum in L1 of which the unpacker makes this one of Src.
inline std::uint32_t unpacked_from(DataFormat in_l1, std::uint32_t src) {
    switch (in_l1) {
        case DataFormat::fp16: return num::src_to_fp16(src);
        case DataFormat::bf16: return num::src_to_bf16(src);
        default: return num::src_to_fp32(src);
    }
}

// A datum of a 16-bit Dst as its bits lie there, which is how integers are packed; of a 32-bit one they are packed in
// order.
inline std::uint32_t bits_in_dst(DataFormat format, std::uint32_t x) {
    switch (format) {
        case DataFormat::fp16: return num::dst_from_fp16(x);
        case DataFormat::bf16: return num::dst_from_bf16(x);
        default: return x;
    }
}
// The integers of a Dst of this width.
inline DataFormat bits_of_dst(bool wide) { return wide ? DataFormat::int32 : DataFormat::int16; }

inline void put_datum(Buffer& buffer, std::size_t tile, std::size_t i, std::uint32_t x) {
    std::uint8_t* from = buffer.bytes.data() + tile * tensix::tile_bytes(buffer.format);
    tensix::write_datum(from + tensix::exponent_bytes(buffer.format), static_cast<int>(i),
                        tensix::datum_bits(buffer.format), x);
}
inline std::uint32_t datum_at(const Buffer& buffer, std::size_t tile, std::size_t i) {
    const std::uint8_t* from = buffer.bytes.data() + tile * tensix::tile_bytes(buffer.format);
    return tensix::read_datum(from + tensix::exponent_bytes(buffer.format), static_cast<int>(i),
                              tensix::datum_bits(buffer.format));
}
inline Buffer empty_tiles(DataFormat format, std::size_t tiles) {
    return {format, Bytes(tiles * tensix::tile_bytes(format))};
}

// How many rows of a file went through a kernel, and why others did not.
class GoldenTally {
  public:
    // Whether nothing keeps the row out.
    bool takes(const std::string& why_not) {
        ++count_[why_not];
        return why_not.empty();
    }
    ~GoldenTally() {
        for (const auto& [why, rows] : count_)
            std::printf("%5d rows %s%s\n", rows, why.empty() ? "through kernels" : "not: ", why.c_str());
    }

  private:
    std::map<std::string, int> count_;
};

}  // namespace tessera::host::tiles
