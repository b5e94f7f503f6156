// The critical path of a run: from its end back through what ended each wait, to cycle 0 (design.md 1, a time with
// every wait explained). A stretch of work leads to the wait before it, a wait to the act or transfer that ended it, a
// transfer to its issue, and the begin of a run to the end of the one before.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim/views/places.hpp"
#include "sim/views/profile_data.hpp"

namespace tessera::views {

class PathRecorder {
  public:
    explicit PathRecorder(Places& places) : places_(places) {}

    void add(const Wait& wait);
    void add(const Idle& idle);
    void add(const Busy& busy);
    // The SFPU at work on a program, and T1 that pushes it: their time is that of its `lines`.
    void add(const VectorRun& run, std::span<const LineCycles> lines);
    // All that comes belongs to a run that begins at `end`; `last` ended last in the one before, at `at`.
    void end_run(Cycle end, Track last, Cycle at) { runs_.push_back({end, last, at}); }

    // Back from `end` of `last`. Cores are named by what `cores` says of them.
    PathProfile walk(Track last, Cycle end, const std::vector<CoreProfile>& cores) const;

    static constexpr std::size_t most_events = 8'000'000;
    static constexpr std::size_t most_steps = 5'000;

  private:
    struct Pause {
        Cycle begin, end, acted, issued;  // `issued`: of the transfer, or never
        Track by;
        Places::Id place, cause;
        bool is_read, dram;
    };
    // Programs of the same lines, and what each line took in all their runs.
    using Mix = std::vector<LineCycles>;
    using MixId = std::uint32_t;
    static constexpr MixId no_mix = ~MixId{0};
    struct Work {
        Cycle begin, end;
        Places::Id label, place;  // labels are interned like places
        int row;
        MixId mix = no_mix;
    };
    struct Agent {
        std::vector<Pause> pauses;  // in the order of time
        std::vector<Work> works;
    };
    struct Run {
        Cycle end;
        Track last;
        Cycle at;
    };
    class Walk;
    bool room();
    MixId mix_of(std::span<const LineCycles> lines);
    void keep(Track track, Cycle begin, Cycle end, const Cause& cause, Spot spot);
    // The SFPU and the FPU are worked by one thread.
    static Track agent_of(Track track) {
        return {track.core, track.row == watch::sfpu ? static_cast<int>(fpu) : track.row};
    }

    Places& places_;
    std::map<Track, Agent> agents_;
    std::vector<Run> runs_;  // that are over, in the order of time
    std::vector<Mix> mixes_;
    std::map<std::vector<Places::Id>, MixId> mix_ids_;
    std::size_t kept_ = 0, left_out_ = 0;
    bool causes_ = false;
};

}  // namespace tessera::views
