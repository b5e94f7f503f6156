// What the expanders of a coprocessor thread make of a word that its RISC pushes (spec/tensix-core.md 7): MOP its loop,
// and REPLAY, pushed or in that loop, what it plays.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "sim/core/port/mop.hpp"
#include "sim/core/port/mop_loop_judge.hpp"
#include "sim/core/port/replay.hpp"
#include "sim/core/units/command.hpp"

namespace tessera::core {

// Whether a word is for the matrix unit, and for more than its counters.
bool computes(std::uint32_t word);

// Of one pushed word: either words, or a run of them that goes together.
struct Expansion {
    struct Word {
        std::uint32_t word, pc;
        bool pushed;  // by the RISC itself, not by an expander
    };
    std::vector<Word> words;
    std::shared_ptr<const WordRun> run;
};

class WordExpander {
  public:
    // `records`: vector code of this thread goes word by word.
    WordExpander(const Kernel& kernel, bool records) : records_(records), loops_(kernel) {}

    void expand(std::uint32_t word, std::uint32_t pc, Expansion& made);
    // What the MOP or REPLAY at `pc` stands for, as long as that does not change; null where it has not run there yet.
    const std::shared_ptr<const WordRun>* kept(std::uint32_t word, std::uint32_t pc) const {
        const KeptRun& at = kept_[pc / 4 % kept_.size()];
        return at.run != nullptr && at.word == word && at.pc == pc ? &at.run : nullptr;
    }
    // Whether a word may go with others, and before others act.
    bool runs_together(std::uint32_t word) const;

    bool recording() const { return replay_.recording(); }
    // A store to word `index` of the MOP's loop.
    void configure_loop(std::uint32_t index, std::uint32_t value, std::uint32_t pc);
    std::uint32_t loop_written_at() const { return mop_.written_at(); }

  private:
    struct KeptRun {
        std::uint32_t word = 0, pc = 0;
        std::shared_ptr<const WordRun> run = nullptr;
    };

    std::shared_ptr<const WordRun> run_of(std::uint32_t word);
    void expand_replay(std::uint32_t word, std::uint32_t pc, bool pushed, Expansion& made);
    void forget_runs();
    KeptRun& kept_run(std::uint32_t pc) { return kept_[pc / 4 % kept_.size()]; }

    const bool records_;
    MopExpander mop_;
    ReplayBuffer replay_;
    MopLoopJudge loops_;
    std::unordered_map<std::uint32_t, std::shared_ptr<const WordRun>> runs_;  // by the word that stands for it
    std::array<KeptRun, 16> kept_;                                            // of those, what was run last, by pc
};

}  // namespace tessera::core
