#pragma once

#include <cstdint>

#include "../tt_stl/strong_type.hpp"

namespace tt::tt_metal {

using SubDeviceId = tt::stl::StrongType<std::uint8_t, struct SubDeviceIdTag>;
using SubDeviceManagerId = tt::stl::StrongType<std::uint64_t, struct SubDeviceManagerIdTag>;

}  // namespace tt::tt_metal
