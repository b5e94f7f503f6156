// Loads and stores of a RISC that others can see: whose memory it is, what orders them, what the data cache holds.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "sim/core/risc_agent.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/poll.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

namespace {

std::uint32_t word_of(std::span<const std::uint8_t> bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    return word;
}

}  // namespace

Progress RiscAgent::service_load(const riscv::Pause& pause) {
    const arch::Arch& arch = chip_.arch();
    if (core_.l1.contains(pause.address, pause.bytes)) {
        const std::uint32_t slot = arch.l1.args_of(static_cast<int>(risc_));
        if (pause.address >= slot && pause.address < slot + arch.l1.args_stride) {
            const bool common = pause.address >= slot + abi::common_args_offset;
            const std::uint32_t index = (pause.address - slot - (common ? abi::common_args_offset : 0)) / 4;
            const auto r = static_cast<std::size_t>(risc_);
            const std::uint32_t set = common ? core_.common_args[r] : core_.unique_args[r];
            if (index >= set) {
                const MissingArgument missing(common, index, set);
                if (chip_.ends_with(missing.id())) throw missing;
                refuse(missing);
                hart_->finish_load(word_of(core_.l1.raw(pause.address, pause.bytes)),
                                   arch.riscv.l1_load_cycles.cycles());
                return Progress::finished;
            }
        }
        check_access(pause, false);
        if (!core_.undetermined.empty()) check_determined(pause);
        if (cache_.on) check_cached(pause);
        note_poll(pause.address);
        hart_->finish_load(load_l1(pause), arch.riscv.l1_load_cycles.cycles());
        return Progress::finished;
    }
    if (pause.address == abi::wall_clock_base || pause.address == abi::wall_clock_base + 8) {
        const Cycle now = hart_->clock();
        poll_.moved();
        hart_->finish_load(static_cast<std::uint32_t>(pause.address == abi::wall_clock_base ? now : now >> 32),
                           arch.riscv.mmio_load_cycles.cycles());
        return Progress::finished;
    }
    if (const auto progress = load_register(pause)) return *progress;
    throw nowhere(pause, "load");
}

// Who runs past the end of an array on the stack comes to the end of local memory, where the stack begins.
Fault RiscAgent::nowhere(const riscv::Pause& pause, const char* what) const {
    constexpr std::uint32_t near_bytes = 4096;
    const riscv::CheckedMemory& local = hart_->local_memory();
    const std::uint32_t top = local.base() + local.size();
    return Fault(Id::out_of_bounds,
                 fmt::format("{} of {} byte(s) at 0x{:08x}: neither L1 (0x0 to 0x{:x}) nor local memory{}", what,
                             pause.bytes, pause.address, core_.l1.size(),
                             pause.address - top < near_bytes
                                 ? fmt::format(", but {} bytes above the stack: past the end of an array on it?",
                                               pause.address - top)
                                 : ""));
}

// Below the room for buffers only semaphores change while kernels run.
bool RiscAgent::is_shared(std::uint32_t address) const {
    const arch::L1& map = chip_.arch().l1;
    return address >= map.unreserved_base || (address >= map.semaphore_base && address < map.remote_cb_base);
}

// Of what lies below the room for buffers: semaphores, the configuration of circular buffers between cores, and the
// arguments that the host has set for this RISC, which some kernels count in.
bool RiscAgent::may_write_low(const riscv::Pause& pause) const {
    const arch::L1& map = chip_.arch().l1;
    const auto inside = [&](std::uint32_t begin, std::uint32_t end) {
        return pause.address >= begin && pause.address + pause.bytes <= end;
    };
    const std::uint32_t slot = map.args_of(static_cast<int>(risc_)), common = slot + abi::common_args_offset;
    const auto r = static_cast<std::size_t>(risc_);
    return pause.address < map.zeros_base || inside(map.semaphore_base, remote_cb_end(map)) ||
           inside(slot, slot + 4 * core_.unique_args[r]) || inside(common, common + 4 * core_.common_args[r]);
}

void RiscAgent::check_access(const riscv::Pause& pause, bool writes) {
    const char* what = writes ? "store" : "load";
    if (core_.owners.empty()) return;
    const arch::L1& map = chip_.arch().l1;
    if (pause.address < map.unreserved_base) {
        // Signs of life are stored at the bottom (RISC_POST_HEARTBEAT); the rest of it is the firmware's.
        if (pause.address < map.zeros_base && pause.address != abi::heartbeat_address)
            refuse(Fault(Id::out_of_bounds, fmt::format("{} of {} byte(s) at 0x{:08x}: a null or low address, which is "
                                                        "the firmware's",
                                                        what, pause.bytes, pause.address)));
        else if (writes && !may_write_low(pause))
            refuse(Fault(
                Id::out_of_bounds,
                fmt::format("store of {} byte(s) at L1 0x{:x}, which belongs to the firmware and to the arguments "
                            "of kernels; a kernel may write semaphores, and arguments that it was given",
                            pause.bytes, pause.address)));
        return;
    }
    if (held_ == nullptr || pause.address < held_->begin || pause.address + pause.bytes > held_->end) {
        held_ = core_.owners.at(pause.address);
        if (const auto wrong = misplaced(core_, pause.address, pause.bytes, writes, what)) return refuse(wrong);
    }
    if (held_ == nullptr || is_compute()) return;
    if (const auto fault =
            outside_window(core_, *held_, static_cast<int>(risc_), pause.address, pause.bytes, writes, what))
        refuse(*fault);
}

void RiscAgent::check_determined(const riscv::Pause& pause) {
    const auto parts = core_.undetermined.in(pause.address, std::uint64_t{pause.address} + pause.bytes);
    if (parts.empty()) return;
    Fault fault = watch::Undetermined::use(
        fmt::format("load of {} bytes at L1 0x{:x}, which depend on bytes that nobody has written", pause.bytes,
                    pause.address),
        parts.front().why);
    fault.related.push_back(fault.where());
    fault.set_where(kernel_.where(pause.pc, clock));
    refuse(fault);
}

void RiscAgent::check_cached(const riscv::Pause& pause) {
    if (fences_ != hart_->fences()) cache_.clear();
    fences_ = hart_->fences();
    const std::uint32_t first = pause.address / L0Cache::line_bytes * L0Cache::line_bytes;
    const auto now = core_.l1.raw(first, L0Cache::line_bytes);
    const L0Cache::Line* line = cache_.look(pause.address, now, pause.pc, clock);
    if (line == nullptr) return;
    const auto offset = static_cast<std::ptrdiff_t>(pause.address - first);
    if (std::equal(now.begin() + offset, now.begin() + offset + pause.bytes, line->bytes.begin() + offset)) return;
    Fault fault(Id::stale_cache, fmt::format("load of {} bytes at L1 0x{:x}: the data cache holds what the load at {} "
                                             "brought in cycle {}, and L1 has changed since",
                                             pause.bytes, pause.address, kernel_.position(line->pc), line->cycle));
    if (watch::Order* ordering = chip_.order())
        if (const watch::Event* write = ordering->last_write(core_.index, -1, pause.address);
            write != nullptr && write->left_by == nullptr)
            fault.notes = fmt::format("note: last written from {}\n", chip_.kernels.position_of(*write));
    refuse(fault);
}

bool RiscAgent::polls(std::uint32_t pc) {
    const auto [at, first] = polls_.try_emplace(pc, false);
    if (first) {
        std::array<std::uint32_t, 32> registers;
        for (unsigned n = 0; n < registers.size(); ++n) registers[n] = hart_->reg(n);
        at->second = riscv::waits_for_change(kernel_.program(), pc, registers);
    }
    return at->second;
}

std::uint32_t RiscAgent::value_in_l1(const riscv::Pause& pause) {
    try {
        return core_.l1.load(pause.address, pause.bytes);
    } catch (const riscv::Unwritten& load) {
        refuse(load);
        return word_of(core_.l1.raw(pause.address, pause.bytes));
    }
}

std::uint32_t RiscAgent::load_l1(const riscv::Pause& pause) {
    watch::Order* ordering = chip_.order();
    if (ordering == nullptr || !is_shared(pause.address)) return value_in_l1(pause);
    const watch::Order::Agent me = order_agent();
    const bool flag = polls(pause.pc) || ordering->is_flag(me.core, pause.address);
    chip_.refuse(ordering->load(me, pause.address, pause.bytes, {pause.pc, clock}, flag));
    const std::uint32_t value = value_in_l1(pause);
    if (flag) ordering->observe(me, pause.address, value, value);
    return value;
}

Progress RiscAgent::service_store(const riscv::Pause& pause) {
    const arch::Arch& arch = chip_.arch();
    if (core_.l1.contains(pause.address, pause.bytes)) {
        if (pause.address >= arch.l1.code_base && pause.address < arch.l1.unreserved_base)
            throw Fault(Id::code_write,
                        fmt::format("store of {} bytes at 0x{:x}, into the kernels' text 0x{:x}..0x{:x}", pause.bytes,
                                    pause.address, arch.l1.code_base, arch.l1.unreserved_base - 1));
        check_access(pause, true);
        cache_.drop(pause.address);
        if (watch::Order* ordering = chip_.order(); ordering != nullptr && is_shared(pause.address))
            chip_.refuse(ordering->store(order_agent(), pause.address, pause.bytes, {pause.pc, clock}));
        core_.l1.store(pause.address, pause.bytes, pause.value);
        if (pause.address >= arch.l1.semaphore_base && pause.address < arch.l1.remote_cb_base)
            note_word(core_.words[pause.address], deed(), false);
        hart_->finish_store(1);  // the hart itself keeps the interval between stores
        core_.l1_written(pause.address, pause.bytes, clock);
        return Progress::finished;
    }
    if (is_compute() && pause.address == abi::tensix_fifo_base) return push_word(pause.value, pause.pc);
    if (risc_ == abi::Risc::t1 &&
        pause.address == abi::config_base + 4 * tensix::config::prng_seed.at(arch.sfpu.isa_column).index())
        return seed_random(pause.value, pause.pc);
    if (const std::uint32_t word = (pause.address - abi::mop_config_base) / 4;
        is_compute() && pause.bytes == 4 && pause.address >= abi::mop_config_base && word < abi::mop_config_words) {
        mop_.configure(word, pause.value, pause.pc);
        kernel_.note_caller(pause.pc);
        forget_runs();
        hart_->finish_store(1);
        return Progress::finished;
    }
    if (const auto progress = store_register(pause)) return *progress;
    throw nowhere(pause, "store");
}

}  // namespace tessera::core
