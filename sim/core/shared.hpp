// What the cores of a device share: memory, time's turns, listeners, what a run was asked for, and what becomes of
// faults. It knows no core's state.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/core/kernels.hpp"
#include "sim/core/non_finite_marks.hpp"
#include "sim/core/options.hpp"
#include "sim/dram/dram.hpp"
#include "sim/fault/fault.hpp"
#include "sim/fault/policy.hpp"
#include "sim/schedule/scheduler.hpp"
#include "sim/sfpu/program.hpp"
#include "sim/watch/listener.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

class Shared {
  public:
    explicit Shared(const arch::Arch& arch);

    const arch::Arch& arch() const { return arch_; }
    watch::Hub& hub() { return hub_; }
    schedule::Scheduler& scheduler() { return *scheduler_; }
    dram::Dram& dram() { return dram_; }
    const dram::Dram& dram() const { return dram_; }
    watch::Buffers& l1_buffers() { return l1_buffers_; }  // the same on every core
    const watch::Buffers& l1_buffers() const { return l1_buffers_; }
    const Options& options() const { return options_; }

    // Who knows what to be over, and the fault that two touches without order are; null in a run that is not to be
    // judged.
    watch::Order* order() { return judges_ ? order_.get() : nullptr; }
    void refuse(const watch::Race& race);
    void refuse(const std::unique_ptr<watch::Race>& race) {
        if (race) refuse(*race);
    }

    // How much later than the costs say something happens, in a run of another order.
    Cycle delay(schedule::Perturbation::Of of) { return options_.other_order.draw(of); }

    // A fault after which the machine can go on, located: told, thrown or passed over as Options::faults says.
    void raise(const fault::Fault& fault, fault::Severity by_default);
    // The same of the code at `pc`.
    void raise(fault::Fault fault, fault::Severity by_default, const Kernel& kernel, std::uint32_t pc, Cycle at);
    // Whether the run ends with an error of that row.
    bool ends_with(fault::Id id) const {
        return !options_.faults.keep_going && options_.faults.of(id, fault::Severity::error) == fault::Verdict::error;
    }

    Kernels kernels;
    // Lowered SFPU programs by the hash of what was recorded.
    std::map<std::uint64_t, std::shared_ptr<const sfpu::Program>> lowered;
    // Where values that are no numbers lie in memories, in a run that follows them, else null.
    NonFiniteMarks* non_finite = nullptr;
    // Ends a poll of `poller` that nobody is left to end: by what it waits for, or by a fault. The word polled is at
    // `address`, or else a counter of the machine.
    std::function<void(const schedule::Agent& poller, std::optional<std::uint32_t> address)> dead_poll;
    // Somebody stored to the register of a core that holds RISCs in reset, which was `before`.
    std::function<void(int core, std::uint32_t before)> reset_changed;
    // Bytes of L1 have changed; empty where nobody looks.
    std::function<void(int core, std::uint32_t address, std::uint32_t bytes)> l1_changed;

  protected:
    void begin(Options options);

    const arch::Arch arch_;
    watch::Hub hub_;
    dram::Dram dram_;
    watch::Buffers l1_buffers_;
    std::unique_ptr<watch::Order> order_;
    std::unique_ptr<schedule::Scheduler> scheduler_;
    Options options_;

  private:
    bool judges_ = false, order_is_pedantic_ = false;
    std::vector<LateWrite> late_;                             // that the shadow of memory holds
    std::set<std::tuple<fault::Id, std::string, int>> told_;  // with file and line
};

}  // namespace tessera::core
