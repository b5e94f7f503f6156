// The KV caches of a layer in DRAM, and the formats that they may have.
#pragma once

#include "chip.hpp"

namespace decoder {

enum class CacheFormat { fp32, bf16, fp16, bfp8 };
tt::DataFormat data_format(CacheFormat format);

// [KV head, position, element of the head]. A head's row at a position is a page; of block floats a page is a tile of
// as many positions as it holds at the pitch of kernels/attention, 64 exponents before 1024 mantissas.
struct Caches {
    struct Place {
        std::uint32_t page, offset;
    };

    Rows keys = {}, values = {};
    CacheFormat format = CacheFormat::fp32;
    std::uint32_t context = 0, width = 0;

    std::uint32_t pitch() const { return width <= 64 ? 64 : width <= 128 ? 128 : 256; }
    std::uint32_t positions_of_page() const { return format == CacheFormat::bfp8 ? 1024 / pitch() : 1; }
    std::uint32_t pages_of_head() const { return (context + positions_of_page() - 1) / positions_of_page(); }
    // Of block floats the place of the exponents.
    Place place(std::uint32_t head, std::uint32_t position) const;
};

Caches make_caches(Chip& chip, CacheFormat format, std::uint32_t heads, std::uint32_t context, std::uint32_t width);

}  // namespace decoder
