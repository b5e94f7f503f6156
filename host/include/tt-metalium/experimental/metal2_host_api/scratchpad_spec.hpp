#pragma once

#include <cstdint>
#include <optional>

#include "../../tile.hpp"
#include "../../tt_backend_api_types.hpp"
#include "spec_names.hpp"

namespace tt::tt_metal::experimental {

// Room in L1 for the kernel that binds it, on each of its nodes.
struct ScratchpadSpec {
    ScratchpadSpecName unique_id = {};
    std::uint32_t size_per_node = 0;  // bytes
    std::optional<tt::DataFormat> data_format_metadata = std::nullopt;
    std::optional<Tile> tile_format_metadata = std::nullopt;
};

}  // namespace tt::tt_metal::experimental
