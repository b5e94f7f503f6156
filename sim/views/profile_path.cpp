#include "sim/views/profile_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tessera::views {

bool PathRecorder::room() {
    if (kept_ >= most_events) {
        ++left_out_;
        return false;
    }
    ++kept_;
    return true;
}

void PathRecorder::keep(Track track, Cycle begin, Cycle end, const Cause& cause, Spot spot) {
    if (!room()) return;
    causes_ = causes_ || cause.track.core >= 0;
    const Transfer* transfer = cause.transfer;
    agents_[agent_of(track)].pauses.push_back(
        {begin, end, cause.at, transfer == nullptr ? never : transfer->issue, agent_of(cause.track), places_.of(spot),
         places_.of(cause.spot), transfer != nullptr && transfer->is_read, transfer != nullptr && transfer->bank >= 0});
}

void PathRecorder::add(const Wait& wait) { keep(wait.track, wait.begin, wait.end, wait.cause, {wait.file, wait.line}); }

void PathRecorder::add(const Idle& idle) { keep(idle.track, idle.begin, idle.end, idle.cause, {}); }

void PathRecorder::add(const Busy& busy) {
    if (!is_risc(busy.track.row) && room())
        agents_[agent_of(busy.track)].works.push_back(
            {busy.begin, busy.end, places_.of({busy.label, 0}), places_.of({busy.file, busy.line}), busy.track.row});
}

PathRecorder::MixId PathRecorder::mix_of(std::span<const LineCycles> lines) {
    std::vector<Places::Id> key;
    for (const LineCycles& line : lines) key.push_back(line.place);
    const auto [at, first] = mix_ids_.try_emplace(std::move(key), static_cast<MixId>(mixes_.size()));
    if (first) return mixes_.emplace_back(lines.begin(), lines.end()), at->second;
    Mix& mix = mixes_[at->second];
    for (std::size_t i = 0; i < mix.size(); ++i) mix[i].cycles += lines[i].cycles;
    return at->second;
}

void PathRecorder::add(const VectorRun& run, std::span<const LineCycles> lines) {
    if (lines.empty()) return;
    const MixId mix = mix_of(lines);
    const Places::Id longest = std::ranges::max_element(lines, {}, &LineCycles::cycles)->place;
    const Track t1{run.track.core, trisc1};
    if (room())
        agents_[t1].works.push_back({run.recorded, run.pushed, places_.of({"SFPU code", 0}), longest, trisc1, mix});
    // The SFPU has told of its work itself, with the line that flushed the program.
    auto& works = agents_[agent_of(run.track)].works;
    if (!works.empty() && works.back().row == watch::sfpu && works.back().end == run.end)
        works.back().place = longest, works.back().mix = mix;
}

// One walk back; steps are collected from the end to the start.
class PathRecorder::Walk {
  public:
    Walk(const PathRecorder& recorder, const std::vector<CoreProfile>& cores) : recorder_(recorder), cores_(cores) {}

    PathProfile run(Track track, Cycle end) {
        out_.cycles = end;
        Places::Id place = Places::unknown;  // where the stretch of work leads to
        while (end > 0) {
            const Pause* pause = last_before(track, end);
            const Run* before = run_before(end);
            if (before != nullptr && pause != nullptr && pause->end <= before->end) pause = nullptr;
            const Cycle from = pause != nullptr ? pause->end : before != nullptr ? before->end : 0;
            work(track, from, end, place);
            if (pause == nullptr && before == nullptr) break;
            if (pause == nullptr) {
                track = before->last;
                end = before->at;
                place = Places::unknown;
                step(track, track.row, "last transfers", place, end, before->end);
                continue;
            }
            const Cycle acted = std::min(pause->acted, pause->end);
            if (pause->by.core < 0) {
                step(track, track.row, "wait", pause->place, pause->begin, pause->end);
                end = pause->begin;
                place = pause->place;
                continue;
            }
            step(track, track.row, "polling", pause->place, acted, pause->end);
            end = acted;
            if (pause->issued != never) {
                const char* what = pause->is_read ? (pause->dram ? "read from DRAM" : "read from L1")
                                                  : (pause->dram ? "write to DRAM" : "write to L1");
                const Cycle issued = std::min(pause->issued, acted);
                step(pause->by, pause->by.row, what, pause->cause, issued, acted);
                end = issued;
            }
            track = pause->by;
            place = pause->cause;
        }
        finish();
        return std::move(out_);
    }

  private:
    const Pause* last_before(Track track, Cycle end) const {
        const auto agent = recorder_.agents_.find(track);
        if (agent == recorder_.agents_.end()) return nullptr;
        const auto& pauses = agent->second.pauses;
        const auto after = std::ranges::upper_bound(pauses, end, {}, &Pause::end);
        return after == pauses.begin() ? nullptr : &*std::prev(after);
    }

    // That was over before `end`.
    const Run* run_before(Cycle end) const {
        const auto& runs = recorder_.runs_;
        const auto after = std::ranges::lower_bound(runs, end, {}, &Run::end);
        return after == runs.begin() ? nullptr : &*std::prev(after);
    }

    // A unit's stretch is what it did, by label, and the handling of commands in between; T1's is its SFPU code and
    // other work.
    void work(Track track, Cycle from, Cycle end, Places::Id place) {
        const std::string_view rest = is_risc(track.row) ? "work" : "commands";
        static const std::vector<Work> none;
        const auto agent = recorder_.agents_.find(track);
        const auto& works = agent == recorder_.agents_.end() ? none : agent->second.works;
        auto at = std::ranges::lower_bound(works, end, {}, &Work::begin);
        while (end > from && at != works.begin()) {
            --at;
            if (at->end <= from) break;
            const Cycle begin = std::max(at->begin, from), until = std::min(at->end, end);
            step(track, track.row, rest, place, until, end);
            step(track, at->row, recorder_.places_.text(at->label), at->place, begin, until, at->mix);
            end = begin;
        }
        step(track, track.row, rest, place, from, end);
    }

    void step(Track track, int row, std::string_view what, Places::Id place, Cycle begin, Cycle end,
              MixId mix = no_mix) {
        if (end <= begin) return;
        const std::string& at = recorder_.places_.text(place);
        const std::string_view unit = unit_name(row);
        if (!out_.steps.empty()) {
            PathStep& later = out_.steps.back();
            if (later.core == track.core && later.unit == unit && later.what == what && later.at == at &&
                later.begin == end && mixes_.back() == mix) {
                later.begin = begin;
                return;
            }
        }
        PathStep one{track.core, 0, 0, std::string(unit), std::string(what), at, begin, end};
        for (const CoreProfile& core : cores_)
            if (core.core == track.core) one.x = core.x, one.y = core.y;
        out_.steps.push_back(std::move(one));
        mixes_.push_back(mix);
    }

    // A step over the lines of its programs, by what these took; the rest of rounding down goes to the first.
    std::vector<std::pair<std::string, Cycle>> lines_of(const PathStep& step, MixId mix) const {
        const Cycle cycles = step.end - step.begin;
        if (mix == no_mix) return {{step.at, cycles}};
        Cycle all = 0, left = cycles;
        for (const LineCycles& line : recorder_.mixes_[mix]) all += line.cycles;
        std::vector<std::pair<std::string, Cycle>> out;
        for (const LineCycles& line : recorder_.mixes_[mix]) {
            out.emplace_back(recorder_.places_.text(line.place), all == 0 ? 0 : cycles * line.cycles / all);
            left -= out.back().second;
        }
        out.front().second += left;
        return out;
    }

    void finish() {
        std::ranges::reverse(out_.steps);
        std::ranges::reverse(mixes_);
        std::map<std::pair<std::string, std::string>, PathShare> kinds;
        std::map<std::tuple<std::string, std::string, std::string>, PathShare> lines;
        const auto count = [](PathShare& share, const PathStep& step, const std::string& at, Cycle cycles) {
            share.unit = step.unit;
            share.what = step.what;
            share.at = at;
            share.cycles += cycles;
            ++share.count;
        };
        for (std::size_t i = 0; i < out_.steps.size(); ++i) {
            const PathStep& step = out_.steps[i];
            count(kinds[{step.unit, step.what}], step, "", step.end - step.begin);
            for (const auto& [at, cycles] : lines_of(step, mixes_[i]))
                if (cycles > 0) count(lines[{step.unit, step.what, at}], step, at, cycles);
        }
        for (const auto& [key, share] : kinds) out_.kinds.push_back(share);
        for (const auto& [key, share] : lines) out_.lines.push_back(share);
        std::ranges::stable_sort(out_.kinds, std::greater{}, &PathShare::cycles);
        std::ranges::stable_sort(out_.lines, std::greater{}, &PathShare::cycles);
        if (out_.steps.size() > most_steps) {
            out_.steps_left_out = out_.steps.size() - most_steps;
            out_.steps.resize(most_steps);
        }
    }

    const PathRecorder& recorder_;
    const std::vector<CoreProfile>& cores_;
    PathProfile out_;
    std::vector<MixId> mixes_;  // of the steps
};

PathProfile PathRecorder::walk(Track last, Cycle end, const std::vector<CoreProfile>& cores) const {
    PathProfile none;
    if (!causes_) none.missing = "what ended each wait is not known";
    if (left_out_ > 0)
        none.missing = fmt::format("only the first {} waits and works were kept, {} more came", kept_, left_out_);
    if (end == 0 || !none.missing.empty()) return none;
    return Walk(*this, cores).run(last, end);
}

}  // namespace tessera::views
