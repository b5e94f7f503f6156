// Registers of the coprocessor as low-level kernels reach them, a word at an address each
// (spec/tensix-core.md 7.1, unpack-instructions.md 1).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/core/port/vector_recorder.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::core {

bool is_unit_semaphore(std::uint32_t address);

class CoprocessorRegisters {
  public:
    // `vectors`: of T1, else null.
    CoprocessorRegisters(RiscContext& context, PushFifo& fifo, VectorRecorder* vectors)
        : context_(context), fifo_(fifo), vectors_(vectors) {}

    // Nothing for an address that is no register's.
    std::optional<Progress> load(const riscv::Pause& pause);
    std::optional<Progress> store(const riscv::Pause& pause);

  private:
    Progress load_when_done(bool units_too);
    std::optional<Progress> load_mailbox(std::uint32_t word);
    Progress load_semaphore(std::uint32_t semaphore, std::uint32_t pc);
    void store_semaphore(std::uint32_t semaphore, bool posts);
    Progress seed_random(std::uint32_t seed, std::uint32_t pc);
    // False while T1 must wait with what others can see.
    bool flush() { return vectors_ == nullptr || vectors_->flush(); }

    RiscContext& context_;
    PushFifo& fifo_;
    VectorRecorder* vectors_;
};

}  // namespace tessera::core
