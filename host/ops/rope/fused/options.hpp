// The parameters of `tessera rope_fused`, and the call that settings of them describe.
#pragma once

#include <cstdint>
#include <span>

#include "host/job/source.hpp"
#include "host/ops/rope/fused/problem.hpp"

namespace tessera::host::fused {

std::span<const Parameter> parameters();

// The struct comes from --params where that is given, and options of its fields replace what stands there, as a host
// patches single fields for each token. Arrays that no file gives come from the seed. InputError for fields and arrays
// that the kernel does not have.
Call call_of(const Settings& given, std::uint64_t seed);

}  // namespace tessera::host::fused
