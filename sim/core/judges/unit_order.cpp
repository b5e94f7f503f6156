#include "sim/core/judges/unit_order.hpp"

#include <optional>

namespace tessera::core::unit_order {
namespace {

using watch::Order;

struct Judged {
    Order& order;
    Order::Agent agent;
    Order::Channels& with;
};

std::optional<Judged> judged(const Issue& in) {
    Order* const order = in.shared().order();
    if (order == nullptr) return std::nullopt;
    const Order::Agent agent = in.agent();
    return Judged{*order, agent, order->channels(agent.core)};
}

}  // namespace

void touches(const Issue& in, watch::Touch touch, std::uint32_t address, std::uint32_t bytes) {
    if (Order* const order = in.shared().order())
        in.shared().refuse(order->unit(in.agent(), touch, address, bytes, {in.pc, in.now}));
}

void fills(const Issue& in, Operand operand) {
    if (const auto j = judged(in)) j->order.acquire(j->agent, j->with.freed[operand][in.core.unpack_bank[operand]]);
}

void filled(const Issue& in, Operand operand) {
    if (const auto j = judged(in)) j->with.filled[operand][in.core.unpack_bank[operand]] = j->order.release(j->agent);
}

void uses(const Issue& in, Operand operand) {
    if (const auto j = judged(in)) j->order.acquire(j->agent, j->with.filled[operand][in.core.math_bank[operand]]);
}

void gave_back(const Issue& in, Operand operand) {
    if (const auto j = judged(in)) j->with.freed[operand][in.core.math_bank[operand]] = j->order.release(j->agent);
}

void posts(const Issue& in, std::uint32_t semaphore) {
    if (const auto j = judged(in)) j->order.post(j->with.semaphores[semaphore], j->agent);
}

void sees(const Issue& in, std::uint32_t semaphore) {
    if (const auto j = judged(in)) j->order.see(j->with.semaphores[semaphore], j->agent);
}

void acquires_dst(const Issue& in) {
    const auto j = judged(in);
    if (!j) return;
    const std::uint64_t halves = in.core.semaphores[tensix::Semaphore::math_pack].max;
    const std::uint64_t nth = j->with.committed.count() + 1;
    if (nth > halves) j->order.take(j->with.released, j->agent, nth - halves);
}

void commits_dst(const Issue& in) {
    if (const auto j = judged(in)) j->order.hand_on(j->with.committed, j->agent, 1);
}

void waits_for_dst(const Issue& in) {
    if (const auto j = judged(in)) j->order.take(j->with.committed, j->agent, j->with.released.count() + 1);
}

void releases_dst(const Issue& in) {
    if (const auto j = judged(in)) j->order.hand_on(j->with.released, j->agent, 1);
}

void pushes_pages(const Issue& in, std::uint32_t cb, std::uint32_t pages) {
    if (const auto j = judged(in)) j->order.hand_on(j->with.pushes[cb], j->agent, pages);
}

void pops_pages(const Issue& in, std::uint32_t cb, std::uint32_t pages) {
    if (const auto j = judged(in)) j->order.hand_on(j->with.pops[cb], j->agent, pages);
}

}  // namespace tessera::core::unit_order
