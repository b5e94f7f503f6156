// Who changed what in the L1 of a core, for reports of deadlocks and of bytes that are missing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "sim/time/cycle.hpp"

namespace tessera::core {

// What a RISC of some core did at a line of its kernel.
struct Deed {
    int core = -1, risc = -1;
    std::uint32_t pc = 0;
    Cycle at = 0;
};

// Words that are posted to: by atomics, 4-byte writes, and stores into the semaphores.
struct WordHistory {
    std::optional<Deed> increment, store;  // the last ones
    std::uint64_t increments = 0;
};
void note_word(WordHistory& history, const Deed& deed, bool increments);
using WordHistories = std::map<std::uint32_t, WordHistory>;  // by address

// The last transfer that brought bytes to an address, by the first of them; kept whether or not races are judged.
struct Arrival {
    Deed by;
    std::uint32_t bytes = 0;
    bool is_read = false;
    int bank = -1, core = -1;     // where they came from: a DRAM bank, or the L1 of a core
    std::uint64_t from = 0;       // the address there
    std::uint32_t unwritten = 0;  // so many of them nobody had written
    std::uint32_t to = 0;         // the address here
};
class Arrivals {
  public:
    void note(std::uint32_t address, const Arrival& arrival) {
        Arrival& last = last_[address] = arrival;
        last.to = address;
    }
    // The latest of those that brought some of these bytes.
    const Arrival* latest(std::uint32_t begin, std::uint32_t end) const;
    void clear() { last_.clear(); }

  private:
    std::map<std::uint32_t, Arrival> last_;
};

}  // namespace tessera::core
