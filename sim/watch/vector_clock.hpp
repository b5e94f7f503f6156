// What an agent of the machine knows to be over (spec/memory-order.md 6): a time for each sequence of accesses. Those
// of a core stand in a block that is copied with the clock; those of other cores, and the few that are made during a
// run, are shared between clocks until one learns something new, so that cores that never meet pay nothing for each
// other.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

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
static_assert(store_part(riscs_of_core) <= parts_of_core);

// The bit of parts that are made during a run: places of one way through the NoC, words that are flags.
inline constexpr std::uint32_t made_part = 1u << 31;

// Times by number, shared between clocks until one of them learns more.
class SharedTimes {
  public:
    std::uint32_t at(std::size_t i) const { return times_ && i < times_->size() ? (*times_)[i] : 0; }
    void raise(std::size_t first, const std::uint32_t* to, std::size_t count) {
        std::size_t known = 0;
        while (known < count && to[known] <= at(first + known)) ++known;
        if (known == count) return;
        if (!times_)
            times_ = std::make_shared<std::vector<std::uint32_t>>();
        else if (times_.use_count() > 1)
            times_ = std::make_shared<std::vector<std::uint32_t>>(*times_);
        if (times_->size() < first + count) times_->resize(first + count);
        for (std::size_t i = known; i < count; ++i) (*times_)[first + i] = std::max((*times_)[first + i], to[i]);
    }
    void join(const SharedTimes& other) {
        if (!other.times_ || other.times_ == times_) return;
        if (!times_)
            times_ = other.times_;
        else
            raise(0, other.times_->data(), other.times_->size());
    }

  private:
    std::shared_ptr<std::vector<std::uint32_t>> times_;
};

struct Past;

class Clock {
  public:
    explicit Clock(std::uint32_t core) : first_(core * parts_of_core) {}

    // `part` counts over all cores, parts_of_core * core + one of the above, or is made_part + a number.
    std::uint32_t at(std::uint32_t part) const {
        if ((part & made_part) != 0) return made_.at(part & ~made_part);
        return part - first_ < parts_of_core ? own_[part - first_] : cores_.at(part);
    }
    bool covers(Stamp stamp) const { return at(stamp.part) >= stamp.time; }
    void raise(Stamp stamp) {
        if ((stamp.part & made_part) != 0)
            made_.raise(stamp.part & ~made_part, &stamp.time, 1);
        else if (stamp.part - first_ < parts_of_core)
            own_[stamp.part - first_] = std::max(own_[stamp.part - first_], stamp.time);
        else
            cores_.raise(stamp.part, &stamp.time, 1);
    }
    void learn(const Past& past);
    void join(const Clock& other) {
        const bool same = other.first_ == first_;
        for (std::uint32_t i = 0; i < parts_of_core; ++i)
            own_[i] = std::max(own_[i], same ? other.own_[i] : other.cores_.at(first_ + i));
        if (!same) cores_.raise(other.first_, other.own_.data(), parts_of_core);
        cores_.join(other.cores_);
        made_.join(other.made_);
    }

  private:
    std::uint32_t first_;
    std::array<std::uint32_t, parts_of_core> own_{};
    SharedTimes cores_, made_;
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
