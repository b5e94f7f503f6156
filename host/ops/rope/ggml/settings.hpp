// What single settings of `tessera rope_ggml` say: lists of whole numbers, the parameter block, positions.
#pragma once

#include "host/job/source.hpp"
#include "host/ops/rope/ggml/problem.hpp"

namespace tessera::host {

// One to four whole numbers; those that are left out are 1.
GgmlExtents up_to_four(const Settings& given, const char* name);
std::array<std::uint64_t, 3> strides_of(const Settings& given);
// From the options, or from the file of the block instead of them.
GgmlParameters parameters_of(const Settings& given, std::int64_t ne0);
std::vector<std::int32_t> positions_from(const Settings& given);

}  // namespace tessera::host
