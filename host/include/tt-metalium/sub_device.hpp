// The cores that work together. A simulated device has one sub-device, its whole grid, or those that a manager names.
#pragma once

#include <array>
#include <initializer_list>

#include "core_coord.hpp"
#include "hal_types.hpp"
#include "span.hpp"
#include "sub_device_types.hpp"

namespace tt::tt_metal {

class SubDevice {
  public:
    // By HalProgrammableCoreType. InputError for cores that are not Tensix cores.
    explicit SubDevice(tt::stl::Span<const CoreRangeSet> cores);
    explicit SubDevice(std::initializer_list<CoreRangeSet> cores)
        : SubDevice(tt::stl::Span<const CoreRangeSet>(cores.begin(), cores.size())) {}
    template <std::size_t N>
    explicit SubDevice(const std::array<CoreRangeSet, N>& cores)
        : SubDevice(tt::stl::Span<const CoreRangeSet>(cores)) {}

    bool has_core_type(HalProgrammableCoreType type) const { return num_cores(type) != 0; }
    std::uint32_t num_cores(HalProgrammableCoreType type) const {
        return static_cast<std::uint32_t>(cores(type).num_cores());
    }
    const CoreRangeSet& cores(HalProgrammableCoreType type) const;

  private:
    CoreRangeSet tensix_;
};

}  // namespace tt::tt_metal
