// One run of a lowered SFPU program in full, instruction over cycle, in the manner of llvm-mca (spec/trace-formats.md
// 5):
//
//     program run 2 on core (0,0): 310 instructions in 377 cycles from cycle 1690
//       #  cycle  held by   live  instruction         line
//       0      0                1 SFPLOADI L0, 0x4e7e  kernels/rope/exp.hpp:40
//     cycle     0 |0        |10
//               0 I         SFPLOADI L0, 0x4e7e
//               1  bbI      SFPLOADI L1, 0x3f
//
// I issue, e in flight, W result written, n SFPNOP; what held it back: s a result not yet there, r the unit, p T1's
// scalar work, b T1 building the word, f T1 fetching.
#pragma once

#include <cstdint>
#include <string>

#include "sim/views/view.hpp"

namespace tessera::views {

class ProgramTimeline : public Listener {
  public:
    // The `number`-th run, from 1, on that logical core.
    ProgramTimeline(arch::Coord core, std::uint64_t number) : wanted_(core), number_(number) {}

    void on_core_name(const CoreName& event) override {
        if (event.logical == wanted_) core_ = event.core;
    }
    void on_vector_run(const VectorRun& event) override;
    bool hears_vector_runs() const override { return true; }

    // Throws fault::InputError when there was no such run.
    const std::string& text() const;

    static constexpr std::size_t most_instructions = 400;

  private:
    const arch::Coord wanted_;
    const std::uint64_t number_;
    int core_ = -1;
    std::uint64_t seen_ = 0;
    std::string text_;
};

}  // namespace tessera::views
