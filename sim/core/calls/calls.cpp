#include "sim/core/calls/calls.hpp"

#include <fmt/format.h>

#include <vector>

#include "sim/core/calls/calls_cb.hpp"
#include "sim/core/calls/calls_noc.hpp"
#include "sim/core/port/calls_mailbox.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;

// As many as the vendor's watcher keeps of a core.
constexpr std::size_t ring_buffer_words = 32;

CallResult Calls::carry_out(Call call) {
    const auto number = static_cast<std::uint32_t>(call);
    if (number >= static_cast<std::uint32_t>(Call::unsupported_compute)) return compute_call(call);
    if (number >= static_cast<std::uint32_t>(Call::noc_read)) return noc_call(context_, call);
    if (number >= static_cast<std::uint32_t>(Call::cb_reserve_back)) return cb_call(context_, fifo_, call);
    switch (call) {
        case Call::assert_failed:
            context_.refuse(Fault(Id::kernel_assert, fmt::format("ASSERT failed in line {} of {}", context_.arg(1),
                                                                 context_.string_at(context_.arg(0)))));
            return CallResult::done();
        case Call::zone_begin:
        case Call::zone_end: return zones_.carry_out(call);
        case Call::print: prints_.piece(); return CallResult::done();
        case Call::print_tile: prints_.tile_slice(); return CallResult::done();
        case Call::ring_buffer_push: {
            std::vector<std::uint32_t>& ring = context_.core.ring_buffer;
            if (ring.size() == ring_buffer_words) ring.erase(ring.begin());
            ring.push_back(context_.arg(0));
            return CallResult::done();
        }
        case Call::mailbox_write:
        case Call::mailbox_read:
        case Call::mailbox_not_empty: return mailbox_call(context_, call);
        case Call::unit_sync: return unit_sync();
        case Call::timestamped_data: return CallResult::done();
        default: throw Fault(Id::illegal_instruction, fmt::format("unknown call {}", number));
    }
}

CallResult Calls::unit_sync() const {
    const std::uint32_t thread = context_.thread();
    if (context_.risc != abi::Risc::t0 && context_.risc != abi::Risc::t2)
        throw Fault(Id::tensix_unsupported, "tensix_sync on a RISC other than T0 and T2");
    if (fifo_->drained()) {
        if (watch::Order* ordering = context_.order)
            ordering->pass({context_.order_agent.core, watch::riscs_of_core + thread}, context_.order_agent);
        return CallResult::done();
    }
    return CallResult::wait({watch::WaitReason::tensix_fifo, thread, 1, 0});
}

CallResult Calls::compute_call(Call call) {
    if (fifo_ == nullptr) throw Fault(Id::illegal_instruction, "compute call on a data-movement core");
    switch (call) {
        case Call::print_dst: return prints_.dst_tile(*fifo_);
        case Call::unsupported_compute:
            throw Fault(Id::tensix_unsupported, fmt::format("{} is not modelled", context_.string_at(context_.arg(0))));
        default: throw Fault(Id::illegal_instruction, "unknown compute call");
    }
}

}  // namespace tessera::core
