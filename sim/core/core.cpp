#include "sim/core/core.hpp"

#include <fmt/format.h>

#include "sim/core/shared.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/random.hpp"
#include "sim/tensix/pack_fields.hpp"

namespace tessera::core {

using watch::WaitReason;

Core::Core(Shared& of_device, int core_index)
    : shared(of_device),
      index(core_index),
      logical_x(of_device.kernels.logical(core_index).x),
      logical_y(of_device.kernels.logical(core_index).y),
      physical{of_device.arch().grid.tensix_columns[static_cast<std::size_t>(logical_x)],
               of_device.arch().grid.tensix_rows[static_cast<std::size_t>(logical_y)]},
      l1("L1", 0, static_cast<std::uint32_t>(of_device.arch().l1.bytes.count())),
      sfpu(sfpu::initial_state()),
      dst_port{dst_},
      kernels(of_device.kernels.of(core_index)) {
    const arch::L1& map = shared.arch().l1;
    l1.fill(map.zeros_base, map.zeros_bytes, 0);
}

Core::~Core() = default;

void Core::forget_agents() {
    riscs = {};
    threads = {};
    texts.clear();
    agents_.clear();
    kernels = {};
}

void Core::begin_program(const ComputeMode& compute_mode, std::uint32_t cb_begin, std::uint32_t cb_end) {
    forget_agents();
    mode = compute_mode;
    cbs = {};
    semaphores = {};
    semaphores[tensix::Semaphore::math_pack].max = mode.full_sync ? 1 : 2;
    dst_protocol = {};
    src = {};
    unpack_bank = math_bank = {};
    outstanding = {};
    nius = {};
    writes_under_way.clear();
    mailboxes = {};
    words.clear();
    arrivals.clear();
    undetermined.clear();
    other_bits.reset();
    dst().forget();
    dst_contents = {};
    ring_buffer.clear();
    unique_args = common_args = {};
    fpu_idle_at = sfpu_idle_at = sfpu_taken_until = 0;
    src_filled_at = {};
    moves_halves = false;
    resets = {};
    registers = {};
    mutexes.fill(-1);
    math_config = {};
    pipeline = {};
    buffers_begin = cb_end;
    owners.clear();
    if (cb_end > cb_begin) l1.mark(cb_begin, cb_end - cb_begin, false);
}

std::uint64_t Core::draw() const {
    const std::uint64_t of_core = num::mixed(shared.options().seed) + static_cast<std::uint64_t>(index);
    return num::mixed(num::mixed(of_core) + draws_) | 1;
}

bool Core::packs_stochastically() const {
    return math_config.core().get(tensix::config::stochastic_pack, shared.arch().sfpu.isa_column) != 0;
}

void Core::seed_random() {
    const std::uint64_t seed = shared.options().seed;
    if (seed_ == seed) return;
    seed_ = seed;
    draws_ = 0;
    sfpu::seed_prng(sfpu, seed <= 1 ? 0 : static_cast<std::uint32_t>(num::mixed(seed)));
}

void Core::place_args(abi::Risc risc, std::span<const std::uint32_t> unique, std::span<const std::uint32_t> common) {
    const auto r = static_cast<std::size_t>(risc);
    const arch::L1& map = shared.arch().l1;
    const std::uint32_t slot = map.args_of(static_cast<int>(risc));
    l1.mark(slot, map.args_stride, false);
    for (std::size_t i = 0; i < unique.size(); ++i) l1.store(slot + 4 * static_cast<std::uint32_t>(i), 4, unique[i]);
    for (std::size_t i = 0; i < common.size(); ++i)
        l1.store(slot + abi::common_args_offset + 4 * static_cast<std::uint32_t>(i), 4, common[i]);
    unique_args[r] = static_cast<std::uint32_t>(unique.size());
    common_args[r] = static_cast<std::uint32_t>(common.size());
}

void Core::add_agent(schedule::Agent& agent) {
    if (agents_.empty()) {
        configured_.clear();
        for (tensix::CircularBuffer& cb : cbs)
            if (cb.configured) configured_.push_back(&cb);
    }
    agents_.push_back(&agent);
}

void Core::notify(WaitReason reason, std::uint32_t what, Cycle now) {
    for (schedule::Agent* agent : agents_)
        if (agent->state == schedule::Agent::State::waiting && agent->wait.reason == reason &&
            agent->wait.index == what)
            shared.scheduler().wake(*agent, now);
}

void Core::l1_written(std::uint32_t address, std::uint32_t bytes, Cycle now) {
    for (riscv::MemoryText* text : texts) text->written(address, bytes);
    if (!undetermined.empty()) undetermined.erase(address, std::uint64_t{address} + bytes);
    if (shared.non_finite != nullptr)
        shared.non_finite->marks(index, -1).erase(address, std::uint64_t{address} + bytes);
    for (schedule::Agent* risc : riscs)
        if (risc != nullptr && risc->state == schedule::Agent::State::waiting &&
            risc->wait.reason == WaitReason::semaphore && risc->wait.index < address + bytes &&
            address < risc->wait.index + 4)
            shared.scheduler().wake(*risc, now);
    if (shared.l1_changed) shared.l1_changed(index, address, bytes);
}

tensix::CircularBuffer& Core::cb(std::uint32_t which) {
    if (which >= cbs.size() || !cbs[which].configured)
        throw fault::Fault(
            fault::Id::cb_unconfigured,
            fmt::format("circular buffer {} is not configured on core ({},{})", which, logical_x, logical_y));
    return cbs[which];
}

}  // namespace tessera::core
