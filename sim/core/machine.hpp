// The whole device: cores, DRAM, NoC and the one scheduler over them. No state lives outside it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/core/core.hpp"
#include "sim/core/kernel.hpp"
#include "sim/core/options.hpp"
#include "sim/dram/dram.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/network.hpp"
#include "sim/schedule/scheduler.hpp"
#include "sim/watch/listener.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

class Machine : private schedule::Source {
  public:
    explicit Machine(const arch::Arch& arch);
    ~Machine() override;

    const arch::Arch& arch() const { return arch_; }
    watch::Hub& hub() { return hub_; }
    schedule::Scheduler& scheduler() { return *scheduler_; }
    dram::Dram& dram() { return dram_; }
    watch::Buffers& l1_buffers() { return l1_buffers_; }  // the same on every core
    const watch::Buffers& l1_buffers() const { return l1_buffers_; }
    const Options& options() const { return options_; }

    int core_index(int logical_x, int logical_y) const { return logical_y * arch_.grid.compute_width + logical_x; }
    Core& core(int index);  // created on first use
    Core* core_at(arch::Coord physical);

    // Prepares a run. Cores not named keep their state.
    void begin(Options options);
    // Starts the launches, runs until nothing moves, reports a deadlock; returns the last cycle.
    Cycle run(const std::vector<Launch>& launches);

    // Sends a transfer at `issue`; bytes arrive when it completes, then the counters of the issuer go down.
    void send(noc::Transfer transfer, Cycle issue);
    const noc::Network& network() const { return *network_; }

    // Who knows what to be over, and the fault that two touches without order are; null in a run that is not to be
    // judged.
    watch::Order* order() { return judges_ ? order_.get() : nullptr; }
    void refuse(const watch::Race& race);
    void refuse(const std::unique_ptr<watch::Race>& race) {
        if (race) refuse(*race);
    }
    std::vector<std::uint64_t> written_buffers() const;  // in DRAM, by the last program: their addresses
    // Gives a fault about a buffer in DRAM the place of the kernel that wrote to it last, if one did.
    void locate_last_writer(fault::Fault& fault, std::uint64_t begin) const;
    // Whether the last bytes that a kernel wrote to the buffer in DRAM at this address came from a circular buffer of
    // fp16: the host's buffers have no format.
    bool holds_fp16(std::uint64_t buffer) const { return fp16_buffers_.contains(buffer); }
    void note_source(std::uint64_t address, const tensix::CircularBuffer& from);
    void forget_source(std::uint64_t buffer) { fp16_buffers_.erase(buffer); }
    void host_wrote(int core, int bank, std::uint64_t address, std::uint64_t bytes);  // bank -1: L1 of `core`
    std::string position_of(const watch::Event& event);  // "core (0,0) BRISC at reader.cpp:4"

    // How much later than the costs say something happens, in a run of another order.
    Cycle delay(schedule::Perturbation::Of of);

    // A fault after which the machine can go on, located: told, thrown or passed over as Options::faults says.
    void raise(const fault::Fault& fault, fault::Severity by_default);
    // The same of the code at `pc`.
    void raise(fault::Fault fault, fault::Severity by_default, const Kernel& kernel, std::uint32_t pc, Cycle at);
    // Whether the run ends with an error of that row.
    bool ends_with(fault::Id id) const {
        return !options_.faults.keep_going && options_.faults.of(id, fault::Severity::error) == fault::Verdict::error;
    }

    // With Options::compute_alone: lets one RISC have the pages or the room that it waits for; false where none waits.
    bool end_wait_for_movers();
    // The end of a run in which nobody else can change what `poller` polls.
    [[noreturn]] void report_poll(const RiscAgent& poller, std::optional<std::uint32_t> address);

    // Lowered SFPU programs by the hash of what was recorded.
    std::map<std::uint64_t, std::shared_ptr<const sfpu::Program>> lowered;

  private:
    // What the NoC makes happen.
    Cycle next() const override { return network_->next(); }
    void step() override;
    void depart(noc::Transfer& transfer, Cycle now);
    void arrive(noc::Transfer& transfer, Cycle now);
    void read(const noc::Transfer& transfer, Cycle now);
    void write(const noc::Transfer& transfer, Cycle now);
    void sample(noc::Transfer& write);
    std::vector<watch::NonFinitePart> marked(int core, int bank, std::uint64_t address, std::uint64_t bytes,
                                             std::uint64_t to);
    void take_along(const noc::Transfer& transfer, int core, int bank, std::uint64_t address,
                    const std::vector<watch::NonFinitePart>& parts, Cycle now);
    void deliver_before(const noc::Transfer& read, Cycle now);
    watch::Transfer told(const noc::Transfer& transfer, arch::Coord other, Cycle now) const;
    bool end_wait_of_t1();
    bool end_sleep_of_polls();
    std::vector<watch::Order::Place> places(const noc::Transfer& transfer) const;
    void note_issue(noc::Transfer& transfer, Cycle issue);
    void warn_of_read_back(const noc::Transfer& read, Cycle issue);
    Cycle other_issue(const noc::Transfer& transfer, Cycle issue);
    fault::Fault fault_of(const watch::Race& race);
    void settle_order();
    void settle_helpers();
    void check_unread_pages();
    void check_open_pages();
    void emit_end();
    [[noreturn]] void report_deadlock();
    void note_ring_buffers(fault::Fault& fault) const;

    const arch::Arch arch_;
    watch::Hub hub_;
    dram::Dram dram_;
    watch::Buffers l1_buffers_;
    std::unique_ptr<noc::Network> network_;
    std::unique_ptr<watch::Order> order_;
    bool judges_ = false, order_is_pedantic_ = false;
    std::vector<noc::Transfer> transfers_;  // by handle of the network
    std::uint64_t sent_ = 0;
    std::set<std::uint64_t> fp16_buffers_;
    std::unique_ptr<schedule::Scheduler> scheduler_;
    Options options_;
    std::map<std::uint64_t, Deed> writers_;                   // the last of each buffer in DRAM, by its address
    std::vector<LateWrite> late_;                             // that the shadow of memory holds
    std::set<std::tuple<fault::Id, std::string, int>> told_;  // with file and line
    std::unique_ptr<ValueWorkers> workers_;                   // outlive the cores
    unsigned threads_ = 1;
    std::vector<std::unique_ptr<Core>> cores_;
};

}  // namespace tessera::core
