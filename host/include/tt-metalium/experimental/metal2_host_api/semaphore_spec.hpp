#pragma once

#include "advanced_options.hpp"

namespace tt::tt_metal::experimental {

// A word on each of the nodes, which any kernel of the program may name.
struct SemaphoreSpec {
    SemaphoreSpecName unique_id = {};
    Nodes target_nodes = {};
    std::uint32_t initial_value = 0;
    SemaphoreAdvancedOptions advanced_options = {};  // which has the same value since June 2026
};

}  // namespace tt::tt_metal::experimental
