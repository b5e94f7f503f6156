#pragma once

namespace tt::tt_metal {

// How a tensor is divided among the devices of a mesh: there is one device.
class TensorTopology {
  public:
    friend bool operator==(const TensorTopology&, const TensorTopology&) = default;
};

}  // namespace tt::tt_metal
