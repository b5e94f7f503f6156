#include "sim/views/profile_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "sim/fault/fault.hpp"
#include "sim/views/advice.hpp"
#include "sim/views/profile_noc_text.hpp"
#include "sim/views/split.hpp"
#include "sim/views/table.hpp"

namespace tessera::views {

namespace {

double percent(double part, double whole) { return whole == 0 ? 0.0 : 100 * part / whole; }
std::string share(Cycle part, Cycle whole) {
    return fmt::format("{:.1f}", percent(static_cast<double>(part), static_cast<double>(whole)));
}
std::string number(Cycle cycles) { return fmt::format("{}", cycles); }

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string where(const CoreProfile& core) { return fmt::format("({},{})", core.x, core.y); }

std::string reason_of(const WaitProfile& wait) {
    return wait.index.empty() ? wait.reason : fmt::format("{} {}", wait.reason, wait.index);
}

constexpr std::size_t never_ends = std::numeric_limits<std::size_t>::max();

// Of who waits for something in a circular buffer of the core.
Cycle buffer_wait(const CoreProfile& core, const BufferProfile& buffer, WaitReason reason) {
    Cycle sum = 0;
    for (const UnitProfile& unit : core.units)
        for (const WaitProfile& wait : unit.waits)
            if (wait.reason == row(reason).name && wait.index == fmt::format("cb {}", buffer.cb)) sum += wait.cycles;
    return sum;
}

// "TRISC0" of "TRISC0 unpack".
std::string short_name(const std::string& unit) { return unit.substr(0, unit.find(' ')); }

class Text {
  public:
    Text(const ProfileData& data, const ProfileView& view)
        : data_(data), view_(view), screen_(view.screen), top_(view.screen.all ? never_ends : view.top) {
        for (const CoreProfile& core : data.cores)
            if (view.core ? core.x == view.core->x && core.y == view.core->y : true) cores_.push_back(&core);
        if (cores_.empty() && view.core)
            throw fault::InputError(
                fmt::format("--core {},{}: that core ran nothing in this run", view.core->x, view.core->y));
    }

    std::string run() {
        line("profile", data_.title);
        line("time", fmt::format("{} cycles = {:.2f} us at {:.2f} GHz on {}, {} core{}", data_.cycles,
                                 microseconds(data_, data_.cycles), data_.clock_ghz, data_.arch, data_.cores.size(),
                                 data_.cores.size() == 1 ? "" : "s"));
        section(Section::verdict, &Text::verdict);
        section(Section::advice, &Text::advice);
        section(Section::units, &Text::units);
        section(Section::waits, &Text::waits);
        section(Section::sfpu, &Text::sfpu);
        section(Section::path, &Text::path);
        section(Section::buffers, &Text::buffers);
        section(Section::noc, &Text::noc);
        section(Section::map, &Text::map);
        for (const std::string& note : data_.notes) line("note", note);
        return out_;
    }

  private:
    void section(Section which, void (Text::*print)()) {
        if (view_.shown.empty() || std::ranges::find(view_.shown, which) != view_.shown.end()) (this->*print)();
    }
    std::string name_of(int core) const {
        const auto at = std::ranges::find(data_.cores, core, &CoreProfile::core);
        return at == data_.cores.end() ? "?" : where(*at);
    }
    bool wanted(const UnitProfile& unit) const { return lower(unit.unit).find(lower(view_.risc)) != std::string::npos; }
    void head(const std::string& title) {
        out_ += fmt::format("\n{}\n", screen_.paint(Ink::bold, wrapped(title, screen_.width, 0)));
    }
    void rest(std::size_t all, const char* what) {
        if (all > top_) out_ += fmt::format("... and {} more {}; --top shows more\n", all - top_, what);
    }

    // A line with its name, continued below its text.
    void line(const char* name, const std::string& text) { out_ += labelled(name, text, 9, screen_); }

    void verdict() {
        line("limit", data_.verdict.sentence);
        if (!data_.verdict.known.empty()) line("model", data_.verdict.known);
        if (!data_.verdict.balance.empty()) line("cores", data_.verdict.balance);
        for (const Split& split : data_.verdict.splits) line("spent", text(split));
        std::string figures;
        for (const Figure& figure : data_.verdict.figures)
            figures +=
                fmt::format("{}{} {:.1f} {}", figures.empty() ? "" : ", ", figure.name, figure.value, figure.unit);
        line("by", figures);
    }

    void advice() {
        if (data_.verdict.advice.empty() && data_.tried.empty()) return;
        head("what to change, what weighs most first");
        for (std::size_t i = 0; i < data_.verdict.advice.size(); ++i)
            out_ += fmt::format("{:>2}. {}\n", i + 1, wrapped(data_.verdict.advice[i], screen_.width, 4));
        std::string vain;
        for (const Tried& one : data_.tried)
            if (!helps(data_, one))
                vain += fmt::format("{}{} ({})", vain.empty() ? "" : ", ", one.change, number(one.cycles));
        if (!vain.empty()) line("in vain", "simulated as well: " + vain);
    }

    // With many cores: of each unit the mean, and the core that works most, or all of them where that is asked for.
    bool listed(const CoreProfile& core) const {
        return cores_.size() == 1 || screen_.all || core.core == data_.slowest_core;
    }

    void units() {
        head(cores_.size() == 1 ? "where the cycles went"
             : screen_.all      ? "where the cycles went, mean over the cores and each of them"
                                : "where the cycles went, mean over the cores and the core with most work");
        Table table({"core", "unit", "cycles", "busy", "busy %", "waits", "idle"}, {0, 1});
        const auto add = [&](const std::string& core, const UnitProfile& unit) {
            Cycle waited = 0;
            for (const WaitProfile& wait : unit.waits) waited += wait.cycles;
            table.add({core, unit.unit, number(unit.cycles), number(unit.busy), share(unit.busy, unit.cycles),
                       number(waited), unit.row >= watch::sfpu ? number(unit.idle) : ""});
        };
        if (cores_.size() > 1)
            for (const UnitProfile& unit : means())
                if (wanted(unit)) add("mean", unit);
        for (const CoreProfile* core : cores_)
            if (listed(*core))
                for (const UnitProfile& unit : core->units)
                    if (wanted(unit)) add(where(*core), unit);
        out_ += table.text(screen_);
        for (const CoreProfile* core : cores_)
            if (cores_.size() == 1 || core->core == data_.slowest_core) splits(*core);
        work();
        if (cores_.size() > 1)
            out_ += wrapped(fmt::format("imbalance: the last core ends {:.1f} % after the mean; most work is on {}, "
                                        "{:.1f} % more than the mean, least on {}",
                                        100 * data_.imbalance_finish, name_of(data_.slowest_core),
                                        100 * data_.imbalance_active, name_of(data_.fastest_core)),
                            screen_.width, 2) +
                    "\n";
    }

    void splits(const CoreProfile& core) {
        // A trace does not tell when a unit was idle, so the rest of its time has no name.
        const bool units_known =
            std::ranges::any_of(core.units, [](const UnitProfile& unit) { return unit.idle + unit.commands > 0; });
        head("each unit's time, in % of the run");
        for (const UnitProfile& unit : core.units)
            if (wanted(unit) && (units_known || is_risc(unit.row)))
                out_ += fmt::format("{}\n", wrapped(text(unit_split(data_, core, unit)), screen_.width, 4));
    }

    std::vector<UnitProfile> means() const {
        std::map<int, std::pair<UnitProfile, std::uint64_t>> sums;
        for (const CoreProfile* core : cores_)
            for (const UnitProfile& unit : core->units) {
                auto& [sum, count] = sums[unit.row];
                ++count;
                sum.unit = unit.unit;
                sum.row = unit.row;
                sum.cycles += unit.cycles;
                sum.busy += unit.busy;
                sum.idle += unit.idle;
                for (const WaitProfile& wait : unit.waits) {
                    auto at = std::ranges::find_if(sum.waits, [&](const WaitProfile& known) {
                        return known.reason == wait.reason && known.index == wait.index;
                    });
                    if (at == sum.waits.end()) at = sum.waits.insert(at, {wait.reason, wait.index, 0, 0, {}});
                    at->cycles += wait.cycles;
                }
            }
        std::vector<UnitProfile> out;
        for (auto& [row, sum] : sums) {
            auto& [unit, count] = sum;
            for (Cycle* cycles : {&unit.cycles, &unit.busy, &unit.idle}) *cycles = (*cycles + count / 2) / count;
            for (WaitProfile& wait : unit.waits) wait.cycles = (wait.cycles + count / 2) / count;
            std::ranges::stable_sort(unit.waits, std::greater{}, &WaitProfile::cycles);
            out.push_back(std::move(unit));
        }
        return out;
    }

    // What the busy cycles of each RISC consist of, over all cores shown.
    void work() {
        Table table({"unit", "busy", "of which"}, {0, 2});
        for (const int row : watch::units) {
            Cycle busy = 0;
            std::map<std::string, Cycle> parts;
            for (const CoreProfile* core : cores_)
                for (const UnitProfile& unit : core->units)
                    if (unit.row == row && wanted(unit)) {
                        busy += unit.busy;
                        for (const PartCycles& part : unit.work) parts[part.part] += part.cycles;
                    }
            std::vector<std::pair<Cycle, std::string>> order;
            for (const auto& [part, cycles] : parts)
                if (200 * cycles >= busy) order.emplace_back(cycles, part);
            std::ranges::stable_sort(order, std::greater{}, &std::pair<Cycle, std::string>::first);
            std::string text;
            for (const auto& [cycles, part] : order)
                text += fmt::format("{}{} {}", text.empty() ? "" : ", ", part, share(cycles, busy));
            if (!order.empty()) table.add({std::string(unit_name(row)), number(busy), text});
        }
        if (table.empty()) return;
        head("what the RISCs did while busy, in % of it (parts below half a percent left out)");
        out_ += table.text(screen_);
    }

    void waits() {
        struct Row {
            Cycle cycles = 0;
            std::uint64_t count = 0;
        };
        std::map<std::tuple<int, std::string, std::string>, Row> sums;
        Cycle life = 0;
        for (const CoreProfile* core : cores_) {
            life += core->finish;
            for (const UnitProfile& unit : core->units) {
                if (!wanted(unit)) continue;
                for (const WaitProfile& wait : unit.waits)
                    for (const LineShare& line : wait.lines) {
                        Row& row = sums[{unit.row, reason_of(wait), line.at}];
                        row.cycles += line.cycles;
                        row.count += line.count;
                    }
            }
        }
        if (sums.empty()) return;
        std::vector<std::pair<std::tuple<int, std::string, std::string>, Row>> order(sums.begin(), sums.end());
        std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second.cycles > b.second.cycles; });
        head("longest waits, in % of the cores' time");
        Table table({"cycles", "%", "times", "each", "unit", "reason", "line"}, {4, 5, 6});
        for (std::size_t i = 0; i < std::min(order.size(), top_); ++i) {
            const auto& [key, row] = order[i];
            table.add({number(row.cycles), share(row.cycles, life), fmt::format("{}", row.count),
                       fmt::format("{}", row.cycles / std::max<std::uint64_t>(row.count, 1)),
                       std::string(unit_name(std::get<0>(key))), std::get<1>(key), std::get<2>(key)});
        }
        out_ += table.text(screen_);
        rest(order.size(), "waits");
    }

    void sfpu() {
        const SfpuProfile& all = data_.sfpu;
        if (all.instructions == 0) return;
        std::string held;
        for (const HoldShare& hold : all.held)
            held += fmt::format(", {} {}", hold.hold, share(hold.cycles, all.cycles));
        head(
            fmt::format("SFPU by kernel line: {} programs, {} instructions in {} cycles; of these in % "
                        "constants {}, SFPNOP {}{}",
                        all.programs, all.instructions, all.cycles, share(all.constants, all.cycles),
                        share(all.nops, all.cycles), held));
        std::vector<const HoldRow*> columns;
        for (const HoldRow& row : holds)
            if (std::ranges::any_of(all.held, [&](const HoldShare& h) { return h.hold == row.name; }))
                columns.push_back(&row);
        std::vector<std::string> titles{"line", "cycles", "%", "runs", "instructions", "constants", "nops", "loop"};
        for (const HoldRow* row : columns) titles.emplace_back(row->name);
        Table table(titles);
        for (std::size_t i = 0; i < std::min(all.lines.size(), top_); ++i) {
            const SfpuLine& line = all.lines[i];
            std::vector<std::string> cells{
                shortened(line.at, screen_.width / 3), number(line.cycles),
                share(line.cycles, all.cycles),        fmt::format("{}", line.executions),
                fmt::format("{}", line.instructions),  fmt::format("{}", line.constants),
                fmt::format("{}", line.nops),          line.loop == 0 ? "-" : fmt::format("{}", line.loop)};
            for (const HoldRow* row : columns) {
                const auto hold = std::ranges::find(line.held, row->name, &HoldShare::hold);
                cells.push_back(hold == line.held.end() ? "-" : number(hold->cycles));
            }
            table.add(cells);
        }
        out_ += table.text(screen_);
        rest(all.lines.size(), "lines");
        if (std::ranges::any_of(all.lines, [](const SfpuLine& line) { return line.loop != 0; }))
            out_ += fmt::format("  {:<8} instructions until the line came again; T1's cache holds {}\n", "loop",
                                data_.cached_pushes);
        for (const HoldRow* row : columns) out_ += fmt::format("  {:<8} {}\n", row->name, row->text);
    }

    void path() {
        const PathProfile& path = data_.path;
        if (path.cycles == 0) return;
        head("critical path: what the end waited for, without a gap back to cycle 0");
        Table kinds({"cycles", "%", "times", "unit", "what"}, {3, 4});
        for (const PathShare& kind : path.kinds)
            if (200 * kind.cycles >= path.cycles)
                kinds.add({number(kind.cycles), share(kind.cycles, path.cycles), fmt::format("{}", kind.count),
                           kind.unit, kind.what});
        out_ += kinds.text(screen_);
        head("its longest pieces by line: of work the line it led to, of a transfer the line that issued it");
        Table lines({"cycles", "%", "times", "unit", "what", "line"}, {3, 4, 5});
        for (std::size_t i = 0; i < std::min(path.lines.size(), top_); ++i) {
            const PathShare& line = path.lines[i];
            lines.add({number(line.cycles), share(line.cycles, path.cycles), fmt::format("{}", line.count), line.unit,
                       line.what, line.at.empty() ? "end of the kernel" : line.at});
        }
        out_ += lines.text(screen_);
        rest(path.lines.size(), "pieces");
    }

    void buffers() {
        Table table(
            {"core", "cb", "pages", "mean", "max", "empty", "full", "filled by", "waits", "emptied by", "waits"},
            {0, 7, 9});
        bool short_of_room = false;
        for (const CoreProfile* core : cores_) {
            if (!listed(*core)) continue;
            for (const BufferProfile& b : core->buffers) {
                const Cycle room = buffer_wait(*core, b, WaitReason::cb_full),
                            pages = buffer_wait(*core, b, WaitReason::cb_empty);
                short_of_room = short_of_room || percent(static_cast<double>(room), static_cast<double>(core->finish)) >
                                                     100 * b.full + 1;
                table.add({where(*core), fmt::format("{}", b.cb), b.capacity == 0 ? "?" : fmt::format("{}", b.capacity),
                           fmt::format("{:.2f}", b.mean), fmt::format("{}", b.max),
                           fmt::format("{:.1f}", 100 * b.empty),
                           b.capacity == 0 ? "?" : fmt::format("{:.1f}", 100 * b.full), short_name(b.filled),
                           share(room, core->finish), short_name(b.emptied), share(pages, core->finish)});
            }
        }
        if (table.empty()) return;
        head(fmt::format("circular buffers{}, in % of the core's time empty, full, and waited for room and for pages",
                         cores_.size() > 1 && !screen_.all ? " of the core with most work" : ""));
        out_ += table.text(screen_);
        if (short_of_room)
            out_ += wrapped(
                        "who fills it waits though it is not full: it reserves more pages than there is room for, "
                        "or what is reserved has not been pushed yet",
                        screen_.width, 2) +
                    "\n";
    }

    void noc() { out_ += noc_text(data_, cores_, top_, screen_); }
    void map() {
        if (data_.cores.size() > 1) out_ += map_text(data_, screen_);
    }

    const ProfileData& data_;
    const ProfileView& view_;
    const Screen& screen_;
    const std::size_t top_;
    std::vector<const CoreProfile*> cores_;
    std::string out_;
};

}  // namespace

double microseconds(const ProfileData& data, Cycle cycles) {
    return static_cast<double>(cycles) / data.clock_ghz / 1000.0;
}

std::string to_text(const ProfileData& data, const ProfileView& view) { return Text(data, view).run(); }

}  // namespace tessera::views
