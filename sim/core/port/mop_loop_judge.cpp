#include "sim/core/port/mop_loop_judge.hpp"

#include <fmt/format.h>

#include <string>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;

// A low-level header writes the loops that its own functions run: a loop of another header is what the init of another
// call has left. Loops of the same header are not told apart.
void MopLoopJudge::check(std::uint32_t pc, std::uint32_t written) {
    const auto [checked, first] = checked_.try_emplace(pc, written);
    if (!first && checked->second == written) return;
    checked->second = written;
    const std::string runs = kernel_.low_level_file(pc), wrote = kernel_.low_level_file(written);
    if (runs.empty() || wrote.empty() || runs == wrote) return;
    Fault fault(Id::wrong_init, fmt::format("{} ({}) runs the loop of a MOP that {} ({}) has left",
                                            kernel_.api_function(pc), runs, kernel_.api_function(written), wrote));
    fault.notes = fmt::format("{}: note: the loop was written here\n", kernel_.position(written));
    throw fault;
}

}  // namespace tessera::core
