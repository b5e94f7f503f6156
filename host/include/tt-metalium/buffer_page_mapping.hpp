// Which page of the host's tensor each page of a sharded buffer holds.
#pragma once

#include <cstdint>
#include <vector>

#include "core_coord.hpp"

namespace tt::tt_metal {

struct UncompressedBufferPageMapping {
    static constexpr std::uint32_t PADDING = ~std::uint32_t{0};  // holds none

    std::vector<CoreCoord> all_cores;
    std::vector<std::vector<std::uint32_t>> core_host_page_indices;  // by core, then page of the core
};

// The same as runs of pages that follow each other on both sides.
struct BufferCorePageMapping {
    struct ContiguousHostPages {
        std::uint32_t device_page_offset = 0, host_page_start = 0, num_pages = 0;
    };
    std::uint32_t device_start_page = 0, num_pages = 0;
    std::vector<ContiguousHostPages> host_ranges;
};
struct BufferPageMapping {
    BufferPageMapping() = default;
    explicit BufferPageMapping(const UncompressedBufferPageMapping& mapping);

    std::vector<CoreCoord> all_cores;
    std::vector<std::vector<BufferCorePageMapping>> core_page_mappings;
};

}  // namespace tt::tt_metal
