#include "sim/core/port/push_fifo.hpp"

#include <utility>

namespace tessera::core {

std::optional<schedule::Wait> PushFifo::try_push(Command command) {
    if (!thread_.has_room(command.pushes))
        return schedule::Wait{watch::WaitReason::tensix_fifo, context_.thread(), command.pushes, 0};
    push(std::move(command), context_.hart.clock());
    return std::nullopt;
}

void PushFifo::push(Command&& command, Cycle now) {
    command.pushed = now;
    command.by_brisc = context_.risc == abi::Risc::b;
    if (watch::Order* ordering = context_.order) {
        if (!ordering->has_released(context_.order_agent, pushed_past_)) {
            command.past = ordering->release(context_.order_agent);
            pushed_past_ = command.past.nth;
        }
    }
    thread_.push(std::move(command));
}

}  // namespace tessera::core
