// What the instructions of the matrix unit share: times, and where an address mode sits in their words.
#pragma once

#include "sim/fault/fault.hpp"
#include "sim/tensix/step.hpp"

namespace tessera::tensix::ops {

inline constexpr std::string_view documented = "tensix-core.md 6", shared = "tensix-core.md 6, as on Wormhole";

// The figures of Wormhole's pages, which Blackhole's lead to.
constexpr std::array<Timing, isa_columns> takes(std::uint8_t latency) {
    return {Timing{{latency, 1, Hazard::none, documented}, Evidence::documented},
            Timing{{latency, 1, Hazard::none, shared}, Evidence::inferred}};
}
inline constexpr auto arithmetic = takes(5), move = takes(4), at_once = takes(1);

inline constexpr Field clears{"clear_dvalid", {22, 2}};
inline constexpr Field addr_mode{"addr_mode", {15, 2}, {14, 3}};
inline constexpr Field pool_addr_mode{"addr_mode", {15, 2}, {15, 3}};

// Of an instruction that may give banks back and waits for both.
inline void on_both_banks(Step& step, std::uint32_t clear) {
    step.waits = step.touches = {true, true};
    step.gives_back = {(clear & 1) != 0, (clear & 2) != 0};
}

inline void refuse(bool wrong, const char* what) {
    if (wrong) throw fault::Fault(fault::Id::tensix_unsupported, what);
}

// Who a move holds up reads Dst, or a source that is still being written.
inline constexpr Hold for_readers_of_dst{3, {Op::nop, Op::nop}, true};

}  // namespace tessera::tensix::ops
