// The cores of a device and the transfers between their memories and DRAM, without who starts them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "sim/core/core.hpp"
#include "sim/core/shared.hpp"
#include "sim/noc/network.hpp"

namespace tessera::core {

class Chip : public Shared, private schedule::Source {
  public:
    explicit Chip(const arch::Arch& arch);
    ~Chip() override;

    int core_index(int logical_x, int logical_y) const { return logical_y * arch_.grid.compute_width + logical_x; }
    Core& core(int index);  // created on first use
    Core* core_at(arch::Coord physical);

    // Sends a transfer at `issue`; bytes arrive when it completes, then the counters of the issuer go down.
    void send(noc::Transfer transfer, Cycle issue);
    // A multicast of any length, one packet every `interval`; returns the cycles from the first to the last.
    Cycle send_in_packets(noc::Transfer multicast, Cycle issue, Cycle interval);
    const noc::Network& network() const { return *network_; }

    std::vector<std::uint64_t> written_buffers() const;  // in DRAM, by the last program: their addresses
    // Gives a fault about a buffer in DRAM the place of the kernel that wrote to it last, if one did.
    void locate_last_writer(fault::Fault& fault, std::uint64_t begin) const;
    // Whether the last bytes that a kernel wrote to the buffer in DRAM at this address came from a circular buffer of
    // fp16: the host's buffers have no format.
    bool holds_fp16(std::uint64_t buffer) const { return fp16_buffers_.contains(buffer); }
    void note_source(std::uint64_t address, const tensix::CircularBuffer& from);
    void forget_source(std::uint64_t buffer) { fp16_buffers_.erase(buffer); }
    void host_wrote(int core, int bank, std::uint64_t address, std::uint64_t bytes);  // bank -1: L1 of `core`

  protected:
    void begin(Options options);

    std::vector<std::unique_ptr<Core>>& cores() { return cores_; }  // null where none was asked for
    std::unique_ptr<noc::Network> network_;

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
    std::vector<watch::Order::Place> places(const noc::Transfer& transfer) const;
    void note_issue(noc::Transfer& transfer, Cycle issue);
    void warn_of_read_back(const noc::Transfer& read, Cycle issue);
    Cycle other_issue(const noc::Transfer& transfer, Cycle issue);
    void settle_helpers();

    std::vector<noc::Transfer> transfers_;  // by handle of the network
    std::uint64_t sent_ = 0;
    std::set<std::uint64_t> fp16_buffers_;
    std::map<std::uint64_t, Deed> writers_;  // the last of each buffer in DRAM, by its address
    std::unique_ptr<ValueWorkers> workers_;  // outlive the cores
    unsigned threads_ = 1;
    std::vector<std::unique_ptr<Core>> cores_;
};

}  // namespace tessera::core
