// Where work for a device is handed in. Everything is done, in simulated time, when the call that enqueues it returns.
// What two queues do to each other without an event in between is a race all the same.
#pragma once

#include <cstdint>

#include "span.hpp"
#include "sub_device_types.hpp"

namespace tt::tt_metal {

class IDevice;

class CommandQueue {
  public:
    explicit CommandQueue(IDevice& device, std::uint32_t id = 0) : device_(&device), id_(id) {}
    IDevice* device() const { return device_; }
    std::uint32_t id() const { return id_; }
    void finish(tt::stl::Span<const SubDeviceId> sub_devices = {});

  private:
    IDevice* device_;
    std::uint32_t id_;
};

}  // namespace tt::tt_metal
