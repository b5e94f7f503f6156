// profile_log_device.csv of the vendor's device profiler (spec/trace-formats.md 1): zones of every RISC in cycles, with
// physical coordinates; a run is an operation, which is left out when a fault ended it. The columns are read by name by
// newer tools and by position by older ones.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "sim/arch/arch.hpp"
#include "sim/views/zone_markers.hpp"

namespace tessera::views {

enum class LogColumns : std::uint8_t { fifteen, thirteen };  // thirteen: without the two of captured traces

class ProfileLog : public Listener {
  public:
    explicit ProfileLog(const arch::Arch& arch) : arch_(arch) {}

    // The chip of the next run, and the number that it bears instead of its place among the runs (0: none).
    void number_next(int chip, std::uint64_t number) {
        next_chip_ = chip;
        next_number_ = number;
    }

    // Leaves out the runs so far; the next one is the first.
    void forget() { operations_.clear(); }

    void on_core_name(const CoreName& event) override { cores_[event.core] = event.physical; }
    void on_zone(const Zone& event) override { operation().zones.add(event); }
    void on_wait(const Wait& event) override;
    void on_run_end(const RunEnd& event) override;

    // Whole or not at all; "-" is stdout. Throws fault::InputError when the file cannot be written or exists and is
    // not to be overwritten. Returns the number of rows.
    std::size_t write(const std::string& path, LogColumns columns, bool overwrite = false) const;
    static constexpr std::size_t many_rows = 1'000'000;  // beyond this the viewers take long

  private:
    struct Operation {
        ZoneMarkers zones;
        std::map<Track, Cycle> cb_waits;  // of TRISC_0 for pages, of TRISC_2 for room
        bool ended = false, cut = false;
        int chip = 0;
        std::uint64_t number = 0;  // 0: its place
    };
    Operation& operation();

    const arch::Arch& arch_;
    std::map<int, arch::Coord> cores_;
    std::deque<Operation> operations_;
    int next_chip_ = 0;
    std::uint64_t next_number_ = 0;
};

}  // namespace tessera::views
