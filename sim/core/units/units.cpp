#include "sim/core/units/units.hpp"

#include <memory>

#include "sim/core/judges/dst_formats.hpp"
#include "sim/core/judges/dst_owner.hpp"
#include "sim/core/judges/dst_values.hpp"
#include "sim/core/judges/fpu_hazard.hpp"
#include "sim/core/judges/pages_judge.hpp"
#include "sim/core/judges/start_judge.hpp"
#include "sim/core/units/config_unit.hpp"

namespace tessera::core {

// T1 by itself has Dst whether or not it asked, and nobody has put there what it reads.
Units::Units(const Options& options) {
    if (!options.t1_alone) {
        judges.add(std::make_unique<StartJudge>());
        judges.add(std::make_unique<DstOwner>());
        judges.add(std::make_unique<FpuHazard>(math.writes));
    }
    judges.add(std::make_unique<PagesJudge>());
    if (!options.blind_time) judges.add(std::make_unique<DstValues>(options.faults.pedantic));
    if (!options.t1_alone) judges.add(std::make_unique<DstFormats>());
}

Phase Units::issue(const Issue& in, Command& command, const tensix::Row& row) {
    using tensix::Unit;
    if (row.unit == Unit::matrix) return in.thread == 2 ? pack.zero(in, row) : math.issue(in, command, row);
    if (row.unit == Unit::packers) return pack.issue(in);
    if (row.unit == Unit::unpackers) return unpack.issue(in);
    if (in.thread == 1 && command.step == 0) math.writes.passed();
    if (row.unit == Unit::sync) return sync.issue(in, row);
    return register_word(in, row, threads[static_cast<std::size_t>(in.thread)]);
}

}  // namespace tessera::core
