// Consecutive products or sums of a MOP or REPLAY with everything resolved: the same words from the same counters and
// by the same address modes work on the same rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/sfpu/state.hpp"
#include "sim/tensix/step.hpp"

namespace tessera::core {

// What decides where the words of a run from one of them on work.
struct MatrixPlace {
    std::size_t first = 0;  // of the run's words
    tensix::Rwc rwc;
    std::uint32_t math_offset = 0, dst_base = 0, first_phase = 0;
    std::uint64_t modes = 0;  // sfpu::DstPort::modes_written
    int slot_base = 0;
    friend bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

struct MatrixPlan {
    MatrixPlace place;
    // Of one kind, until one gives back a bank; none where that would be too few.
    std::shared_ptr<const std::vector<tensix::Step>> steps;
    std::vector<std::size_t> apart;  // of them the first on each place in Dst
    tensix::Rwc after;
};

MatrixPlan matrix_plan(const MatrixPlace& place, const std::vector<std::uint32_t>& words, int isa_column,
                       const sfpu::DstPort& port, const tensix::MathConfig& config);

// Whose operands are whole banks and whose sum is Dst: nothing but the place tells one from the next.
bool is_arithmetic(tensix::Op op);

}  // namespace tessera::core
