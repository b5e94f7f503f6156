#include "sim/core/risc/page_counters.hpp"

#include "sim/abi/page_counters.hpp"

namespace tessera::core {

std::optional<std::uint32_t> load_page_counter(const RiscContext& context, std::uint32_t address) {
    const std::uint32_t index = (address - abi::stream_base) / abi::stream_bytes;
    if (address < abi::stream_base || index >= abi::most_circular_buffers) return std::nullopt;
    const bool received = address == abi::page_counter(index, abi::received_pages_word);
    if (!received && address != abi::page_counter(index, abi::acked_pages_word)) return std::nullopt;
    const tensix::CircularBuffer& cb = context.core.cb(index);
    const std::uint32_t count = received ? cb.received : cb.acked;
    if (watch::Order* order = context.order) {
        watch::Order::Channels& channels = order->channels(context.order_agent.core);
        order->take(received ? channels.pushes[index] : channels.pops[index], context.order_agent, count);
    }
    return count & abi::page_count_mask;
}

}  // namespace tessera::core
