// The profile of a run: listens, sums, and ends in ProfileData. Sums are kept as events come; waits and the work of
// units are kept one by one for the critical path, up to a limit.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/places.hpp"
#include "sim/views/profile_data.hpp"
#include "sim/views/profile_path.hpp"
#include "sim/views/profile_sfpu.hpp"
#include "sim/views/profile_stops.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

class Profile : public Listener {
  public:
    explicit Profile(const arch::Arch& arch) : arch_(arch), path_(places_), sfpu_(places_), stops_(arch) {}

    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_cb_level(const CbLevel&) override;
    void on_transfer(const Transfer&) override;
    void on_idle(const Idle&) override;
    void on_risc_work(const RiscWork&) override;
    void on_vector_run(const VectorRun&) override;
    bool hears_vector_runs() const override { return true; }
    void on_run_end(const RunEnd&) override;
    bool hears_stays() const override { return true; }
    void on_stay(const Stay& event) override { stops_.add(event); }

    // After the run; a trace read back lacks what it does not hold, which notes say.
    ProfileData data(const std::string& title) const;

  private:
    struct WaitSum {
        WaitReason reason;
        int index;
        Places::Id place;
        Cycle cycles = 0;
        std::uint64_t count = 0;
    };
    struct UnitSum {
        Cycle first = never, last = 0, life = 0, busy = 0, idle = 0;  // life: of the runs before this one
        Cycle told = 0, in_use = 0;  // of a unit's thread: end of what it last told of, and cycles until then
        std::uint64_t instructions = 0;
        WorkCycles work{};
        std::vector<WaitSum> waits;
        Traffic reads, writes;
        Cycle cycles() const { return life + (first < last ? last - first : 0); }
        bool seen() const { return last > 0 || busy > 0 || idle > 0 || !waits.empty(); }
    };
    struct BufferSum {
        int pages = 0, capacity = 0, max = 0, pushed_by = -1, popped_by = -1;
        Cycle since = 0, empty = 0, full = 0, pages_cycles = 0;
        void advance(Cycle to);
    };
    static constexpr std::size_t rows = 14;
    struct CoreSum {
        CoreName name{};
        std::array<UnitSum, rows> units;
        std::map<int, BufferSum> buffers;
        Cycle finish() const;
    };
    UnitSum& unit(const Track& track);
    CoreSum& core(int index);
    void tell(const Track& track, Cycle end);
    // Of a unit's thread: its cycles at work on what none of its units is busy with.
    Cycle commands(const CoreSum& core, int row) const;
    Cycle in_use(const UnitSum& sum) const { return sum.in_use + (sum.told > began_ ? sum.told - began_ : 0); }
    // The RISC that ended last, and when.
    std::pair<Track, Cycle> last_risc() const;
    CoreProfile core_profile(const CoreSum& sum) const;
    UnitProfile unit_profile(const CoreSum& core, int row, Cycle core_cycles) const;
    std::vector<WaitProfile> waits_of(const UnitSum& sum) const;
    void add_stops(ProfileData& data) const;
    void add_imbalance(ProfileData& data) const;
    void add_notes(ProfileData& data) const;

    const arch::Arch& arch_;
    Places places_;
    std::vector<std::unique_ptr<CoreSum>> cores_;
    PathRecorder path_;
    SfpuRecorder sfpu_;
    std::map<int, BankProfile> banks_;
    std::map<std::tuple<int, int, int, int>, LinkProfile> links_;  // by NoC, y, x and direction
    StopRecorder stops_;
    Cycle began_ = 0;  // the run under way
    bool ended_ = false, worked_ = false, idled_ = false;
};

}  // namespace tessera::views
