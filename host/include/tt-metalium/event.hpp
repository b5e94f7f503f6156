// A place in a command queue. What was enqueued before it is done when the call that records it returns.
#pragma once

#include <atomic>
#include <cstdint>

namespace tt::tt_metal {

class IDevice;

struct Event {
    IDevice* device = nullptr;
    std::uint32_t cq_id = ~std::uint32_t{0};
    std::uint32_t event_id = ~std::uint32_t{0};
    std::atomic<bool> ready = false;  // recorded

    void wait_until_ready() const {}
};

}  // namespace tt::tt_metal
