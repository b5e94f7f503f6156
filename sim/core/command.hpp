// What a RISC pushes to its coprocessor thread: one entry per API call or Tensix instruction, executed in order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/sfpu/program.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::core {

// A lowered SFPU program with the cycle at which each instruction could have been pushed, had nothing held T1 up.
struct Segment {
    std::shared_ptr<const sfpu::Program> program;
    std::vector<Cycle> scalar_clock;  // per instruction: T1's scalar work until this push, absolute
    std::vector<std::uint32_t> pc;    // per instruction
};

struct Command {
    enum class Kind : std::uint8_t {
        configure,      // a: cb whose format the unpacker takes, b: the packer; `unchanged` leaves it alone
        unpack_tile,    // a: L1 address, b: cb
        unpack_pair,    // a: L1 address, b: cb of SrcA's tile; c, d: of SrcB's
        binary_tile,    // a: Dst tile, b: cb of SrcA, c: abi::BinaryOp and flags, d: cb of SrcB
        datacopy_tile,  // a: Dst tile, b: cb
        pack_tile,      // a: Dst tile, b: cb, c: L1 address
        publish_push,   // a: cb, b: pages
        publish_pop,    // a: cb, b: pages
        acquire,
        commit,
        wait,
        release,
        word,  // a: Tensix instruction
        sfpu,
    };
    static constexpr std::uint32_t unchanged = ~std::uint32_t{0};
    Kind kind = Kind::configure;
    std::uint32_t a = 0, b = 0, c = 0, d = 0;
    Cycle pushed = 0;
    std::uint32_t pushes = 1;  // entries it takes in the FIFO
    std::uint32_t pc = 0;
    int step = 0;  // faces done of a tile, phases of a handshake
    std::shared_ptr<Segment> segment = nullptr;
};

}  // namespace tessera::core
