// Where work for a device is handed in. Everything is done, in simulated time, when the call that enqueues it returns.
#pragma once

namespace tt::tt_metal {

class IDevice;

class CommandQueue {
  public:
    explicit CommandQueue(IDevice& device) : device_(&device) {}
    IDevice* device() const { return device_; }
    void finish() {}

  private:
    IDevice* device_;
};

}  // namespace tt::tt_metal
