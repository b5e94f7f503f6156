// A compute RISC pushes Tensix words to its coprocessor thread, through the expanders of MOP and REPLAY.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "sim/core/port/push_fifo.hpp"
#include "sim/core/port/risc_context.hpp"
#include "sim/core/port/vector_recorder.hpp"
#include "sim/core/port/word_expander.hpp"
#include "sim/core/units/command.hpp"

namespace tessera::core {

class WordPusher {
  public:
    // `vectors`: of T1, else null.
    WordPusher(RiscContext& context, PushFifo& fifo, VectorRecorder* vectors)
        : context_(context), fifo_(fifo), vectors_(vectors), expander_(context.kernel, vectors != nullptr) {}

    // The word that the RISC has paused at.
    Progress push(std::uint32_t word, std::uint32_t pc);
    // Whether pushing a word is nobody's affair but the RISC's and its thread's, which takes the word up later whoever
    // else acts before: what is in the FIFO can only become less.
    bool is_private(std::uint32_t word, std::uint32_t pc) const;
    void push_private(std::uint32_t word, std::uint32_t pc, Cycle now);

    // REPLAY keeps what is pushed now.
    bool recording() const { return expander_.recording(); }
    void configure_loop(std::uint32_t index, std::uint32_t value, std::uint32_t pc);

  private:
    Command command_of(std::uint32_t word, std::uint32_t pc);
    Command command_of(const std::shared_ptr<const WordRun>& run, std::uint32_t pc);
    void note_push(bool computes, std::uint32_t pc);

    RiscContext& context_;
    PushFifo& fifo_;
    VectorRecorder* vectors_;
    WordExpander expander_;
    bool expanded_ = false;  // left_ is what the word being pushed stands for
    Expansion left_;
    std::size_t pushed_ = 0;  // of its words
};

}  // namespace tessera::core
