#include "sim/views/gzip.hpp"

#include <zlib.h>

#include <array>

#include "sim/fault/fault.hpp"

namespace tessera::views {
namespace {

constexpr int level = 6;                     // 14:1 on traces (spec/trace-formats.md 2.1)
constexpr int gzip_window = 16 + MAX_WBITS;  // zlib's way to ask for gzip's frame
constexpr int memory = 8;

}  // namespace

struct Gzip::Stream {
    z_stream z{};
};

Gzip::Gzip() : stream_(std::make_unique<Stream>()) {
    if (deflateInit2(&stream_->z, level, Z_DEFLATED, gzip_window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw fault::Fault(fault::Id::internal_error, "zlib cannot begin a gzip stream");
}

Gzip::~Gzip() { deflateEnd(&stream_->z); }

std::string Gzip::compress(std::string_view text, bool last) {
    z_stream& z = stream_->z;
    std::string out;
    std::array<char, 1 << 16> chunk;
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    do {
        z.next_out = reinterpret_cast<Bytef*>(chunk.data());
        z.avail_out = static_cast<uInt>(chunk.size());
        deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
        out.append(chunk.data(), chunk.size() - z.avail_out);
    } while (z.avail_out == 0);
    return out;
}

}  // namespace tessera::views
