// A dataflow buffer: entries from the kernel that produces to the one that consumes, on each node of theirs. On these
// chips it is a circular buffer of a core.
#pragma once

#include <cstdint>
#include <optional>

#include "../../tile.hpp"
#include "../../tt_backend_api_types.hpp"
#include "advanced_options.hpp"
#include "spec_names.hpp"

namespace tt::tt_metal::experimental {

struct DataflowBufferSpec {
    DFBSpecName unique_id = {};
    std::uint32_t entry_size = 0;  // bytes
    std::uint32_t num_entries = 0;
    std::optional<tt::DataFormat> data_format_metadata = std::nullopt;  // a compute kernel needs it
    std::optional<Tile> tile_format_metadata = std::nullopt;
    std::optional<TensorParamName> borrowed_from = std::nullopt;  // in L1, on whose memory it lies
    DFBAdvancedOptions advanced_options = {};
};

// Between nodes: not modelled, nor by the vendor yet.
struct CrossNodeDataflowBufferSpec {
    DataflowBufferSpec dfb_spec;
};

}  // namespace tt::tt_metal::experimental
