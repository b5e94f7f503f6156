#include "sim/core/port/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/abi/tensix_op.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void ReplayBuffer::start(std::uint32_t replay_word) {
    const std::uint32_t first = abi::replay_start.of(replay_word), count = abi::replay_length.of(replay_word);
    if (count == 0 || first + count > entries)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("REPLAY of {} instruction(s) from entry {}: the buffer has {}", count, first, entries));
    played_ = {};
    if (abi::replay_loads.of(replay_word) != 0) {
        next_ = first;
        left_ = count;
        executes_ = abi::replay_executes.of(replay_word) != 0;
        return;
    }
    played_ = std::span(buffer_).subspan(first, count);
    const auto gap = std::ranges::find_if(played_, [](const Entry& entry) { return !entry.filled; });
    if (gap != played_.end())
        throw Fault(Id::uninitialised, fmt::format("REPLAY plays entry {}, which nothing has recorded",
                                                   first + static_cast<std::uint32_t>(gap - played_.begin())));
}

bool ReplayBuffer::keep(std::uint32_t word, std::uint32_t pc) {
    buffer_[next_++] = {word, pc, true};
    --left_;
    return executes_;
}

}  // namespace tessera::core
