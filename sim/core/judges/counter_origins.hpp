// Where the address counters of a thread have their values from, so that an API call which begins with what somebody
// else left in one can be told from a call that goes on with its own (spec/unpack-instructions.md 1, tensix-core.md
// 2.3).
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "sim/tensix/counters.hpp"
#include "sim/tensix/rwc.hpp"

namespace tessera::core {

// The pc of the instruction that last set a counter, or took it from zero, and of that which did so to its carriage
// return; 0: none has. A counter that is added to keeps its origin, one that is returned has that of its return.
struct CounterOrigin {
    std::uint32_t value = 0, cr = 0;
    friend bool operator==(const CounterOrigin&, const CounterOrigin&) = default;
};

class CounterOrigins {
  public:
    // Y, Z and W of channel 0, then those of channel 1; X is a matter of how much, not of where.
    static constexpr std::size_t of_set = 6;
    static std::uint32_t& value(tensix::AddressCounters& set, std::size_t i) {
        return set.channel[i / 3][1 + i % 3].value;
    }
    static std::uint32_t value(const tensix::AddressCounters& set, std::size_t i) {
        return set.channel[i / 3][1 + i % 3].value;
    }
    // SrcA, SrcB and Dst of the matrix unit.
    static constexpr std::size_t of_matrix = 3;
    template <class Counters>
    static auto& value(Counters& rwc, std::size_t i) requires std::same_as<std::remove_const_t<Counters>, tensix::Rwc> {
        return i == 0 ? rwc.a : i == 1 ? rwc.b : rwc.dst;
    }

    std::uint32_t origin(std::size_t set, std::size_t i) const { return sets_[set][i].value; }
    std::uint32_t origin(std::size_t i) const { return matrix_[i].value; }
    // Of a counter at zero, whose origin nobody asks for until it is another: as an instruction at a pc would leave it.
    void forget(std::size_t set, std::size_t i, std::uint32_t pc) {
        if (sets_all_ == 0) sets_[set][i].value = pc;
    }
    // Counts what becomes of the origins of sets.
    std::uint32_t changes() const { return changes_; }
    // Whether the instruction at a pc can have left all of them.
    bool sets_are_of(std::uint32_t pc) const { return sets_all_ == pc; }
    bool matrix_is_of(std::uint32_t pc) const { return matrix_all_ == pc; }
    // Whether all will be of the instruction at a pc however it moves them.
    bool matrix_becomes_of(const tensix::Rwc& rwc, std::uint32_t pc) const { return matrix_all_ == pc || is_zero(rwc); }
    void matrix_is_now_of(std::uint32_t pc) {
        if (matrix_all_ != pc) matrix_.fill({pc, pc});
        matrix_all_ = pc;
    }

    // Moves the counters by `move`, for the instruction at a pc. What each counter comes from is seen by moving it from
    // other values as well.
    template <class Move>
    void move(tensix::CounterSet& counters, std::uint32_t pc, Move move) {
        if (sets_all_ == pc) return move(counters);
        const tensix::CounterSet before = counters;
        move(counters);
        if (is_zero(before)) {
            for (auto& set : sets_) set.fill({pc, pc});
            sets_all_ = pc;
            ++changes_;
            return;
        }
        tensix::CounterSet other_values = before, other_returns = before;
        each(other_values, [](std::uint32_t& v, std::uint32_t&) { v ^= 1; });
        each(other_returns, [](std::uint32_t&, std::uint32_t& cr) { cr ^= 1; });
        move(other_values);
        move(other_returns);
        sets_all_ = 0;
        ++changes_;
        for (std::size_t s = 0; s < counters.size(); ++s)
            for (std::size_t i = 0; i < of_set; ++i)
                follow(sets_[s][i], pair(before[s], i), pair(counters[s], i), pair(other_values[s], i),
                       pair(other_returns[s], i), pc);
    }
    template <class Move>
    void move(tensix::Rwc& rwc, std::uint32_t pc, Move move) {
        if (matrix_all_ == pc) return move(rwc);
        const tensix::Rwc before = rwc;
        move(rwc);
        if (is_zero(before)) {
            matrix_.fill({pc, pc});
            matrix_all_ = pc;
            return;
        }
        tensix::Rwc other_values = before, other_returns = before;
        for (std::uint32_t* v : {&other_values.a, &other_values.b, &other_values.dst}) *v ^= 1;
        for (std::uint32_t* cr : {&other_returns.a_cr, &other_returns.b_cr, &other_returns.dst_cr}) *cr ^= 1;
        move(other_values);
        move(other_returns);
        bool all = true;
        for (std::size_t i = 0; i < of_matrix; ++i) {
            follow(matrix_[i], pair(before, i), pair(rwc, i), pair(other_values, i), pair(other_returns, i), pc);
            all = all && matrix_[i].value == pc && matrix_[i].cr == pc;
        }
        matrix_all_ = all ? pc : 0;
    }
    // The same of an instruction that does to each counter what its word says, whatever the counters hold.
    template <class Move>
    void move(tensix::CounterSet& counters, std::uint32_t pc, std::uint32_t word, Move move) {
        if (sets_all_ == pc) return move(counters);
        Effect& effect = effects_[(word * 0x9E3779B1u) >> 27];
        if (effect.word != word || is_zero(counters)) {
            this->move(counters, pc, move);
            if (effect.word != word) effect = effect_of(word, move);
            return;
        }
        sets_all_ = 0;
        // Counters that stay keep their origins; those at zero have none that counts.
        for (std::uint32_t left = effect.changes; left != 0; left &= left - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(left));
            const std::uint32_t bit = left & -left;
            const Counter before = pair(counters[i / of_set], i % of_set);
            CounterOrigin& origin = sets_[i / of_set][i % of_set];
            const CounterOrigin was{before.value != 0 ? origin.value : pc, before.cr != 0 ? origin.cr : pc};
            const auto from = [&](const std::array<std::uint32_t, 2>& masks) {
                return (masks[0] & bit) != 0 ? was.value : (masks[1] & bit) != 0 ? was.cr : pc;
            };
            const CounterOrigin now{from(effect.value), from(effect.cr)};
            changes_ += now == origin ? 0 : 1;
            origin = now;
        }
        move(counters);
    }
    // Of an instruction that can only add to the values of a set.
    void added(const tensix::AddressCounters& before, std::size_t set, std::uint32_t pc) {
        if (sets_all_ == pc) return;
        sets_all_ = 0;
        for (std::size_t i = 0; i < of_set; ++i)
            if (value(before, i) == 0) changes_ += std::exchange(sets_[set][i].value, pc) == pc ? 0 : 1;
    }

  private:
    // By a bit for each counter of all sets: which it changes, and which values and returns come from the value and
    // from the return that were there.
    struct Effect {
        std::uint32_t word = 0, changes = 0;
        std::array<std::uint32_t, 2> value{}, cr{};
    };
    template <class Move>
    static Effect effect_of(std::uint32_t word, Move move) {
        tensix::CounterSet plain{}, other_values{}, other_returns{};
        each(other_values, [](std::uint32_t& v, std::uint32_t&) { v = 1; });
        each(other_returns, [](std::uint32_t&, std::uint32_t& cr) { cr = 1; });
        move(plain);
        move(other_values);
        move(other_returns);
        Effect effect{.word = word};
        for (std::size_t i = 0; i < plain.size() * of_set; ++i) {
            const std::uint32_t bit = 1u << i;
            const auto at = [&](const tensix::CounterSet& sets) { return pair(sets[i / of_set], i % of_set); };
            const auto [value, cr] = at(plain);
            if (at(other_values).value != value) effect.value[0] |= bit;
            if (at(other_returns).value != value) effect.value[1] |= bit;
            if (at(other_values).cr != cr) effect.cr[0] |= bit;
            if (at(other_returns).cr != cr) effect.cr[1] |= bit;
            const bool stays = value == 0 && cr == 0 && (effect.value[0] & bit) != 0 && (effect.cr[1] & bit) != 0 &&
                               (effect.value[1] & bit) == 0 && (effect.cr[0] & bit) == 0;
            if (!stays) effect.changes |= bit;
        }
        return effect;
    }
    using Counter = tensix::AddressCounters::Counter;
    static Counter pair(const tensix::AddressCounters& set, std::size_t i) { return set.channel[i / 3][1 + i % 3]; }
    static Counter pair(const tensix::Rwc& rwc, std::size_t i) {
        return i == 0 ? Counter{rwc.a, rwc.a_cr} : i == 1 ? Counter{rwc.b, rwc.b_cr} : Counter{rwc.dst, rwc.dst_cr};
    }
    template <class F>
    static void each(tensix::CounterSet& sets, F f) {
        for (tensix::AddressCounters& set : sets)
            for (std::size_t i = 0; i < of_set; ++i) {
                Counter& counter = set.channel[i / 3][1 + i % 3];
                f(counter.value, counter.cr);
            }
    }
    static bool is_zero(const tensix::CounterSet& sets) {
        std::uint32_t any = 0;
        for (const tensix::AddressCounters& set : sets)
            for (std::size_t i = 0; i < of_set; ++i) any |= pair(set, i).value | pair(set, i).cr;
        return any == 0;
    }
    static bool is_zero(const tensix::Rwc& r) { return (r.a | r.a_cr | r.b | r.b_cr | r.dst | r.dst_cr) == 0; }
    // What became of a counter as it was, had its value been another, and had its return been.
    static void follow(CounterOrigin& origin, Counter before, Counter after, Counter other_value, Counter other_return,
                       std::uint32_t pc) {
        const CounterOrigin was{before.value != 0 ? origin.value : pc, before.cr != 0 ? origin.cr : pc};
        origin.value = after.value != other_value.value ? was.value : after.value != other_return.value ? was.cr : pc;
        origin.cr = after.cr != other_value.cr ? was.value : after.cr != other_return.cr ? was.cr : pc;
    }

    std::array<std::array<CounterOrigin, of_set>, 3> sets_{};
    std::array<CounterOrigin, of_matrix> matrix_{};
    std::array<Effect, 32> effects_{};  // of words met last
    // What all of them have as their origin, as in the loop of a MOP: whatever it does, they keep it.
    std::uint32_t sets_all_ = 0, matrix_all_ = 0;
    std::uint32_t changes_ = 1;
};

}  // namespace tessera::core
