// What --first-nan tells of the runs of a device.
#pragma once

#include "host/device/device.hpp"
#include "host/tensor/npy.hpp"
#include "sim/core/follow/non_finite.hpp"
#include "sim/views/first_nan.hpp"

namespace tessera::host {

views::FirstNonFinite first_non_finite(Device& device, const core::FollowedValues& followed);

// Of a result as the host has read it; nothing where all of it are numbers.
std::optional<views::FirstNonFinite::Result> non_finite_in(const std::string& name, const NpyArray& result);

}  // namespace tessera::host
