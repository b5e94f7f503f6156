#include "caches.hpp"

namespace decoder {

tt::DataFormat data_format(CacheFormat format) {
    switch (format) {
        case CacheFormat::bf16: return tt::DataFormat::Float16_b;
        case CacheFormat::fp16: return tt::DataFormat::Float16;
        case CacheFormat::bfp8: return tt::DataFormat::Bfp8_b;
        case CacheFormat::fp32: break;
    }
    return tt::DataFormat::Float32;
}

Caches::Place Caches::place(std::uint32_t head, std::uint32_t position) const {
    const std::uint32_t row = position % positions_of_page();
    return {head * pages_of_head() + position / positions_of_page(), row * pitch() / 16};
}

Caches make_caches(Chip& chip, CacheFormat format, std::uint32_t heads, std::uint32_t context, std::uint32_t width) {
    Caches out{.format = format, .context = context, .width = width};
    const std::uint32_t tile = tt::tile_size(data_format(format));
    const std::uint32_t page_bytes = format == CacheFormat::bfp8 ? tile : width * (tile / 1024);
    const std::uint32_t pages = heads * out.pages_of_head();
    out.keys = chip.rows(pages, page_bytes / sizeof(float));
    out.values = chip.rows(pages, page_bytes / sizeof(float));
    return out;
}

}  // namespace decoder
