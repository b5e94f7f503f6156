// An API call begins with address counters that it sets itself or that are zero. One that another call has left, or the
// kernel's own instructions, makes it read or write somewhere else. That is judged where an instruction of the call
// would have gone elsewhere, had the counter been zero. Instructions of the kernel itself may go on with anything, and
// what sets things up for others may leave anything.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sim/core/judges/counter_origins.hpp"
#include "sim/core/judges/issue.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/packer.hpp"
#include "sim/tensix/unpacker.hpp"

namespace tessera::core {

// Of one thread.
class CounterJudge {
  public:
    // Where an instruction reads and writes.
    using Place = std::array<std::uint32_t, 3 * tensix::most_packers>;
    static Place place_of(const tensix::UnpackStep& step);
    static Place place_of(const tensix::PackStep& step);

    // Of the set of a unit; `place` is where the instruction would go by other counters, and may throw.
    template <class PlaceBy>
    void judge(const Issue& in, const tensix::CounterSet& counters, std::size_t set, std::string_view name,
               const PlaceBy& place) {
        if (origins.sets_are_of(in.pc)) return;
        if (passed_[set].pc == in.pc && passed_[set].changes == origins.changes()) return;
        judge_set(in, counters, set, name, [&place](const tensix::CounterSet& by) { return place(by); });
    }
    // Of the matrix unit, which takes the word as `step`.
    void judge(const Issue& in, const tensix::Step& step, std::string_view name) {
        if (!origins.matrix_is_of(in.pc)) judge_matrix(in, step, name);
    }

    CounterOrigins origins;

  private:
    using PlaceBy = std::function<Place(const tensix::CounterSet&)>;
    void judge_set(const Issue& in, const tensix::CounterSet& counters, std::size_t set, std::string_view name,
                   const PlaceBy& place);
    void judge_matrix(const Issue& in, const tensix::Step& step, std::string_view name);
    bool is_left(const Issue& in, std::uint32_t origin);
    bool found_left(const Issue& in, std::uint32_t origin);

    std::unordered_map<std::uint64_t, bool> left_;  // found_left() by both pcs
    struct Left {
        std::uint32_t used = 0, origin = 0;
        bool is_left = false;
    };
    std::array<Left, 64> last_left_{};  // those asked for last
    // By set of counters: the last instruction that none of its origins is left for, whatever the counters hold.
    struct Passed {
        std::uint32_t pc = 0, changes = 0;
    };
    std::array<Passed, 3> passed_{};
};

}  // namespace tessera::core
