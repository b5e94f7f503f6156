// The replay expander of a coprocessor thread (spec/tensix-core.md 7): 32 instructions that REPLAY records from what
// the RISC pushes, and plays back one a cycle without the RISC pushing them again.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace tessera::core {

class ReplayBuffer {
  public:
    static constexpr std::uint32_t entries = 32;
    struct Entry {
        std::uint32_t word = 0, pc = 0;  // pc of the push that recorded it
        bool filled = false;
    };

    // Throws fault::Fault when it names entries beyond the buffer, none at all, or plays what was never recorded.
    void start(std::uint32_t replay_word);
    bool recording() const { return left_ != 0; }
    // Keeps the next instruction; true when it is to be executed as well.
    bool keep(std::uint32_t word, std::uint32_t pc);

    // What the last start() plays, empty when it records.
    std::span<const Entry> played() const { return played_; }

  private:
    std::array<Entry, entries> buffer_{};
    std::span<const Entry> played_;
    std::uint32_t next_ = 0, left_ = 0;
    bool executes_ = false;
};

}  // namespace tessera::core
