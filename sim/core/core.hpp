// One Tensix core: L1, circular buffers, semaphores, Dst and Src banks, the SFPU. State only; its RISCs and coprocessor
// threads act on it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/abi/abi.hpp"
#include "sim/arch/arch.hpp"
#include "sim/core/history.hpp"
#include "sim/core/niu.hpp"
#include "sim/core/other_bits.hpp"
#include "sim/core/owners.hpp"
#include "sim/core/shared.hpp"
#include "sim/core/value_queue.hpp"
#include "sim/noc/transfer.hpp"
#include "sim/riscv/memory.hpp"
#include "sim/riscv/memory_text.hpp"
#include "sim/schedule/agent.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/state.hpp"
#include "sim/tensix/circular_buffer.hpp"
#include "sim/tensix/config.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/dst_contents.hpp"
#include "sim/tensix/ops/scalar.hpp"
#include "sim/tensix/pipeline.hpp"
#include "sim/tensix/semaphore.hpp"
#include "sim/tensix/src_bank.hpp"

namespace tessera::core {

// What the machine must know of how the compute kernel was launched (ComputeConfig); the rest is in its registers.
struct ComputeMode {
    bool fp32_dest_acc = false;
    bool full_sync = false;
    // Of what T1 has at a time, as 32-bit rows or as such of 16 bits.
    int dst_rows(bool wide) const { return tensix::Dst::rows / (full_sync ? 1 : 2) / (wide ? 2 : 1); }
};

// Counters of one RISC on one NoC; barriers wait for them to reach zero.
struct Outstanding {
    std::uint32_t reads = 0, writes = 0, unflushed = 0, atomics = 0;
    std::uint32_t posted_unflushed = 0;  // no counter of theirs tells that they arrived
};

// The number of a RISC in the mailboxes, of which NC has none.
constexpr std::uint32_t mailbox_number(abi::Risc risc) {
    return risc == abi::Risc::b ? 0 : static_cast<std::uint32_t>(risc) - static_cast<std::uint32_t>(abi::Risc::nc);
}
// Of a RISC that waits for a mailbox: schedule::Wait::index.
constexpr std::uint32_t mailbox_wait(std::uint32_t from, std::uint32_t to) { return from << 2 | to; }
constexpr std::uint32_t mailbox_sender(std::uint32_t wait_index) { return wait_index >> 2; }
constexpr std::uint32_t mailbox_receiver(std::uint32_t wait_index) { return wait_index & 3; }

// Debug registers that hold RISCs in reset and say where they begin (spec/design.md 8.2).
struct ResetRegisters {
    std::uint32_t held = 0;             // SOFT_RESET_0
    std::array<std::uint32_t, 6> pc{};  // of T0, T1, T2, their override bits, of NC, its override bit
};

// What the three threads keep about Dst between instructions.
struct DstProtocol {
    bool acquired = false;      // T1 between acquire and commit
    bool pack_granted = false;  // T2 between wait and release
    int math_half = 0, pack_half = 0;
    // Where each of the four steps was made last, for reports.
    std::uint32_t acquire_pc = 0, commit_pc = 0, wait_pc = 0, release_pc = 0;
    // What the matrix unit last wrote to each half: decides how the packer reads 16-bit rows.
    std::array<std::optional<tensix::DstFormat>, 2> written{};
};

class Core {
  public:
    Core(Shared& shared, int index);
    ~Core();

    // Forgets everything a program set up and starts with fresh agents; L1 buffers and SFPU registers stay.
    void begin_program(const ComputeMode& mode, std::uint32_t cb_begin, std::uint32_t cb_end);

    // The runtime arguments of a RISC, where its kernel finds them in L1; the rest of their room is nobody's.
    void place_args(abi::Risc risc, std::span<const std::uint32_t> unique, std::span<const std::uint32_t> common);

    // What the vector unit draws from, by the seed of the run; those of 0 and 1 leave it as after reset.
    void seed_random();

    // Those of the last run are gone.
    void forget_agents();
    // Once every circular buffer is configured.
    void add_agent(schedule::Agent& agent);

    // Wakes the agents of this core that wait for (reason, index).
    void notify(watch::WaitReason reason, std::uint32_t index, Cycle now);
    // L1 writes of any origin but the host's go through here, so that polls on L1 words end.
    void l1_written(std::uint32_t address, std::uint32_t bytes, Cycle now);

    tensix::CircularBuffer& cb(std::uint32_t index);  // throws cb_unconfigured
    // The circular buffer that holds the address, if any. Of those that share it the first that `fits` it, or else the
    // first.
    template <class Fits>
    tensix::CircularBuffer* buffer_at(std::uint32_t address, Fits fits) {
        const auto holds = [&](const tensix::CircularBuffer* cb) {
            return address >= cb->base && address < cb->limit();
        };
        const auto first = std::find_if(configured_.begin(), configured_.end(), holds);
        if (first == configured_.end()) return nullptr;
        // Most lie apart.
        if (std::find_if(first + 1, configured_.end(), holds) == configured_.end()) return *first;
        const auto best = std::find_if(first, configured_.end(), [&](auto* cb) { return holds(cb) && fits(*cb); });
        return best == configured_.end() ? *first : *best;
    }

    // As the units have left it at this moment of the simulation.
    tensix::Dst& dst() {
        values_.join();
        return dst_;
    }
    const tensix::Dst& dst() const {
        values_.join();
        return dst_;
    }
    // Does that to Dst now, or beside the simulation until somebody looks at Dst. The piece has copies of all that it
    // works on, and does not throw.
    template <class Piece>
    void compute(Piece piece) {
        values_.add([this, piece = std::move(piece)] { piece(dst_); });
    }
    void be_helped_by(ValueWorkers* workers) { values_.be_helped_by(workers); }
    // What is done at once needs no copies.
    bool computes_later() const { return values_.is_helped() && !other_bits; }

    // How the matrix unit takes Dst: as the registers have it, which are the launch's until a kernel writes them.
    bool dst_is_32_bit() const { return math_config.dst_is_32_bit().value_or(mode.fp32_dest_acc); }
    int dst_tiles() const { return mode.dst_rows(dst_is_32_bit()) / tensix::Dst::rows_of_tile; }

    // The key of the next instruction or step that may round stochastically, and what it is while one is carried out
    // (spec/tensix-core.md 1.8).
    void next_draw(std::uint64_t count = 1) { draws_ += count; }
    std::uint64_t draw() const;
    bool packs_stochastically() const;

    Shared& shared;
    const int index;
    const int logical_x, logical_y;
    const arch::Coord physical;  // NoC 0

    riscv::CheckedMemory l1;
    std::array<tensix::CircularBuffer, abi::most_circular_buffers> cbs;
    tensix::Semaphores semaphores;
    ComputeMode mode;
    DstProtocol dst_protocol;
    std::array<std::array<tensix::SrcBank, 2>, 2> src;      // by Operand and bank
    std::array<std::size_t, 2> unpack_bank{}, math_bank{};  // by Operand: which is T0's and T1's next
    sfpu::State sfpu;
    sfpu::DstPort dst_port;
    tensix::DstContents dst_contents;
    // Until when a bank that has been handed over is still being filled.
    Cycle filled_at(std::size_t operand) const { return src_filled_at[operand][math_bank[operand]]; }
    std::array<std::array<Cycle, 2>, 2> src_filled_at{};
    bool moves_halves = false;  // a debug bit (MatrixUnit::moves_halves)
    tensix::MathConfig math_config;
    std::array<tensix::Registers, 3> registers{};                // by thread
    std::array<int, 8> mutexes{-1, -1, -1, -1, -1, -1, -1, -1};  // the thread that holds each
    tensix::MatrixPipeline pipeline;
    Cycle fpu_idle_at = 0, sfpu_idle_at = 0;
    Cycle sfpu_taken_until = 0;                                          // by instructions of any thread
    std::array<std::array<Outstanding, 2>, 5> outstanding{};             // [risc][noc]
    std::vector<std::uint32_t> writes_under_way;                         // handles of the network
    std::array<Niu, 2> nius{};                                           // [noc]
    std::array<std::array<std::vector<std::uint32_t>, 4>, 4> mailboxes;  // [from][to]: B, T0, T1, T2
    WordHistories words;                                                 // of L1 words that others post to
    std::unique_ptr<OtherBits> other_bits;   // nothing: all that the units hold is determined
    watch::Undetermined undetermined;        // bytes of L1 that depend on bytes nobody has written
    Arrivals arrivals;                       // what transfers brought to L1
    std::vector<std::uint32_t> ring_buffer;  // what kernels pushed last (WATCHER_RING_BUFFER_PUSH), the oldest first
    std::array<std::uint32_t, 5> unique_args{}, common_args{};  // words set by the host
    ResetRegisters resets;
    std::uint32_t buffers_begin = 0;                     // L1 buffers lie from here on
    Owners owners;                                       // of L1 from Arch::L1::unreserved_base on
    int relative_x = logical_x, relative_y = logical_y;  // to the corner of the sub-device, if there is one

    std::vector<riscv::MemoryText*> texts;  // in L1, of RISCs that fetch there (Options::bare)
    Kernels::OfCore& kernels;
    std::array<schedule::Agent*, 5> riscs{};  // null where none runs a kernel
    std::array<schedule::Agent*, 3> threads{};

  private:
    std::vector<schedule::Agent*> agents_;
    std::vector<tensix::CircularBuffer*> configured_;  // circular buffers that the program has
    std::uint64_t draws_ = 0, seed_ = 1;
    tensix::Dst dst_;
    mutable ValueQueue values_;  // what is still to be done to Dst; the last member, since it works on others
};

}  // namespace tessera::core
