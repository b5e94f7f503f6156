// Whether the parts of a ProgramSpec fit together.
#pragma once

#include <string>
#include <string_view>

#include "tt-metalium/experimental/metal2_host_api/program_spec.hpp"

namespace tt::tt_metal::experimental {

// InputError for the first thing wrong: names twice or unknown, parts that nothing uses, ends of buffers that are
// missing or too many, nodes in two work units, what these chips lack.
void check(const ProgramSpec& spec);

// The nodes of the work units that hold the kernel.
CoreRangeSet nodes_of(const ProgramSpec& spec, const KernelSpecName& kernel);

template <class Parts, class Name>
auto part_named(const Parts& parts, const Name& name) {
    return std::ranges::find_if(parts, [&](const auto& part) { return part.unique_id == name; });
}

}  // namespace tt::tt_metal::experimental
