// The whole device: cores, DRAM, NoC and the one scheduler over them. No state lives outside it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/core/core.hpp"
#include "sim/core/math_listener.hpp"
#include "sim/core/word_listener.hpp"
#include "sim/dram/dram.hpp"
#include "sim/fault/fault.hpp"
#include "sim/fault/policy.hpp"
#include "sim/noc/network.hpp"
#include "sim/riscv/program.hpp"
#include "sim/schedule/perturb.hpp"
#include "sim/schedule/scheduler.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/watch/listener.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

class FollowedValues;

// What may come to some memory while a program runs already: a DRAM bank, or the L1 of a core.
struct LateWrite {
    int core, bank;  // one of the two, the other -1
    std::uint64_t begin, end;
    std::string what;  // whose, as messages say it
};

struct Options {
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
    bool profiler_overhead = true;  // DeviceZoneScopedN costs what it costs on silicon
    // What becomes of faults after which the machine can go on. A pedantic run also refuses what is not judged
    // otherwise: orders that no document promises, a vector read of Dst rows that were released and not written since.
    fault::Policy faults;
    // Tiles and vectors are not computed: what reaches memory through Dst holds any bytes. Control flow and cycles stay
    // (data cannot steer them); faults that only values show are missed.
    bool blind_time = false;
    // T1 without the other RISCs, for a view of its vector code: what it waits for of them is there at once, Dst is its
    // own whether or not it asked, no vector is computed, and what its code gets wrong about Dst, the last init or the
    // latency of its own SFPU words is passed over.
    bool t1_alone = false;
    bool races = true;  // two touches of a byte that nothing orders are a fault, whatever this run's cycles were
    std::vector<LateWrite> late_writes;  // a kernel that touches them is a race
    std::uint32_t data_caches = 0;       // a bit for each RISC whose cache in front of L1 is on, where there is one
    schedule::Perturbation other_order;  // none: the order that the costs give
    // The compute cores without data movers, for a view of their instructions: pages and room for pages come as soon as
    // nothing else goes on.
    bool compute_alone = false;
    FollowedValues* followed = nullptr;  // NaNs and infinities of all runs of the device; must outlive them
    WordListener* words = nullptr;       // hears what the threads take
    MathListener* math = nullptr;        // hears what T1's thread takes, in any run
    // Of the host, at most: one simulates, the others work out products of tiles meanwhile. Nothing that a run gives
    // depends on it.
    unsigned threads = 1;
    Cycle max_cycles = 2'000'000'000;
    std::uint64_t seed = 1;  // of what the hardware draws where it rounds stochastically (spec/tensix-core.md 1.8)
    // Hears every SFPU program when it is first lowered, with what names its pcs during the call.
    std::function<void(const sfpu::Program&, const sfpu::Position&)> lowered;
    std::function<void(const fault::Fault&)> warned;  // hears of every warning, once a place
    std::function<void(const fault::Fault&)> passed;  // likewise of every error after which the run goes on
    std::function<void(Cycle)> progress;              // hears the cycle reached, often; must not touch the device
    std::function<bool(const std::string&)> api_has;  // whether the API of kernels has a function of that name
    std::vector<std::string> library_folders;         // files below them are not the user's when a position is named
    std::string working_folder;                       // positions below it are named relative to it
    std::string home_folder;                          // likewise what lies in its kernels/, which came with tessera
    // Where DPRINT lines go, and the logical cores whose lines are shown (spec/kernel-api.md 1.5, 5.5).
    std::function<void(std::string_view)> print_line;
    bool print_all_cores = false;
    std::vector<arch::Coord> print_cores;
};

// One kernel build for one RISC of one core.
struct Launch {
    int core;
    abi::Risc risc;
    std::shared_ptr<const riscv::Program> program;
    std::string name;  // of the kernel file, as the user gave it
    int noc = 0;
    std::vector<std::uint32_t> words = {};  // all that the host told the kernel: arguments of every kind
};

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
    // A multicast of any length, one packet every `interval`; returns the cycles from the first to the last.
    Cycle send_in_packets(noc::Transfer multicast, Cycle issue, Cycle interval);
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
    void raise(fault::Fault fault, fault::Severity by_default, const RiscAgent& risc, std::uint32_t pc, Cycle at);
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
