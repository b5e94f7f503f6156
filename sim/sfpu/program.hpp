// A lowered segment of SFPU work: real instructions, and what timing and reports want to know about each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/sfpu/hazard.hpp"
#include "sim/sfpu/pace.hpp"

namespace tessera::sfpu {

// Where the vectors that outlive a segment are, and which condition pushes are open: what the next segment starts from.
struct Boundary {
    std::vector<std::uint8_t> registers;  // LReg (0..15) of each surviving value, in the order of Recording::live_out
    std::vector<bool> pushes;             // open v_if pushes, outermost first: whether SFPPUSHC was issued for it
    friend bool operator==(const Boundary&, const Boundary&) = default;
};

// An instruction whose immediate is a value of run time, and the recorded operation that holds it.
struct Built {
    std::uint32_t instr, op;
};

// A vector that lived in an LReg whose lanes SFPTRANSP exchanged, and that is read afterwards.
struct Scrambled {
    std::uint32_t exchange_pc, reader_pc;
    std::uint8_t reg;
};

struct Program {
    std::vector<Instr> code;
    std::vector<Pace> pace;             // of each instruction
    std::vector<std::uint32_t> pc;      // of each instruction: the kernel's instruction that recorded it
    std::vector<std::uint32_t> origin;  // of each instruction: index of the recorded operation it comes from
    std::vector<std::uint8_t> live;     // general LRegs in use after each instruction
    std::vector<std::uint8_t> built;    // instruction words that the RISC-V core puts together at run time: 0 or 1
    std::vector<std::uint8_t> raw;      // the kernel's own Tensix word: 0 or 1
    std::vector<Built> from_run_time;
    std::vector<HazardPair> hazards;  // only where the kernel's own words make one
    std::vector<Scrambled> scrambled;
    int peak = 0;  // most general LRegs in use at once
    Boundary exit;
};

// What names a pc of the kernel: its source line, or by default the address.
using Position = std::function<std::string(std::uint32_t pc)>;

// A line with the size and the most general LRegs in use, then one per instruction: index, assembly text, general LRegs
// in use after it, where it comes from.
//
//     24 instructions, at most 5 LRegs in use
//        0  SFPLOADI L0, 0x4e7e                       1  kernels/rope/exp.hpp:40
std::string print(const Program& program, const Position& position = {});

}  // namespace tessera::sfpu
