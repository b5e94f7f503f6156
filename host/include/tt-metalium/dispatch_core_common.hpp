#pragma once

#include <cstdint>

namespace tt::tt_metal {

enum class DispatchCoreType : std::uint8_t { WORKER, ETH, COUNT };
enum class DispatchCoreAxis : std::uint8_t { ROW, COL, COUNT };

// Dispatch is not simulated; the grid of compute cores is what an ordinary device leaves (spec/kernel-api.md 5.2).
class DispatchCoreConfig {
  public:
    DispatchCoreConfig() = default;
    DispatchCoreConfig(DispatchCoreType type) : type_(type) {}
    DispatchCoreConfig(DispatchCoreType type, DispatchCoreAxis axis) : type_(type), axis_(axis) {}
    DispatchCoreConfig(DispatchCoreAxis axis) : axis_(axis) {}

    DispatchCoreType get_dispatch_core_type() const { return type_; }
    DispatchCoreAxis get_dispatch_core_axis() const { return axis_; }
    void set_dispatch_core_type(DispatchCoreType type) { type_ = type; }
    void set_dispatch_core_axis(DispatchCoreAxis axis) { axis_ = axis; }
    friend bool operator==(const DispatchCoreConfig&, const DispatchCoreConfig&) = default;

  private:
    DispatchCoreType type_ = DispatchCoreType::WORKER;
    DispatchCoreAxis axis_ = DispatchCoreAxis::ROW;
};

}  // namespace tt::tt_metal
