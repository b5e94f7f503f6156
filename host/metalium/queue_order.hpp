// What the command queues of a device know of each other (spec/memory-order.md 5). Everything is done when the call
// that enqueues it returns, but on silicon only the calls of one queue come behind each other: what the other queue has
// been asked for is under way until an event of it was waited for, or the host has waited for the queue.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/core/machine/machine.hpp"

namespace tessera::host {

class QueueOrder {
  public:
    // How many queues the device has; with one there is nothing to know.
    void open(std::size_t count) { several_ = count > 1; }

    // Data of the host on their way into a buffer. `blocking`: the host waits for the queue.
    void writes(std::uint32_t queue, bool blocking, std::vector<core::LateWrite> parts);
    // A program, and the buffers in DRAM that it has written, by address.
    void runs(std::uint32_t queue, bool blocking, std::vector<std::uint64_t> written);
    // The queue whose program may still be writing the buffer that the host reads through another one, if any.
    std::optional<std::uint32_t> reads(std::uint32_t queue, bool blocking, std::uint64_t buffer);
    // What the host has written through other queues and may not have come for what this one is asked for next.
    std::vector<core::LateWrite> late_for(std::uint32_t queue) const;

    // Events are known by the queue that recorded them and their number there.
    using Event = std::pair<std::uint32_t, std::uint32_t>;
    void record(const Event& event);
    void wait(std::uint32_t queue, const Event& event);
    void host_waits(const Event& event);
    void finish(std::uint32_t queue);
    void finish_all() { host_ = call_; }

  private:
    static constexpr std::size_t queues = 2;
    using Calls = std::array<std::uint64_t, queues>;  // by queue: so many of its calls
    struct Pending {
        std::uint32_t queue;
        std::uint64_t call;
        std::vector<core::LateWrite> written;  // by the host
        std::vector<std::uint64_t> buffers;    // by a program
    };

    std::uint64_t begin(std::uint32_t queue);
    void end(std::uint32_t queue, bool blocking);
    bool knows(std::uint32_t queue, const Pending& pending) const {
        return pending.queue == queue || known_[queue][pending.queue] >= pending.call ||
               host_[pending.queue] >= pending.call;
    }

    bool several_ = false;
    Calls call_{}, host_{};
    std::array<Calls, queues> known_{};
    std::map<Event, Calls> events_;
    std::vector<Pending> pending_;
};

}  // namespace tessera::host
