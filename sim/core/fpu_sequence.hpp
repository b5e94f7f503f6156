// What the vendor's library issues to the matrix unit for parts of tile functions (spec/timing.md 2.3).
#pragma once

#include "sim/core/fpu_pace.hpp"

namespace tessera::core {

class FpuSequence : public FpuPace {
  public:
    using FpuPace::FpuPace;

    void others(std::size_t times) { issue(FpuOp::other, 0, times); }

    // A face: two operations of eight rows in each phase. One phase ends with a SETRWC, several with the last
    // operation.
    void elementwise(int row, std::size_t phases, bool accumulates) {
        for (std::size_t phase = 0; phase < phases; ++phase)
            for (int r : {0, 8}) issue(accumulates ? FpuOp::accumulate : FpuOp::write, row + r);
        if (phases == 1) others(1);
    }

    // A pooled row to rows 16..31 of SrcB, transposed there, once more for the next tile, and back as a column. In
    // halves by moves, else added to a SrcA of zeros.
    void spread(int row, bool halves) {
        for (int half = 0; half < (halves ? 2 : 1); ++half) {
            if (!halves) others(1);
            issue(FpuOp::dst_to_b, row);
            others(1);
            issue(FpuOp::dst_to_b, row);
            if (halves) {
                issue(FpuOp::b_to_dst, row, 4);
            } else {
                others(3);
                for (int r : {0, 8}) issue(FpuOp::write, row + r);
            }
        }
    }

    // Through SrcB, with gates around the transposition and behind the four moves to SrcA; then the row is cleared.
    void row_to_column_of_a(int row) {
        others(1);
        issue(FpuOp::dst_to_b, row);
        others(3);
        issue(FpuOp::b_to_a, 0, 4);
        others(2);
    }

    // Rows of a face into SrcB in so many moves, transposed there, and back; 32 bits in halves.
    void face_through_b(int row, std::size_t moves, bool halves) {
        for (int half = 0; half < (halves ? 2 : 1); ++half) {
            issue(FpuOp::dst_to_b, row, moves);
            others(1);
            issue(FpuOp::b_to_dst, row, 4);
        }
    }

    // Face by face, the second one kept in SrcA while the third takes its place. In halves each stays where it is, and
    // the SFPU changes the places of those two.
    void transpose(bool halves, bool swaps_faces) {
        for (int f = 0; f < 4; ++f) {
            if (halves || f != 1) {
                face_through_b(16 * f, 4, halves);
                continue;
            }
            issue(FpuOp::dst_to_b, 16, 4);
            others(1);
            issue(FpuOp::b_to_a, 0, 4);
        }
        if (swaps_faces) others(8 * 2);
        if (!halves)
            for (int row : {16, 24}) issue(FpuOp::write, row);
    }

    // A tile of Dst to SrcA or SrcB, four rows at a time.
    void tile_to(FpuOp move) {
        for (int row = 0; row < 64; row += 4) issue(move, row);
        others(1);
    }
};

}  // namespace tessera::core
