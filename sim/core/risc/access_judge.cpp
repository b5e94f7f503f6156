#include "sim/core/risc/access_judge.hpp"

#include <fmt/format.h>

#include "sim/core/judges/misplaced.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

MissingArgument::MissingArgument(bool of_all_cores, std::uint32_t argument, std::uint32_t host_set)
    : Fault(Id::missing_argument, fmt::format("{}runtime argument {} read, but the host set {}",
                                              of_all_cores ? "common " : "", argument, host_set)),
      common(of_all_cores),
      index(argument),
      set(host_set) {}

bool AccessJudge::lacks_argument(const riscv::Pause& pause) const {
    if (context_.chip.options().bare) return false;
    const arch::L1& map = context_.chip.arch().l1;
    const std::uint32_t slot = map.args_of(static_cast<int>(context_.risc));
    if (pause.address < slot || pause.address >= slot + map.args_stride) return false;
    const bool common = pause.address >= slot + abi::common_args_offset;
    const std::uint32_t index = (pause.address - slot - (common ? abi::common_args_offset : 0)) / 4;
    const auto r = static_cast<std::size_t>(context_.risc);
    const std::uint32_t set = common ? context_.core.common_args[r] : context_.core.unique_args[r];
    if (index < set) return false;
    const MissingArgument missing(common, index, set);
    if (context_.chip.ends_with(missing.id())) throw missing;
    context_.refuse(missing);
    return true;
}

// Of what lies below the room for buffers: semaphores, the configuration of circular buffers between cores, and the
// arguments that the host has set for this RISC, which some kernels count in.
bool AccessJudge::may_write_low(const riscv::Pause& pause) const {
    const arch::L1& map = context_.chip.arch().l1;
    const auto inside = [&](std::uint32_t begin, std::uint32_t end) {
        return pause.address >= begin && pause.address + pause.bytes <= end;
    };
    const std::uint32_t slot = map.args_of(static_cast<int>(context_.risc)), common = slot + abi::common_args_offset;
    const auto r = static_cast<std::size_t>(context_.risc);
    return pause.address < map.zeros_base || inside(map.semaphore_base, remote_cb_end(map)) ||
           inside(slot, slot + 4 * context_.core.unique_args[r]) ||
           inside(common, common + 4 * context_.core.common_args[r]);
}

void AccessJudge::check(const riscv::Pause& pause, bool writes) {
    const char* what = writes ? "store" : "load";
    if (context_.core.owners.empty()) return;
    const arch::L1& map = context_.chip.arch().l1;
    if (pause.address < map.unreserved_base) {
        // Signs of life are stored at the bottom (RISC_POST_HEARTBEAT); the rest of it is the firmware's.
        if (pause.address < map.zeros_base && pause.address != abi::heartbeat_address)
            context_.refuse(
                Fault(Id::out_of_bounds, fmt::format("{} of {} byte(s) at 0x{:08x}: a null or low address, which is "
                                                     "the firmware's",
                                                     what, pause.bytes, pause.address)));
        else if (writes && !may_write_low(pause))
            context_.refuse(Fault(
                Id::out_of_bounds,
                fmt::format("store of {} byte(s) at L1 0x{:x}, which belongs to the firmware and to the arguments "
                            "of kernels; a kernel may write semaphores, and arguments that it was given",
                            pause.bytes, pause.address)));
        return;
    }
    if (held_ == nullptr || pause.address < held_->begin || pause.address + pause.bytes > held_->end) {
        held_ = context_.core.owners.at(pause.address);
        if (const auto wrong = misplaced(context_.core, pause.address, pause.bytes, writes, what))
            return context_.refuse(wrong);
    }
    if (held_ == nullptr || context_.is_compute()) return;
    if (const auto fault = outside_window(context_.core, *held_, static_cast<int>(context_.risc), pause.address,
                                          pause.bytes, writes, what))
        context_.refuse(*fault);
}

void check_determined(const RiscContext& context, const riscv::Pause& pause) {
    const auto parts = context.core.undetermined.in(pause.address, std::uint64_t{pause.address} + pause.bytes);
    if (parts.empty()) return;
    Fault fault = watch::Undetermined::use(
        fmt::format("load of {} bytes at L1 0x{:x}, which depend on bytes that nobody has written", pause.bytes,
                    pause.address),
        parts.front().why);
    fault.related.push_back(fault.where());
    fault.set_where(context.kernel.where(pause.pc, context.clock()));
    context.refuse(fault);
}

void check_text(const RiscContext& context, const riscv::Pause& pause) {
    const arch::L1& map = context.chip.arch().l1;
    if (pause.address < map.code_base || pause.address >= map.unreserved_base || context.chip.options().bare) return;
    throw Fault(Id::code_write, fmt::format("store of {} bytes at 0x{:x}, into the kernels' text 0x{:x}..0x{:x}",
                                            pause.bytes, pause.address, map.code_base, map.unreserved_base - 1));
}

// Who runs past the end of an array on the stack comes to the end of local memory, where the stack begins.
Fault nowhere(const RiscContext& context, const riscv::Pause& pause, const char* what) {
    constexpr std::uint32_t near_bytes = 4096;
    const riscv::CheckedMemory& local = context.hart.local_memory();
    const std::uint32_t top = local.base() + local.size();
    return Fault(Id::out_of_bounds,
                 fmt::format("{} of {} byte(s) at 0x{:08x}: neither L1 (0x0 to 0x{:x}) nor local memory{}", what,
                             pause.bytes, pause.address, context.core.l1.size(),
                             pause.address - top < near_bytes
                                 ? fmt::format(", but {} bytes above the stack: past the end of an array on it?",
                                               pause.address - top)
                                 : ""));
}

}  // namespace tessera::core
