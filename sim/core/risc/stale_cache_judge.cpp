#include "sim/core/risc/stale_cache_judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

void StaleCacheJudge::check(const riscv::Pause& load) {
    if (!lines_.on) return;
    if (fences_ != context_.hart.fences()) lines_.clear();
    fences_ = context_.hart.fences();
    const std::uint32_t first = load.address / L0Cache::line_bytes * L0Cache::line_bytes;
    const auto now = context_.core.l1.raw(first, L0Cache::line_bytes);
    const L0Cache::Line* line = lines_.look(load.address, now, load.pc, context_.clock());
    if (line == nullptr) return;
    const auto offset = static_cast<std::ptrdiff_t>(load.address - first);
    if (std::equal(now.begin() + offset, now.begin() + offset + load.bytes, line->bytes.begin() + offset)) return;
    Fault fault(Id::stale_cache,
                fmt::format("load of {} bytes at L1 0x{:x}: the data cache holds what the load at {} "
                            "brought in cycle {}, and L1 has changed since",
                            load.bytes, load.address, context_.kernel.position(line->pc), line->cycle));
    if (watch::Order* ordering = context_.order)
        if (const watch::Event* write = ordering->last_write(context_.core.index, -1, load.address);
            write != nullptr && write->left_by == nullptr)
            fault.notes = fmt::format("note: last written from {}\n", context_.chip.kernels.position_of(*write));
    context_.refuse(fault);
}

}  // namespace tessera::core
