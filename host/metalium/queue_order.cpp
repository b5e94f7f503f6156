#include "host/metalium/queue_order.hpp"

#include <algorithm>

namespace tessera::host {
namespace {

template <class Calls>
void join(Calls& known, const Calls& more) {
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = std::max(known[i], more[i]);
}

}  // namespace

std::uint64_t QueueOrder::begin(std::uint32_t queue) {
    join(known_[queue], host_);
    return known_[queue][queue] = ++call_[queue];
}

void QueueOrder::end(std::uint32_t queue, bool blocking) {
    if (blocking) finish(queue);
    std::erase_if(pending_, [&](const Pending& one) {
        for (std::uint32_t other = 0; other < queues; ++other)
            if (!knows(other, one)) return false;
        return true;
    });
}

void QueueOrder::writes(std::uint32_t queue, bool blocking, std::vector<core::LateWrite> parts) {
    if (!several_) return;
    pending_.push_back({queue, begin(queue), std::move(parts), {}});
    end(queue, blocking);
}

void QueueOrder::runs(std::uint32_t queue, bool blocking, std::vector<std::uint64_t> written) {
    if (!several_) return;
    pending_.push_back({queue, begin(queue), {}, std::move(written)});
    end(queue, blocking);
}

std::optional<std::uint32_t> QueueOrder::reads(std::uint32_t queue, bool blocking, std::uint64_t buffer) {
    if (!several_) return std::nullopt;
    begin(queue);
    std::optional<std::uint32_t> writer;
    for (const Pending& one : pending_)
        if (!knows(queue, one) && std::ranges::find(one.buffers, buffer) != one.buffers.end()) writer = one.queue;
    end(queue, blocking);
    return writer;
}

std::vector<core::LateWrite> QueueOrder::late_for(std::uint32_t queue) const {
    std::vector<core::LateWrite> late;
    for (const Pending& one : pending_)
        if (!knows(queue, one)) late.insert(late.end(), one.written.begin(), one.written.end());
    return late;
}

void QueueOrder::record(const Event& event) {
    if (!several_) return;
    begin(event.first);
    events_[event] = known_[event.first];
}

void QueueOrder::wait(std::uint32_t queue, const Event& event) {
    if (!several_) return;
    begin(queue);
    if (const auto recorded = events_.find(event); recorded != events_.end()) join(known_[queue], recorded->second);
}

void QueueOrder::host_waits(const Event& event) {
    if (const auto recorded = events_.find(event); recorded != events_.end()) join(host_, recorded->second);
}

void QueueOrder::finish(std::uint32_t queue) { join(host_, known_[queue]); }

}  // namespace tessera::host
