// Data copied through a queue, and what its calls know of those of the other one.
#include <fmt/format.h>

#include "host/metalium/simulation.hpp"
#include "tt-metalium/device.hpp"
#include "tt-metalium/host_api.hpp"

namespace tt::tt_metal {

using tessera::host::Simulation;

void enqueue_write(CommandQueue& queue, Buffer& buffer, const void* data, std::size_t bytes, bool blocking) {
    tessera::host::refuse_in_capture(*queue.device(), "data copied");
    write_bytes(buffer, data, bytes);
    Simulation& simulation = queue.device()->simulation();
    simulation.queues.writes(
        queue.id(), blocking,
        simulation.device->late_writes(buffer.simulated(), fmt::format("by the host through queue {}", queue.id())));
}

void enqueue_read(CommandQueue& queue, Buffer& buffer, void* data, std::size_t bytes, bool blocking) {
    tessera::host::refuse_in_capture(*queue.device(), "data copied");
    Simulation& simulation = queue.device()->simulation();
    if (const auto writer = simulation.queues.reads(queue.id(), blocking, buffer.address())) {
        tessera::fault::Fault fault(
            tessera::fault::Id::race,
            fmt::format("the host reads the buffer at 0x{:x} through queue {}, and a program of queue {} writes it: no "
                        "event and no Finish orders the two",
                        buffer.address(), queue.id(), *writer));
        simulation.device->locate_last_writer(fault, buffer.address());
        simulation.device->raise(fault);
    }
    read_bytes(buffer, data, bytes);
}

void CommandQueue::finish(tt::stl::Span<const SubDeviceId>) { device_->simulation().queues.finish(id_); }

void Synchronize(IDevice* device, std::optional<std::uint8_t> queue, tt::stl::Span<const SubDeviceId>) {
    tessera::host::QueueOrder& queues = device->simulation().queues;
    queue ? queues.finish(*queue) : queues.finish_all();
}

}  // namespace tt::tt_metal
