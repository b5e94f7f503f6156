#include "sim/views/profile.hpp"

#include <algorithm>
#include <numeric>

#include "sim/views/split.hpp"
#include "sim/views/verdict.hpp"

namespace tessera::views {
namespace {

void add_transfer(Traffic& traffic, const Transfer& event) {
    ++traffic.count;
    traffic.bytes += event.bytes;
    traffic.latency += event.complete - event.issue;
}

// Pages of one wait reason: by reason and index, then by line.
std::string index_text(WaitReason reason, int index) {
    const std::string_view counts = row(reason).index;
    if (counts.empty()) return {};
    return std::string(counts) + (counts.ends_with(' ') ? "" : " ") + std::to_string(index);
}

}  // namespace

Profile::CoreSum& Profile::core(int index) {
    const auto at = static_cast<std::size_t>(index);
    if (cores_.size() <= at) cores_.resize(at + 1);
    if (!cores_[at]) {
        cores_[at] = std::make_unique<CoreSum>();
        cores_[at]->name.core = index;
    }
    return *cores_[at];
}

Profile::UnitSum& Profile::unit(const Track& track) {
    return core(track.core).units.at(static_cast<std::size_t>(track.row));
}

void Profile::on_core_name(const CoreName& event) { core(event.core).name = event; }

void Profile::on_zone(const Zone& event) {
    UnitSum& sum = unit(event.track);
    sum.first = std::min(sum.first, event.begin);
    sum.last = std::max(sum.last, event.end);
}

void Profile::on_wait(const Wait& event) {
    UnitSum& sum = unit(event.track);
    if (is_risc(event.track.row)) {
        sum.first = std::min(sum.first, event.begin);
        sum.last = std::max(sum.last, event.end);
    }
    const Places::Id place = places_.of({event.file, event.line});
    auto at = std::ranges::find_if(sum.waits, [&](const WaitSum& w) {
        return w.place == place && w.reason == event.reason && w.index == event.index;
    });
    if (at == sum.waits.end()) at = sum.waits.insert(at, {event.reason, event.index, place});
    at->cycles += event.end - event.begin;
    ++at->count;
    tell(event.track, event.end);
    path_.add(event);
}

// The SFPU and the FPU are worked by one thread.
void Profile::tell(const Track& track, Cycle end) {
    UnitSum& thread = unit({track.core, track.row == watch::sfpu ? static_cast<int>(fpu) : track.row});
    thread.told = std::max(thread.told, end);
}

void Profile::on_busy(const Busy& event) {
    unit(event.track).busy += event.end - event.begin;
    tell(event.track, event.end);
    path_.add(event);
}

void Profile::on_idle(const Idle& event) {
    unit(event.track).idle += event.end - event.begin;
    idled_ = true;
    tell(event.track, event.end);
    path_.add(event);
}

void Profile::BufferSum::advance(Cycle to) {
    if (to <= since) return;
    const Cycle cycles = to - since;
    if (pages == 0) empty += cycles;
    if (capacity > 0 && pages >= capacity) full += cycles;
    pages_cycles += static_cast<Cycle>(pages) * cycles;
    since = to;
}

void Profile::on_cb_level(const CbLevel& event) {
    BufferSum& sum = core(event.core).buffers[event.cb];
    sum.capacity = std::max(sum.capacity, event.capacity);
    sum.advance(event.cycle);
    if (event.row >= 0) (event.pages > sum.pages ? sum.pushed_by : sum.popped_by) = event.row;
    sum.pages = event.pages;
    sum.max = std::max(sum.max, event.pages);
}

void Profile::on_transfer(const Transfer& event) {
    UnitSum& sum = unit(event.track);
    add_transfer(event.is_read ? sum.reads : sum.writes, event);
    stops_.add(event);
    if (event.bank < 0) return;
    BankProfile& bank = banks_[event.bank];
    (event.is_read ? bank.read_bytes : bank.written_bytes) += event.bytes;
}

void Profile::on_risc_work(const RiscWork& event) {
    UnitSum& sum = unit(event.track);
    sum.instructions += event.instructions;
    for (std::size_t i = 0; i < sum.work.size(); ++i) sum.work[i] += event.cycles[i];
    worked_ = true;
}

void Profile::on_vector_run(const VectorRun& event) { path_.add(event, sfpu_.add(event)); }

void Profile::on_run_end(const RunEnd& event) {
    ended_ = true;
    sfpu_.forget_spots();
    for (const BankUse& use : event.banks) {
        BankProfile& bank = banks_[use.bank];
        bank.bank = use.bank;
        bank.x = use.at.x;
        bank.y = use.at.y;
        bank.busy += use.busy;
    }
    for (const LinkUse& use : event.links)
        links_
            .try_emplace({use.noc, use.router.y, use.router.x, use.direction},
                         LinkProfile{use.noc, use.router.x, use.router.y, use.direction == 0 ? "x" : "y", 0})
            .first->second.busy += use.busy;
    const auto [last, at] = last_risc();
    path_.end_run(event.cycles, last, at);
    for (const auto& core : cores_)
        if (core)
            for (UnitSum& sum : core->units) {
                sum.life = sum.cycles();
                sum.first = never;
                sum.in_use = in_use(sum);
                sum.told = 0;
            }
    began_ = event.cycles;
    stops_.end_run();
}

std::pair<Track, Cycle> Profile::last_risc() const {
    std::pair<Track, Cycle> out{{-1, -1}, 0};
    for (const auto& core : cores_)
        if (core)
            for (const int row : units)
                if (const Cycle last = core->units[static_cast<std::size_t>(row)].last;
                    is_risc(row) && last > out.second)
                    out = {{core->name.core, row}, last};
    return out;
}

Cycle Profile::CoreSum::finish() const {
    Cycle last = 0;
    for (const UnitSum& sum : units) last = std::max(last, sum.last);
    return last;
}

std::vector<WaitProfile> Profile::waits_of(const UnitSum& sum) const {
    std::map<std::pair<WaitReason, int>, WaitProfile> by_reason;
    for (const WaitSum& w : sum.waits) {
        const int index = row(w.reason).index.empty() ? 0 : w.index;
        WaitProfile& wait = by_reason[{w.reason, index}];
        wait.reason = row(w.reason).name;
        wait.index = index_text(w.reason, w.index);
        wait.cycles += w.cycles;
        wait.count += w.count;
        auto line = std::ranges::find(wait.lines, places_.text(w.place), &LineShare::at);
        if (line == wait.lines.end()) line = wait.lines.insert(line, {places_.text(w.place), 0, 0});
        line->cycles += w.cycles;
        line->count += w.count;
    }
    std::vector<WaitProfile> out;
    for (auto& [key, wait] : by_reason) {
        std::ranges::sort(wait.lines, [](const LineShare& a, const LineShare& b) {
            return a.cycles != b.cycles ? a.cycles > b.cycles : a.at < b.at;
        });
        out.push_back(std::move(wait));
    }
    std::ranges::stable_sort(out, std::greater{}, &WaitProfile::cycles);
    return out;
}

Cycle Profile::commands(const CoreSum& core, int row) const {
    if (is_risc(row) || row == watch::sfpu || !idled_) return 0;
    const UnitSum& sum = core.units[static_cast<std::size_t>(row)];
    Cycle known = sum.busy + sum.idle + (row == fpu ? core.units[watch::sfpu].busy : 0);
    for (const WaitSum& wait : sum.waits) known += wait.cycles;
    return in_use(sum) - std::min(in_use(sum), known);
}

UnitProfile Profile::unit_profile(const CoreSum& core, int row, Cycle core_cycles) const {
    const UnitSum& sum = core.units[static_cast<std::size_t>(row)];
    UnitProfile out;
    out.unit = unit_name(row);
    out.row = row;
    out.waits = waits_of(sum);
    out.reads = sum.reads;
    out.writes = sum.writes;
    out.instructions = sum.instructions;
    out.idle = sum.idle;
    out.commands = commands(core, row);
    if (!is_risc(row)) {
        out.cycles = core_cycles;
        out.busy = sum.busy;
        return out;
    }
    out.cycles = sum.cycles();
    const Cycle waited = std::accumulate(out.waits.begin(), out.waits.end(), Cycle{0},
                                         [](Cycle all, const WaitProfile& w) { return all + w.cycles; });
    out.busy = out.cycles - std::min(out.cycles, waited);
    for (const WorkPartRow& part : work_parts)
        if (const Cycle cycles = sum.work[static_cast<std::size_t>(part.part)]; cycles > 0)
            out.work.push_back({std::string(part.name), cycles});
    std::ranges::stable_sort(out.work, std::greater{}, &PartCycles::cycles);
    return out;
}

CoreProfile Profile::core_profile(const CoreSum& sum) const {
    CoreProfile out;
    out.core = sum.name.core;
    out.x = sum.name.logical.x;
    out.y = sum.name.logical.y;
    out.physical_x = sum.name.physical.x;
    out.physical_y = sum.name.physical.y;
    out.finish = sum.finish();
    for (const int row : units) {
        const UnitSum& one = sum.units[static_cast<std::size_t>(row)];
        if (!one.seen()) continue;
        out.units.push_back(unit_profile(sum, row, out.finish));
        if (is_risc(row) && out.units.back().busy > out.active) {
            out.active = out.units.back().busy;
            out.active_unit = out.units.back().unit;
        }
    }
    for (const auto& [cb, level] : sum.buffers) {
        BufferSum rest = level;
        rest.advance(out.finish);
        const auto time = static_cast<double>(std::max<Cycle>(rest.since, 1));
        BufferProfile buffer;
        buffer.cb = cb;
        buffer.capacity = rest.capacity;
        buffer.max = rest.max;
        buffer.mean = static_cast<double>(rest.pages_cycles) / time;
        buffer.empty = static_cast<double>(rest.empty) / time;
        buffer.full = static_cast<double>(rest.full) / time;
        if (rest.pushed_by >= 0) buffer.filled = unit_name(rest.pushed_by);
        if (rest.popped_by >= 0) buffer.emptied = unit_name(rest.popped_by);
        out.buffers.push_back(std::move(buffer));
    }
    return out;
}

// Banks, and of the rest what a packet has passed.
void Profile::add_stops(ProfileData& data) const {
    for (const auto& [number, bank] : banks_) data.banks.push_back(bank);
    for (const auto& [place, link] : links_) data.links.push_back(link);
    if (!stops_.empty()) {
        for (BankProfile& bank : data.banks) bank.parts = stops_.bank(bank.bank, data.cycles);
        for (LinkProfile& link : data.links)
            link.parts = stops_.router(stop_of(link), link.noc, {link.x, link.y}, data.cycles);
        for (int noc = 0; noc < 2; ++noc)
            for (int y = 0; y < arch_.grid.noc_height; ++y)
                for (int x = 0; x < arch_.grid.noc_width; ++x)
                    for (const std::string_view direction : {"leave", "enter"}) {
                        LinkProfile one{noc, x, y, std::string(direction)};
                        one.parts = stops_.router(stop_of(one), noc, {x, y}, data.cycles);
                        one.busy = part_of(one.parts, name_of(StopPart::data)) +
                                   part_of(one.parts, name_of(StopPart::overhead));
                        if (one.busy > 0) data.links.push_back(std::move(one));
                    }
    }
    std::ranges::stable_sort(data.links, std::greater{}, [](const LinkProfile& link) { return taken(link); });
}

void Profile::add_imbalance(ProfileData& data) const {
    if (data.cores.empty()) return;
    const auto over_mean = [&](auto member) {
        double sum = 0, most = 0;
        for (const CoreProfile& core : data.cores) {
            sum += static_cast<double>(core.*member);
            most = std::max(most, static_cast<double>(core.*member));
        }
        return sum == 0 ? 0.0 : most / (sum / static_cast<double>(data.cores.size())) - 1;
    };
    data.imbalance_finish = over_mean(&CoreProfile::finish);
    data.imbalance_active = over_mean(&CoreProfile::active);
    data.slowest_core = std::ranges::max_element(data.cores, {}, &CoreProfile::active)->core;
    data.fastest_core = std::ranges::min_element(data.cores, {}, &CoreProfile::active)->core;
}

void Profile::add_notes(ProfileData& data) const {
    if (!worked_) data.notes.emplace_back("what busy cycles of RISCs consist of is not known");
    if (!ended_) data.notes.emplace_back("busy cycles of links and DRAM banks are not known");
    if (sfpu_.empty()) data.notes.emplace_back("no SFPU program was seen: there are no lines of it");
    if (!data.path.missing.empty()) data.notes.push_back("critical path: " + data.path.missing);
}

ProfileData Profile::data(const std::string& title) const {
    ProfileData data;
    data.title = title;
    data.arch = arch_.name;
    data.clock_ghz = arch_.clock_ghz;
    data.bank_bytes_per_cycle = arch_.dram.bank_bytes_per_cycle;
    data.link_bytes_per_cycle = arch_.noc.link_bytes_per_cycle;
    data.cached_pushes = static_cast<std::uint32_t>(arch_.riscv.icache_bytes[trisc1].count() / 4);
    const auto [last, end] = last_risc();
    data.cycles = end;
    for (const auto& sum : cores_) {
        if (!sum) continue;
        data.cores.push_back(core_profile(*sum));
        for (const int row : units) {
            const UnitSum& one = sum->units[static_cast<std::size_t>(row)];
            for (const auto& [all, part] : {std::pair{&data.reads, &one.reads}, std::pair{&data.writes, &one.writes}}) {
                all->count += part->count;
                all->bytes += part->bytes;
                all->latency += part->latency;
            }
        }
    }
    add_imbalance(data);
    add_stops(data);
    data.queued = stops_.queued();
    data.sfpu = sfpu_.profile();
    data.path = path_.walk(last, data.cycles, data.cores);
    add_notes(data);
    data.verdict = verdict_of(data);
    return data;
}

}  // namespace tessera::views
