#include "sim/core/shared.hpp"

#include <utility>

#include "sim/core/race_faults.hpp"

namespace tessera::core {

using fault::Fault;

Shared::Shared(const arch::Arch& arch)
    : kernels(arch.grid), arch_(arch), dram_(arch.dram.banks, arch.dram.bank_bytes.count()) {}

void Shared::begin(Options options) {
    if (options.lowering != options_.lowering) lowered.clear();
    options_ = std::move(options);
    options_.blind_time |= options_.t1_alone;
    told_.clear();
    scheduler_ = std::make_unique<schedule::Scheduler>(hub_);
    judges_ = options_.races && !options_.t1_alone;
    if (!order_ || order_is_pedantic_ != options_.faults.pedantic)
        order_ = std::make_unique<watch::Order>(
            static_cast<std::uint32_t>(arch_.grid.compute_width * arch_.grid.compute_height),
            static_cast<std::uint32_t>(arch_.dram.banks), options_.faults.pedantic);
    order_is_pedantic_ = options_.faults.pedantic;
    order_->begin_program();
    for (const LateWrite& old : late_) order_->forget(old.core, old.bank, old.begin, old.end);
    late_ = options_.late_writes;
    for (const LateWrite& late : late_) order_->comes_late(late.core, late.bank, late.begin, late.end, late.what);
}

void Shared::refuse(const watch::Race& race) { raise(fault_of(race, kernels), fault::Severity::error); }

void Shared::raise(Fault fault, fault::Severity by_default, const Kernel& kernel, std::uint32_t pc, Cycle at) {
    kernel.locate(fault, pc, at);
    raise(fault, by_default);
}

void Shared::raise(const Fault& fault, fault::Severity by_default) {
    const fault::Verdict verdict = options_.faults.of(fault.id(), by_default);
    if (verdict == fault::Verdict::off) return;
    const bool error = verdict == fault::Verdict::error;
    if (error && !options_.faults.keep_going) throw fault;
    const auto& hears = error ? options_.passed : options_.warned;
    if (told_.insert({fault.id(), fault.where().file, fault.where().line}).second && hears) hears(fault);
}

}  // namespace tessera::core
