// Address counters of the unpackers and packers (spec/unpack-instructions.md 1).
#pragma once

#include "sim/tensix/counters.hpp"
#include "sim/tensix/ops/common.hpp"

namespace tessera::tensix::ops {

// Which of the three sets an instruction means.
inline constexpr Field counter_sets{"CntSetMask", {21, 3}};

template <class F>
void each_set(std::uint32_t mask, CounterSet& sets, F f) {
    for (std::size_t i = 0; i < sets.size(); ++i)
        if ((mask >> i & 1) != 0) f(sets[i]);
}

// X and Y, or Z and W, of both channels: set, added to, or their carriage returns added to and copied.
template <Op code>
struct CounterPair {
    static constexpr bool of_zw = code == Op::setadczw || code == Op::incadczw || code == Op::addrcrzw;
    static constexpr bool sets = code == Op::setadcxy || code == Op::setadczw;
    static constexpr bool adds = code == Op::incadcxy || code == Op::incadczw;
    // By channel and dimension, and by the bit of the mask that chooses it.
    static constexpr Field second_1{of_zw && sets ? "Ch1_W" : "Ch1_Y", {15, 3}},
        first_1{of_zw && sets ? "Ch1_Z" : "Ch1_X", {12, 3}}, second_0{of_zw && sets ? "Ch0_W" : "Ch0_Y", {9, 3}},
        first_0{of_zw && sets ? "Ch0_Z" : "Ch0_X", {6, 3}}, chosen{"BitMask", {0, 6}};
    static constexpr Field all[] = {counter_sets, second_1, first_1, second_0, first_0, chosen};
    static constexpr std::string_view name = code == Op::setadcxy   ? "SETADCXY"
                                             : code == Op::setadczw ? "SETADCZW"
                                             : code == Op::incadcxy ? "INCADCXY"
                                             : code == Op::incadczw ? "INCADCZW"
                                             : code == Op::addrcrxy ? "ADDRCRXY"
                                                                    : "ADDRCRZW";
    static constexpr std::string_view meanings[6] = {"sets X and Y of address counters",
                                                     "sets Z and W",
                                                     "adds to X and Y of address counters",
                                                     "adds to Z and W",
                                                     "adds to the carriage returns of X and Y, and copies them",
                                                     "adds to the carriage returns of Z and W, and copies them"};
    static constexpr Row row{.op = code,
                             .name = name,
                             .unit = Unit::miscellaneous,
                             .fields = std::span(all).first(adds ? 5 : 6),
                             .column = at_once,
                             .meaning = meanings[(sets   ? 0
                                                  : adds ? 2
                                                         : 4) +
                                                 (of_zw ? 1 : 0)]};

    static void run(const Word& word, CounterSet& counters) {
        using enum AddressCounters::Dimension;
        const Field* fields[] = {&first_0, &second_0, &first_1, &second_1};
        refuse(!adds && word[chosen] >> 4 != 0, "address counters of another thread");
        each_set(word[counter_sets], counters, [&](AddressCounters& set) {
            for (std::size_t i = 0; i < 4; ++i) {
                if (!adds && (word[chosen] >> i & 1) == 0) continue;
                const auto dimension = static_cast<AddressCounters::Dimension>((of_zw ? z : x) + i % 2);
                const std::uint32_t ones = counter_ones(dimension, word.column()), by = word[*fields[i]];
                auto& [value, cr] = set.channel[i / 2][dimension];
                if (sets)
                    value = cr = by;
                else if (adds)
                    value = (value + by) & ones;
                else
                    value = cr = (cr + by) & ones;
            }
        });
    }
};
using Setadcxy = CounterPair<Op::setadcxy>;
using Setadczw = CounterPair<Op::setadczw>;
using Incadcxy = CounterPair<Op::incadcxy>;
using Incadczw = CounterPair<Op::incadczw>;
using Addrcrxy = CounterPair<Op::addrcrxy>;
using Addrcrzw = CounterPair<Op::addrcrzw>;

struct Setadc {
    static constexpr Field of_channel{"ChannelIndex", {20, 1}}, dimension{"DimensionIndex", {18, 2}},
        value{"Value", {0, 18}};
    static constexpr Field fields[] = {counter_sets, of_channel, dimension, value};
    static constexpr Row row{.op = Op::setadc,
                             .name = "SETADC",
                             .unit = Unit::miscellaneous,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "sets one address counter"};
    static void run(const Word& word, CounterSet& counters) {
        refuse(word[value] >> 16 != 0, "address counters of another thread");
        const auto which = static_cast<AddressCounters::Dimension>(word[dimension]);
        each_set(word[counter_sets], counters, [&](AddressCounters& set) {
            auto& counter = set.channel[word[of_channel]][which];
            counter.value = counter.cr = word[value] & counter_ones(which, word.column());
        });
    }
};

// Both X: the first datum and the last.
struct Setadcxx {
    static constexpr Field last{"x_end2", {10, 11}}, first{"x_start", {0, 10}};
    static constexpr Field fields[] = {counter_sets, last, first};
    static constexpr Row row{.op = Op::setadcxx,
                             .name = "SETADCXX",
                             .unit = Unit::miscellaneous,
                             .fields = fields,
                             .column = at_once,
                             .meaning = "sets the first datum and the last of what is unpacked or packed"};
    static void run(const Word& word, CounterSet& counters) {
        each_set(word[counter_sets], counters, [&](AddressCounters& set) {
            set.channel[0][AddressCounters::x] = {word[first], word[first]};
            set.channel[1][AddressCounters::x] = {word[last], word[last]};
        });
    }
};

}  // namespace tessera::tensix::ops
