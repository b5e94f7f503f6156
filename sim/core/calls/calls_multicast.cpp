#include "sim/core/calls/calls_multicast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/core/calls/call_costs.hpp"
#include "sim/core/calls/calls_noc_wait.hpp"
#include "sim/core/calls/noc_options.hpp"
#include "sim/core/calls/noc_request.hpp"
#include "sim/core/calls/noc_request_faults.hpp"
#include "sim/core/calls/noc_target.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/address.hpp"

namespace tessera::core {

using abi::Call;
using fault::Fault;
using fault::Id;
using noc::Transfer;

namespace {

constexpr const char* with_sender =
    "noc_async_write_multicast_loopback_src reaches the sender too, and num_dests counts it then; or leave the sender "
    "out of the rectangle and of num_dests";

struct Receivers {
    std::uint32_t count, num_dests;  // of the rectangle, and as the kernel counts them
    bool sender_inside;              // of the rectangle, but left out
};

void check_receivers(const RiscContext& context, const Receivers& receivers, std::uint32_t bytes, std::uint32_t local,
                     std::uint64_t other) {
    const auto& [count, num_dests, sender_inside] = receivers;
    if (count != num_dests) {
        Fault fault(Id::noc_out_of_bounds,
                    fmt::format("multicast to {} core(s) with num_dests {}: the barrier would hang or return early{}",
                                count, num_dests,
                                sender_inside ? "; the rectangle holds the sender, which a multicast without "
                                                "loopback neither reaches nor counts"
                                              : ""));
        fault.set_remedy(sender_inside ? with_sender : "num_dests is the number of cores in the rectangle");
        throw fault;
    }
    // Kernels in use leave the sender in the rectangle where it has the data already, at the same address.
    if (sender_inside && bytes > 4 && other != local) {
        Fault fault(Id::noc_out_of_bounds,
                    fmt::format("multicast of {} bytes to L1 0x{:x} without loopback: the rectangle holds the sender, "
                                "which is left out",
                                bytes, other));
        fault.set_remedy(with_sender);
        context.refuse(std::move(fault), fault::Severity::warning);
    }
}

}  // namespace

CallResult multicast(RiscContext& context, std::uint32_t local, std::uint64_t other, std::uint32_t bytes,
                     std::uint32_t options, std::uint32_t num_dests, bool loopback) {
    if (const auto wait = until_taken(context, options)) return CallResult::wait(*wait);
    noc::MulticastAddress rectangle = noc::split_multicast(context.chip.arch(), other);
    check_one_packet(context.chip.arch(), "multicast", bytes, options);
    check_corners(rectangle, static_cast<int>(options & 1));
    Transfer request = request_of(context, noc::Kind::write, options);
    request.multicast = true;
    request.first_corner = rectangle.start;
    request.last_corner = rectangle.end;
    std::tie(rectangle.start.x, rectangle.end.x) = std::minmax({rectangle.start.x, rectangle.end.x});
    std::tie(rectangle.start.y, rectangle.end.y) = std::minmax({rectangle.start.y, rectangle.end.y});
    auto& linked = niu_of(context.core, options).linked;
    if (linked && (linked->start != rectangle.start || linked->end != rectangle.end))
        refuse_if_linked(context, options);
    BufferState& held = held_by(context.core, options);
    request.path_held = linked.has_value();
    request.holds_path = (options & abi::noc_linked) != 0;
    request.channel = abi::multicast_channel;
    request.transaction_id = held.transaction_id;
    request.bytes = bytes;
    request.l1_address = local;
    held.address = other;
    held.bytes = bytes;
    check_in_l1(context.core, "multicast", local, bytes);
    check_local(context, local, bytes, false);
    std::uint32_t count = 0;
    bool sender_inside = false;
    for (int y = rectangle.start.y; y <= rectangle.end.y; ++y)
        for (int x = rectangle.start.x; x <= rectangle.end.x; ++x) {
            const Core* core = context.chip.core_at({x, y});
            if (core == nullptr) continue;
            if (core == &context.core && !loopback) {
                sender_inside = true;
                continue;
            }
            if (++count == 1) {
                context.refuse(resolve(context.chip, request, {{x, y}, rectangle.local}, context.kernel.words()));
                check_alignment(context.chip.arch(), request);
            } else {
                request.more_cores.push_back(core->index);
            }
        }
    check_receivers(context, {count, num_dests, sender_inside}, bytes, local, rectangle.local);
    linked.reset();
    if ((options & abi::noc_linked) != 0) linked = rectangle;
    CallResult result = CallResult::done();
    if (count != 0)
        result.cost = context.chip.send_in_packets(std::move(request), context.clock(),
                                                   cost_before(context, Call::noc_write_multicast));
    return result;
}

}  // namespace tessera::core
