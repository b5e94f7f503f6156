// What an agent of the machine knows to be over (spec/memory-order.md 6): a time for each sequence of accesses, those
// of a core in a block, those that are made during a run in others. Clocks share them until one learns something new,
// so that cores that never meet pay nothing for each other.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "sim/watch/known_times.hpp"

namespace tessera::watch {

// A place in a sequence: known to be over by a clock that has reached `time` of `part`. Time 0 is no stamp.
struct Stamp {
    std::uint32_t part = 0, time = 0;
};

// The sequences of a core: RISCs, the unpacker's, math's and packer's threads, transfers of a RISC on a NoC by what
// awaits them, and stores of a RISC where they count as unseen until they are loaded back.
enum class Awaited : std::uint8_t { reads, sent, acknowledged, posted_sent, atomics };
inline constexpr std::uint32_t agents_of_core = 8, riscs_of_core = 5, awaited_kinds = 5, parts_of_core = 64;
constexpr std::uint32_t transfer_part(std::uint32_t risc, std::uint32_t noc, Awaited kind) {
    return agents_of_core + (risc * 2 + noc) * awaited_kinds + static_cast<std::uint32_t>(kind);
}
constexpr std::uint32_t store_part(std::uint32_t risc) {
    return transfer_part(riscs_of_core, 0, Awaited::reads) + risc;
}
static_assert(store_part(riscs_of_core) <= parts_of_core && parts_of_core == block_times);

// The bit of parts that are made during a run: places of one way through the NoC, words that are flags.
inline constexpr std::uint32_t made_part = 1u << 31;

struct Past;

class Clock {
  public:
    // One that learns.
    explicit Clock(std::uint32_t core) : first_(core * parts_of_core), making_{new_maker(), 0} {}
    // A copy is what that one knew; what it learns from then on is nobody's making.
    Clock(const Clock& other) : first_(other.first_), own_(other.own_), cores_(other.cores_), made_(other.made_) {}
    Clock& operator=(const Clock& other) {
        first_ = other.first_;
        own_ = other.own_;
        cores_ = other.cores_;
        made_ = other.made_;
        making_ = {};
        return *this;
    }
    ~Clock() = default;

    // `part` counts over all cores, parts_of_core * core + one of the above, or is made_part + a number.
    std::uint32_t at(std::uint32_t part) const {
        if ((part & made_part) != 0) return made_.at(part & ~made_part);
        return part - first_ < parts_of_core ? own_.at(part - first_) : cores_.at(part);
    }
    bool covers(Stamp stamp) const { return at(stamp.part) >= stamp.time; }
    void raise(Stamp stamp) {
        if ((stamp.part & made_part) != 0)
            made_.raise(stamp.part & ~made_part, stamp.time, making_);
        else if (stamp.part - first_ < parts_of_core)
            own_.raise(stamp.part - first_, stamp.time, making_);
        else
            cores_.raise(stamp.part, stamp.time, making_);
    }
    void learn(const Past& past);
    void join(const Clock& other) {
        if (other.first_ == first_) {
            own_.join(other.own_, making_);
        } else {
            own_.join(other.cores_.block(first_ / parts_of_core), making_);
            cores_.join(other.first_ / parts_of_core, other.own_, making_);
        }
        // What others know of its own core is no second making beside its own.
        cores_.join(other.cores_, making_, first_ / parts_of_core);
        made_.join(other.made_, making_);
    }

  private:
    std::uint32_t first_;
    TimesOfBlock own_;  // of its own core, which changes most
    KnownTimes cores_, made_;
    Making making_;
};

// What somebody hands on: a clock as it was, and a few stamps that were added for this one. The clocks that agents hand
// on are numbered from 1; each knows what its agent handed on before.
struct Past {
    std::shared_ptr<const Clock> clock;
    std::array<Stamp, 3> also{};
    std::uint32_t from = 0;  // its agent's part
    std::uint64_t nth = 0;
};

inline void Clock::learn(const Past& past) {
    if (past.clock) join(*past.clock);
    for (const Stamp stamp : past.also)
        if (stamp.time != 0) raise(stamp);
}

}  // namespace tessera::watch
