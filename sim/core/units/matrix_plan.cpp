#include "sim/core/units/matrix_plan.hpp"

#include <bitset>
#include <utility>

#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::core {

bool is_arithmetic(tensix::Op op) {
    using enum tensix::Op;
    return op == mvmul || op == elwmul || op == elwadd || op == elwsub;
}

MatrixPlan matrix_plan(const MatrixPlace& place, const std::vector<std::uint32_t>& words, int isa_column,
                       const sfpu::DstPort& port, const tensix::MathConfig& config) {
    constexpr std::size_t worth_it = 4;
    MatrixPlan plan{.place = place, .steps = nullptr, .apart = {}, .after = place.rwc};
    std::vector<tensix::Step> steps;
    std::bitset<tensix::Dst::rows> seen;
    for (std::size_t i = place.first; i < words.size(); ++i) {
        const tensix::Word word(words[i], isa_column);
        const auto op = static_cast<tensix::Op>(words[i] >> 24);
        if (!is_arithmetic(op) || (!steps.empty() && op != steps.front().op)) break;
        tensix::Step step;
        try {
            step = tensix::resolve(word, {.rwc = plan.after, .config = config, .math_offset = port.math_offset});
        } catch (const fault::Fault&) {
            break;  // what is wrong with it is said when its turn comes
        }
        if (step.gives_back[tensix::of_a] || step.gives_back[tensix::of_b]) break;
        const auto row = static_cast<std::size_t>(step.dst_row);
        if (!seen[row]) plan.apart.push_back(steps.size());
        seen[row] = true;
        tensix::move_counters(step, port.slots, port.slot_base, plan.after);
        steps.push_back(step);
    }
    if (steps.size() >= worth_it) plan.steps = std::make_shared<const std::vector<tensix::Step>>(std::move(steps));
    return plan;
}

}  // namespace tessera::core
