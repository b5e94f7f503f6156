#include "sim/core/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/core/debugger.hpp"
#include "sim/core/machine/core_ranges.hpp"
#include "sim/core/risc/reset_registers.hpp"
#include "sim/core/risc/risc_agent.hpp"
#include "sim/core/units/thread_agent.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;

namespace {

// Of agents that act in the same cycle: by core, then by slot.
std::uint32_t order_of(int core, std::size_t slot) {
    return static_cast<std::uint32_t>(core) * watch::agents_of_core + static_cast<std::uint32_t>(slot);
}

}  // namespace

Machine::Machine(const arch::Arch& arch) : Chip(arch), agents_(cores().size()) {
    dead_poll = [this](const schedule::Agent& poller, std::optional<std::uint32_t> address) {
        if (end_wait_for_movers()) return;
        if (!is_stepped_) report_poll(poller, address);
        dead_poller_ = &poller;
        polled_ = address;
        scheduler_->pause();
    };
    reset_changed = [this](int core, std::uint32_t before) { apply_resets(core, before); };
}

Machine::~Machine() = default;

const RiscAgent* Machine::risc(int core, int risc) const {
    return agents_[static_cast<std::size_t>(core)].riscs[static_cast<std::size_t>(risc)].get();
}

void Machine::begin(Options options) {
    // What a run left standing must not be woken by the next one.
    for (const auto& core : cores())
        if (core) core->forget_agents();
    for (Agents& agents : agents_) agents = {};
    standing_.clear();
    is_stepped_ = has_begun_ = false;
    Chip::begin(std::move(options));
}

void Machine::launch(const std::vector<Launch>& launches) {
    std::vector<int> used;
    for (const Launch& launch : launches)
        if (std::find(used.begin(), used.end(), launch.core) == used.end()) used.push_back(launch.core);
    std::sort(used.begin(), used.end());
    // Of the others nobody has said what lies in their L1 now.
    for (const auto& other : cores())
        if (other && !std::binary_search(used.begin(), used.end(), other->index)) other->owners.clear();
    for (const int index : used) {
        Core& c = core(index);
        make_units(c);
        for (std::size_t r = 0; r < watch::riscs_of_core; ++r)
            for (const Launch& launch : launches)
                if (launch.core == index && static_cast<std::size_t>(launch.risc) == r) add_risc(launch);
        add_threads(c);
    }
}

void Machine::make_units(Core& c) {
    Agents& agents = agents_[static_cast<std::size_t>(c.index)];
    c.seed_random();
    hub_.emit(watch::CoreName{c.index, {c.logical_x, c.logical_y}, c.physical});
    agents.units = std::make_unique<Units>(options_);
    for (int t = 0; t < 3; ++t)
        agents.threads[static_cast<std::size_t>(t)] = std::make_unique<ThreadAgent>(c, *agents.units, t);
    for (std::uint32_t r = 0; r < watch::riscs_of_core; ++r) c.resets.held |= reset_bit(static_cast<abi::Risc>(r));
}

void Machine::add_threads(Core& c) {
    Agents& agents = agents_[static_cast<std::size_t>(c.index)];
    for (std::size_t t = 0; t < agents.threads.size(); ++t) {
        c.threads[t] = agents.threads[t].get();
        c.add_agent(*agents.threads[t]);
        scheduler_->add(*agents.threads[t], order_of(c.index, watch::riscs_of_core + t));
    }
}

// In reset, or to begin at once.
void Machine::add_risc(const Launch& launch) {
    Core& c = core(launch.core);
    Agents& agents = agents_[static_cast<std::size_t>(launch.core)];
    const auto r = static_cast<std::size_t>(launch.risc);
    std::unique_ptr<RiscAgent>& risc = agents.riscs[r];
    if (risc) agents.stopped.push_back(std::move(risc));
    if (c.kernels[r]) agents.ended.push_back(std::move(c.kernels[r]));
    // BRISC alone pushes to a thread that is another's.
    ThreadAgent* thread = launch.risc >= abi::Risc::t0                   ? agents.threads[r - 2].get()
                          : options_.bare && launch.risc == abi::Risc::b ? agents.threads[0].get()
                                                                         : nullptr;
    risc = std::make_unique<RiscAgent>(*this, c, launch, thread);
    agents.launches[r] = launch;
    c.riscs[r] = risc.get();
    c.add_agent(*risc);
    scheduler_->add(*risc, order_of(launch.core, r));
    if (launch.held) return;
    c.resets.held &= ~reset_bit(launch.risc);
    risc->begin(arch_.tensix.dispatch_cycles.cycles() + delay(schedule::Perturbation::Of::start));
}

Cycle Machine::run(const std::vector<Launch>& launches) {
    launch(launches);
    if (options_.debugger != nullptr) options_.debugger->begin(*this);
    try {
        do {
            scheduler_->run(options_.max_cycles, options_.progress);
        } while ((options_.t1_alone && end_wait_of_t1()) || end_wait_for_movers() || end_sleep_of_polls());
        if (!scheduler_->stuck().empty()) report_deadlock();
        if (order() != nullptr) settle_order();
        if (!options_.compute_alone) check_unread_pages();
        if (!options_.compute_alone && !options_.t1_alone) check_open_pages();
    } catch (Fault& fault) {
        fail(fault);
        throw;
    }
    if (hub_.listening()) emit_end(scheduler_->last_cycle());
    return scheduler_->last_cycle();
}

void Machine::fail(Fault& fault) {
    note_ring_buffers(fault);
    if (options_.debugger != nullptr) options_.debugger->failed(fault);
    end_by(fault);
}

bool Machine::end_sleep_of_polls() {
    bool any = false;
    for (const Agents& agents : agents_)
        for (const auto& risc : agents.riscs) any |= risc && risc->stay_awake();
    return any;
}

// What kernels left in the ring buffers of their cores says how far they came.
void Machine::note_ring_buffers(Fault& fault) {
    std::map<std::string, std::vector<arch::Coord>> alike;  // by words
    for (const auto& c : cores())
        if (c && !c->ring_buffer.empty())
            alike[fmt::format("{:#x}", fmt::join(c->ring_buffer, " "))].push_back({c->logical_x, c->logical_y});
    for (const auto& [words, places] : alike)
        fault.notes += fmt::format("note: ring buffer of {}, the oldest word first: {}\n", cores_text(places), words);
}

void Machine::emit_end(Cycle end) {
    std::vector<watch::LinkUse> links;
    for (int noc = 0; noc < 2; ++noc)
        for (int y = 0; y < arch_.grid.noc_height; ++y)
            for (int x = 0; x < arch_.grid.noc_width; ++x)
                for (int direction = 0; direction < 2; ++direction)
                    if (const Cycle busy = network_->link_busy(noc, {x, y}, direction); busy > 0)
                        links.push_back({noc, {x, y}, direction, busy});
    std::vector<watch::BankUse> banks;
    for (int bank = 0; bank < arch_.dram.banks; ++bank)
        banks.push_back({bank, arch_.dram.endpoint[static_cast<std::size_t>(bank)], network_->bank_busy(bank)});
    hub_.emit(watch::RunEnd{end, links, banks});
}

}  // namespace tessera::core
