// The run's traffic as the NPE page of ttnn-visualizer loads it (spec/trace-formats.md 3.3): every transfer with the
// links it took, and in steps of time the demand on each link as this model's network queued and served it.
//
// In a step, a link's use is the share of the cycles in which a packet occupied it, its demand counts each packet from
// the cycle it came to the link until it had left, so that packets in line drive it beyond 100. Averages are over all
// links of the two tori, or of one. NOCn_IN and NOCn_OUT are the interfaces by which packets leave and reach a node;
// they have demand, and no part in the averages. Coordinates are [device, row, column]. Zones stand by core and RISC,
// each with those inside it; a transfer names the innermost that it was issued in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/bins.hpp"
#include "sim/views/text_file.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

struct NpeTimelineOptions {
    std::size_t max_transfers = 200'000;  // listed; the viewer holds all in memory, at about 700 bytes each
    std::size_t max_zones = 100'000;      // beyond, the viewer takes seconds for each click
    std::size_t max_steps = 1024;
    Cycle shortest_step = 32;
};

class NpeTimeline : public Listener {
  public:
    explicit NpeTimeline(const arch::Arch& arch, NpeTimelineOptions options = {}) : arch_(arch), options_(options) {}

    void on_core_name(const CoreName& event) override { places_[event.core] = event.physical; }
    void on_zone(const Zone& event) override;
    void on_transfer(const Transfer& event) override;
    bool hears_stays() const override { return true; }
    void on_stay(const Stay& event) override;

    // For stderr, when transfers were left out of the list; steps and averages count them all the same.
    std::string notice() const;
    // As ChromeTrace::write.
    void write(const std::string& path, bool overwrite = false) const;

  private:
    struct Link {
        int noc;
        arch::Coord at;
        Stop stop;
        friend auto operator<=>(const Link&, const Link&) = default;
    };
    struct Load {
        Bins served, present;
    };
    struct Route {
        std::vector<Link> links;
        double rate = 0;  // bytes a cycle at which it entered the network
    };
    struct Flight {
        Transfer transfer;
        std::vector<arch::Coord> receivers;
        std::vector<Link> links;
        double rate;
    };
    struct KeptZone {
        std::string name;
        Cycle begin, end;
    };
    void write_zones(TextFile& out) const;
    const std::string* zone_of(const Transfer& transfer) const;  // nothing: in none
    struct Steps;                                                // the loads side by side, in one length of step
    Bins bins() const { return Bins(options_.max_steps, options_.shortest_step); }

    const arch::Arch& arch_;
    const NpeTimelineOptions options_;
    std::map<std::uint64_t, Route> under_way_;  // so far, by transfer
    std::map<Link, Load> loads_;
    Bins multicast_{options_.max_steps, options_.shortest_step};
    std::vector<Flight> flights_;
    std::map<int, arch::Coord> places_;             // of the cores
    std::map<Track, std::vector<KeptZone>> zones_;  // of a RISC, those that end first first
    std::size_t kept_zones_ = 0, zones_left_out_ = 0;
    std::uint64_t last_id_ = 0, left_out_ = 0;
    Cycle bank_busy_ = 0, end_ = 0;
};

}  // namespace tessera::views
