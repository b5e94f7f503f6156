// Loops that the MOP expander runs, and recorded instructions that the replay expander plays, so that the RISC pushes
// one word for many (spec/tensix-core.md 7).
#pragma once

#include "llk/word.h"

namespace tessera::llk {

// Plays `count` recorded instructions from an entry on; in a loop it stands for all of them.
constexpr uint32_t replay_word(uint32_t first, uint32_t count) {
    return abi::op_replay << 24 | abi::replay_start.put(first) | abi::replay_length.put(count);
}
ALWI void replay(uint32_t first, uint32_t count) { issue(replay_word(first, count)); }
// Records the `count` instructions that are issued next, without executing them.
ALWI void record(uint32_t first, uint32_t count) { issue(replay_word(first, count) | abi::replay_loads.put(1)); }

inline constexpr uint32_t nop_word = abi::op_nop << 24;

// All but the first of the nine words. A loop may only be written when none is being expanded.
ALWI void write_loop(uint32_t flags, uint32_t start, uint32_t end, uint32_t end2, uint32_t first, uint32_t second,
                     uint32_t last, uint32_t last_of_round) {
    volatile uint32_t* const config = reinterpret_cast<volatile uint32_t*>(abi::mop_config_base);
    config[1] = flags;
    config[2] = start;
    config[3] = end;
    config[4] = end2;
    config[5] = first;
    config[6] = second;
    config[7] = last;
    config[8] = last_of_round;
}

// Template 1: `outer` rounds of a start, `inner` rounds of one operation or two in turn, and up to two ends. The last
// operation of a round may be another one, and another again in the last round.
struct Loop {
    uint32_t outer, inner;
    uint32_t first, second = nop_word;
    uint32_t start = nop_word, end = nop_word, end2 = nop_word;
    uint32_t last_of_round = 0, last = 0;  // 0: as the others

    ALWI void program() const {
        wait_until_expanded();
        reinterpret_cast<volatile uint32_t*>(abi::mop_config_base)[0] = outer;
        const uint32_t usual = last_of_round != 0 ? last_of_round : second == nop_word ? first : second;
        write_loop(inner, start, end, end2, first, second, last != 0 ? last : usual, usual);
    }
};
ALWI void run_loop() { issue(abi::op_mop << 24 | abi::mop_template.put(1)); }

// Template 0, with one of two operations for every round.
struct EitherLoop {
    uint32_t on_zero, on_one;

    ALWI void program() const {
        wait_until_expanded();
        write_loop(0, nop_word, on_zero, nop_word, nop_word, nop_word, on_one, nop_word);
    }
};
// The mask of a MOP has sixteen bits, from round to round.
ALWI void run_either_loop(uint32_t count, bool one) {
    constexpr uint32_t most = 16;
    const auto run = [&](uint32_t rounds) {
        issue(abi::op_mop << 24 | abi::mop_count.put(rounds - 1) | abi::mop_mask_low.put(one ? 0xFFFF : 0));
    };
    for (; count > most; count -= most) run(most);
    run(count);
}

}  // namespace tessera::llk
