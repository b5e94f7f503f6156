// The coprocessor as a compute RISC reaches it: words, vector code, registers, and what the kernel announces.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "sim/core/port/announcement_judge.hpp"
#include "sim/core/port/coprocessor_registers.hpp"
#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/core/port/vector_recorder.hpp"
#include "sim/core/port/word_pusher.hpp"
#include "sim/riscv/hart.hpp"

namespace tessera::core {

class CoprocessorPort final : public riscv::Coprocessor {
  public:
    CoprocessorPort(RiscContext& context, ThreadAgent& thread);

    // Of the hart while it runs.
    bool has_vectors() const override { return vectors_ != nullptr; }
    std::uint32_t vector(std::uint32_t op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                         Cycle now) override;
    Taken tensix(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    bool stored(std::uint32_t word, std::uint32_t pc, Cycle now) override;
    void announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) override;

    // What the RISC has paused at. Nothing for an address that is not the coprocessor's.
    Progress push(std::uint32_t word, std::uint32_t pc) { return words_.push(word, pc); }
    std::optional<Progress> load(const riscv::Pause& pause) { return registers_.load(pause); }
    std::optional<Progress> store(const riscv::Pause& pause);
    // Whether the RISC need not wait for its turn with it.
    bool may_go_on(const riscv::Pause& pause) const;

    // False while T1 must wait for its thread to take the vector code before what others can see.
    bool flush() { return !vectors_ || vectors_->flush(); }
    PushFifo& fifo() { return fifo_; }
    // T1's, else null.
    const VectorRecorder* vectors() const { return vectors_.get(); }

  private:
    RiscContext& context_;
    PushFifo fifo_;
    std::unique_ptr<VectorRecorder> vectors_;  // of T1, else null
    WordPusher words_;
    CoprocessorRegisters registers_;
    std::optional<AnnouncementJudge> announcements_;  // none where T1 runs alone
};

}  // namespace tessera::core
