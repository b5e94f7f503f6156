#include "sim/sfpu/analysis.hpp"

#include <algorithm>

#include "sim/sfpu/registers.hpp"
#include "sim/sfpu/timing.hpp"

namespace tessera::sfpu {
namespace {

// What a chain can pass through: the registers, and after them the state that operands name beside registers.
constexpr int flags_place = 32, stack_place = 33, config_place = 34, prng_place = 35, places = 36;

// Dst and its counters are left out: which rows meet is not known here, and the counters move in the front end.
struct Resource {
    Operands operand;
    int place;
};
constexpr Resource resources[] = {{operand::flags, flags_place},
                                  {operand::stack, stack_place},
                                  {operand::config, config_place},
                                  {operand::prng, prng_place}};

class Chains {
  public:
    explicit Chains(std::size_t instructions) : depth_(instructions), behind_(instructions, -1) { last_.fill(-1); }

    void add(std::size_t i, const Instr& in, int latency) {
        const Row& row = row_of(in.op);
        const Operands reads = row.reads(in.mod), writes = row.writes(in.mod);
        for_each_register(registers_read(in), [&](int reg) { follow(i, reg); });
        for (const Resource& r : resources)
            if (reads & r.operand) follow(i, r.place);
        // Under a condition a result also holds what the lanes that are off had before.
        if (predicated_ && registers_written(in) != 0) {
            follow(i, flags_place);
            for_each_register(registers_written(in), [&](int reg) { follow(i, reg); });
        }
        depth_[i] += static_cast<Cycle>(latency);
        for_each_register(registers_written(in), [&](int reg) { last_[static_cast<std::size_t>(reg)] = index(i); });
        for (const Resource& r : resources)
            if (writes & r.operand) last_[static_cast<std::size_t>(r.place)] = index(i);
        if (writes & operand::flags) predicated_ = !(in.op == Op::encc && in.mod == 10 && in.imm == 3);
    }

    void longest(Analysis& analysis) const {
        if (depth_.empty()) return;
        auto end = std::max_element(depth_.begin(), depth_.end()) - depth_.begin();
        analysis.critical_cycles = depth_[static_cast<std::size_t>(end)];
        for (std::int64_t i = end; i >= 0; i = behind_[static_cast<std::size_t>(i)])
            analysis.critical.push_back(static_cast<std::uint32_t>(i));
        std::reverse(analysis.critical.begin(), analysis.critical.end());
        for (const std::uint32_t i : analysis.critical) analysis.issue[i].critical = true;
    }

  private:
    static std::int64_t index(std::size_t i) { return static_cast<std::int64_t>(i); }
    void follow(std::size_t i, int place) {
        const std::int64_t from = last_[static_cast<std::size_t>(place)];
        if (from < 0 || depth_[static_cast<std::size_t>(from)] <= depth_[i]) return;
        depth_[i] = depth_[static_cast<std::size_t>(from)];
        behind_[i] = from;
    }

    std::vector<Cycle> depth_;  // cycles until the instruction's result, along its longest chain
    std::vector<std::int64_t> behind_;
    std::array<std::int64_t, places> last_{};  // who wrote a place last
    bool predicated_ = false;
};

}  // namespace

Analysis analyse(const Program& program, const arch::Sfpu& arch) {
    Analysis analysis;
    Scoreboard scoreboard;
    Chains chains(program.code.size());
    Cycle next = 0;
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const Instr& in = program.code[i];
        const Cost cost = cost_of(arch, row_of(in.op), in.mod);
        const Cycle at = scoreboard.issue(pace_of(arch, in), 0);
        const Cycle stalled = at > next ? at - next : 0;
        analysis.issue.push_back({.at = at, .stalled = stalled, .latency = cost.latency});
        analysis.stalls += static_cast<std::uint32_t>(stalled);
        next = at + 1;
        ++analysis.by_unit[static_cast<std::size_t>(unit_of(in))];
        chains.add(i, in, cost.latency);
    }
    analysis.cycles = scoreboard.next_free();
    chains.longest(analysis);
    return analysis;
}

}  // namespace tessera::sfpu
