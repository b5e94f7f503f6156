// Traces: programs noted as they are enqueued, to be run as they were then.
#include <fmt/format.h>

#include "host/metalium/simulation.hpp"
#include "tt-metalium/device.hpp"
#include "tt-metalium/host_api.hpp"

namespace tessera::host {

using fault::InputError;

namespace {

void run_on(const tt::tt_metal::IDevice& device, std::uint32_t queue, const Program& program, bool blocking) {
    Simulation& simulation = device.simulation();
    run(device, program, simulation.queues.late_for(queue));
    simulation.queues.runs(queue, blocking, simulated(device).written_buffers());
}

}  // namespace

void enqueue(const tt::tt_metal::IDevice& device, std::uint32_t queue, const Program& program, bool blocking) {
    Simulation& simulation = device.simulation();
    if (!simulation.capture) return run_on(device, queue, program, blocking);
    if (simulation.capture->queue != queue)
        throw InputError(fmt::format("a program on command queue {} while queue {} captures a trace", queue,
                                     simulation.capture->queue));
    simulation.traces[simulation.capture->trace].push_back(program);
}

void refuse_in_capture(const tt::tt_metal::IDevice& device, const char* what) {
    if (device.simulation().capture)
        throw InputError(fmt::format("{} while a trace is captured; a trace holds programs only", what));
}

std::uint32_t begin_capture(const tt::tt_metal::IDevice& device, std::uint32_t queue,
                            std::optional<std::uint32_t> trace) {
    Simulation& simulation = device.simulation();
    if (simulation.capture)
        throw InputError(fmt::format("trace {} is still captured; end it first", simulation.capture->trace));
    const std::uint32_t id = trace.value_or(simulation.traces.empty() ? 0 : simulation.traces.rbegin()->first + 1);
    if (!simulation.traces.try_emplace(id).second)
        throw InputError(fmt::format("trace {} exists already; release it first", id));
    simulation.capture = Simulation::Capture{queue, id};
    return id;
}

void end_capture(const tt::tt_metal::IDevice& device, std::uint32_t queue, std::uint32_t trace) {
    Simulation& simulation = device.simulation();
    if (!simulation.capture || simulation.capture->trace != trace || simulation.capture->queue != queue)
        throw InputError(fmt::format("trace {} is not captured on command queue {}", trace, queue));
    simulation.capture.reset();
    if (simulation.trace_region_bytes == 0) {
        simulation.traces.erase(trace);
        throw InputError("a trace needs room on the device; open it with a trace_region_size");
    }
}

void replay(const tt::tt_metal::IDevice& device, std::uint32_t queue, std::uint32_t trace, bool blocking) {
    refuse_in_capture(device, "a trace replayed");
    Simulation& simulation = device.simulation();
    const auto found = simulation.traces.find(trace);
    if (found == simulation.traces.end()) throw InputError(fmt::format("trace {} does not exist", trace));
    for (const Program& program : found->second) run_on(device, queue, program, blocking);
}

void release(const tt::tt_metal::IDevice& device, std::uint32_t trace) {
    Simulation& simulation = device.simulation();
    if (simulation.capture && simulation.capture->trace == trace)
        throw InputError(fmt::format("trace {} is still captured; end it first", trace));
    simulation.traces.erase(trace);
}

}  // namespace tessera::host

namespace tt::tt_metal {
namespace {

// Apart from the numbers of a mesh's events.
tessera::host::QueueOrder::Event key_of(const Event& event) { return {event.cq_id, ~event.event_id}; }

// Nothing else runs on the host's behalf, so it never would be.
void check_recorded(const Event& event) {
    if (!event.ready) throw tessera::fault::InputError("an event waited for that was never recorded");
}

}  // namespace

std::uint32_t BeginTraceCapture(IDevice* device, std::uint8_t queue) {
    return tessera::host::begin_capture(*device, queue);
}
void EndTraceCapture(IDevice* device, std::uint8_t queue, std::uint32_t trace) {
    tessera::host::end_capture(*device, queue, trace);
}
void ReplayTrace(IDevice* device, std::uint8_t queue, std::uint32_t trace, bool blocking) {
    tessera::host::replay(*device, queue, trace, blocking);
}
void EnqueueTrace(CommandQueue& queue, std::uint32_t trace, bool blocking) {
    tessera::host::replay(*queue.device(), queue.id(), trace, blocking);
}
void ReleaseTrace(IDevice* device, std::uint32_t trace) { tessera::host::release(*device, trace); }

void EnqueueRecordEvent(CommandQueue& queue, const std::shared_ptr<Event>& event, tt::stl::Span<const SubDeviceId>) {
    tessera::host::refuse_in_capture(*queue.device(), "an event recorded");
    static std::atomic<std::uint32_t> events = 0;
    event->device = queue.device();
    event->cq_id = queue.id();
    event->event_id = ++events;
    event->ready = true;
    queue.device()->simulation().queues.record(key_of(*event));
}
void EnqueueWaitForEvent(CommandQueue& queue, const std::shared_ptr<Event>& event) {
    tessera::host::refuse_in_capture(*queue.device(), "an event waited for");
    check_recorded(*event);
    queue.device()->simulation().queues.wait(queue.id(), key_of(*event));
}
void EventSynchronize(const std::shared_ptr<Event>& event) {
    check_recorded(*event);
    event->device->simulation().queues.host_waits(key_of(*event));
}
bool EventQuery(const std::shared_ptr<Event>& event) { return event->ready; }

}  // namespace tt::tt_metal
