#include "sim/views/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

#include "sim/views/advice.hpp"
#include "sim/views/json_value.hpp"
#include "sim/views/table.hpp"

namespace tessera::views {

namespace {

using Key = std::tuple<std::string, std::string, std::string>;  // unit, what, line
using Cycles = std::map<Key, std::pair<double, double>>;        // here, there

// Sums over one side, then divided by the cores that have the unit.
class Side {
  public:
    Side(const ProfileData& data, bool here) : data_(data), here_(here) {
        for (const CoreProfile& core : data.cores)
            for (const UnitProfile& unit : core.units) ++cores_[unit.unit];
    }
    const ProfileData& data() const { return data_; }

    // Of all cores together.
    void add_mean(Cycles& to, const std::string& unit, const std::string& what, const std::string& at,
                  Cycle cycles) const {
        const auto cores = cores_.find(unit);
        add(to, {unit, what, at}, static_cast<double>(cycles) / (cores == cores_.end() ? 1 : cores->second));
    }
    void add_of_run(Cycles& to, const std::string& unit, const std::string& what, Cycle cycles) const {
        add(to, {unit, what, ""}, static_cast<double>(cycles));
    }

    template <class Act>
    void each_unit(Act act) const {
        for (const CoreProfile& core : data_.cores)
            for (const UnitProfile& unit : core.units) act(unit);
    }

  private:
    void add(Cycles& to, const Key& key, double cycles) const {
        auto& [here, there] = to[key];
        (here_ ? here : there) += cycles;
    }
    const ProfileData& data_;
    const bool here_;
    std::map<std::string, int> cores_;
};

std::vector<Difference> differences(const Cycles& cycles, bool sorted = true) {
    std::vector<Difference> out;
    for (const auto& [key, both] : cycles) {
        const auto& [unit, what, at] = key;
        const Difference one{unit, what, at, std::llround(both.first), std::llround(both.second)};
        if (one.here != 0 || one.there != 0) out.push_back(one);
    }
    if (sorted)
        std::ranges::stable_sort(
            out, [](const Difference& a, const Difference& b) { return std::abs(a.more()) > std::abs(b.more()); });
    return out;
}

const WorkPartRow* part_named(std::string_view name) {
    const auto at = std::ranges::find(work_parts, name, &WorkPartRow::name);
    return at == work_parts.end() ? nullptr : &*at;
}

bool is_risc_name(std::string_view name) {
    return std::ranges::any_of(units, [&](int row) { return is_risc(row) && unit_name(row) == name; });
}

std::string longer(std::int64_t more) {
    return fmt::format("{} cycles {}", std::abs(more), more >= 0 ? "more" : "fewer");
}

// "TRISC1 math SFPU code", "NCRISC write to DRAM".
std::string piece(const Difference& d) { return d.unit == d.what ? d.unit : d.unit + " " + d.what; }

// Where the difference lies on the two critical paths, whose pieces make up the whole runs: what these name adds up to
// it.
std::string along_the_path(const Comparison& c, std::int64_t total) {
    constexpr std::size_t most = 5;
    std::string out;
    std::int64_t rest = total;
    for (std::size_t i = 0; i < std::min(c.path.size(), most); ++i) {
        const Difference& d = c.path[i];
        if (d.more() == 0 || 50 * std::abs(d.more()) < std::abs(total)) break;
        rest -= d.more();
        out += fmt::format("{}{:+} {}", out.empty() ? "" : ", ", d.more(), piece(d));
    }
    if (rest != 0) out += fmt::format("{}{:+} all other pieces", out.empty() ? "" : ", ", rest);
    return out;
}

// Where the critical paths differ, then the unit whose own work differs most, what of it, and where.
std::vector<std::string> sentences(const Comparison& c) {
    std::vector<std::string> out;
    const auto total = static_cast<std::int64_t>(c.cycles_here) - static_cast<std::int64_t>(c.cycles_there);
    // What tells the runs apart stands first in their titles.
    const auto name = [](const std::string& title) { return title.substr(0, title.find(',')); };
    const bool apart = name(c.here) != name(c.there);
    out.push_back(fmt::format("{} takes {} than {}: {} against {} ({:+.1f} %).", apart ? name(c.here) : "the one here",
                              longer(total), apart ? name(c.there) : "the one there", c.cycles_here, c.cycles_there,
                              100.0 * static_cast<double>(total) / static_cast<double>(c.cycles_there)));
    const std::int64_t on_path = std::accumulate(c.path.begin(), c.path.end(), std::int64_t{0},
                                                 [](std::int64_t sum, const Difference& d) { return sum + d.more(); });
    if (total != 0 && on_path == total)  // else one of them has no path
        out.push_back(fmt::format("Along the critical path: {}.", along_the_path(c, total)));
    const Difference* most = nullptr;
    for (const Difference& d : c.units)
        if (d.what == "busy" && is_risc_name(d.unit) &&
            (most == nullptr || std::abs(d.more()) > std::abs(most->more())))
            most = &d;
    if (most == nullptr || most->more() == 0) return out;
    // What a RISC does more explains the run only as far as it is about as much.
    const bool same_way = (most->more() > 0) == (total > 0);
    const bool explains = same_way && 2 * std::abs(most->more()) >= std::abs(total);
    out.push_back(fmt::format("The work of {} differs most: {}{}.", most->unit, longer(most->more()),
                              explains   ? ". The other RISCs differ by what they wait for"
                              : same_way ? " a core, the smaller part of it"
                                         : " a core, which is not what makes the difference"));
    if (!explains) return out;
    std::size_t said = 0;
    for (const Difference& d : c.work) {
        const WorkPartRow* part = part_named(d.what);
        if (d.unit != most->unit || part == nullptr || 20 * std::abs(d.more()) < std::abs(most->more())) continue;
        if (++said > 5) break;
        std::string text = fmt::format("{:+} {}: {}.", d.more(), d.what, part->text);
        if (d.more() > 0) text += fmt::format(" {}", remedy(part->part));
        out.push_back(text);
    }
    if (most->unit == unit_name(trisc1) && !c.causes.empty() && c.causes.front().more() > 0) {
        std::string lines;
        for (std::size_t i = 0; i < std::min<std::size_t>(4, c.causes.size()); ++i)
            if (const Difference& d = c.causes[i]; d.more() > 0)
                lines += fmt::format("{}{} ({:+} {})", lines.empty() ? "" : ", ", d.at, d.more(), d.what);
        out.push_back(fmt::format("The lines whose vectors wait longer: {}.", lines));
    }
    return out;
}

std::string table_of(const std::string& title, const std::vector<Difference>& all, std::size_t top, bool with_what,
                     const Screen& screen) {
    if (all.empty()) return {};
    std::vector<std::string> head{"more", "here", "there", "unit"};
    if (with_what) head.emplace_back("what");
    head.emplace_back("line");
    Table table(head, {3, 4, 5});
    std::size_t shown = 0;
    for (const Difference& d : all) {
        if (d.more() == 0 || shown == top) break;
        ++shown;
        std::vector<std::string> row{fmt::format("{:+}", d.more()), fmt::format("{}", d.here),
                                     fmt::format("{}", d.there), d.unit};
        if (with_what) row.push_back(d.what);
        row.push_back(d.at);
        table.add(row);
    }
    if (table.empty()) return {};
    return fmt::format("\n{}\n{}", screen.paint(Ink::bold, title), table.text(screen));
}

}  // namespace

Comparison compare(const ProfileData& here, const ProfileData& there) {
    Comparison out;
    out.here = here.title;
    out.there = there.title;
    out.cycles_here = here.cycles;
    out.cycles_there = there.cycles;
    Cycles units, work, waits, lines, causes, path;
    const Side sides[] = {{here, true}, {there, false}};
    for (const Side& side : sides) {
        side.each_unit([&](const UnitProfile& unit) {
            if (is_risc(unit.row)) side.add_mean(units, unit.unit, "life", "", unit.cycles);
            side.add_mean(units, unit.unit, "busy", "", unit.busy);
            for (const PartCycles& part : unit.work) side.add_mean(work, unit.unit, part.part, "", part.cycles);
            for (const WaitProfile& wait : unit.waits)
                side.add_mean(waits, unit.unit, wait.reason + (wait.index.empty() ? "" : " ") + wait.index, "",
                              wait.cycles);
        });
        const std::string vector(unit_name(sfpu));
        for (const SfpuLine& line : side.data().sfpu.lines) {
            side.add_mean(lines, vector, "", line.at, line.cycles);
            side.add_mean(causes, vector, "instructions", line.at, line.instructions);
            for (const HoldShare& hold : line.held) side.add_mean(causes, vector, hold.hold, line.at, hold.cycles);
        }
        for (const PathShare& kind : side.data().path.kinds) side.add_of_run(path, kind.unit, kind.what, kind.cycles);
    }
    out.units = differences(units, false);
    out.work = differences(work);
    out.waits = differences(waits);
    out.lines = differences(lines);
    out.causes = differences(causes);
    out.path = differences(path);
    out.sentences = sentences(out);
    return out;
}

std::string to_text(const Comparison& c, const ProfileView& view) {
    const Screen& screen = view.screen;
    std::string out =
        labelled("here", c.here, label_width, screen) + labelled("there", c.there, label_width, screen) + "\n";
    for (const std::string& sentence : c.sentences) out += wrapped(sentence, screen.width, 0) + "\n";
    Table units({"unit", "what", "here", "there", "more"}, {0, 1});
    for (const Difference& d : c.units)
        units.add(
            {d.unit, d.what, fmt::format("{}", d.here), fmt::format("{}", d.there), fmt::format("{:+}", d.more())});
    out +=
        fmt::format("\n{}\n{}", screen.paint(Ink::bold, "cycles of a core, mean over the cores"), units.text(screen));
    const std::size_t top = screen.all ? std::numeric_limits<std::size_t>::max() : view.top;
    out += table_of("what busy cycles of RISCs consist of, of a core", c.work, top, true, screen);
    out += table_of("waits of a core", c.waits, top, true, screen);
    out += table_of("the SFPU of a core by line", c.lines, top, false, screen);
    out += table_of("the SFPU of a core by line and cause", c.causes, top, true, screen);
    out += table_of("critical path of the run", c.path, top, true, screen);
    return out;
}

std::string to_json(const Comparison& c) {
    using Json = nlohmann::ordered_json;
    const auto list = [](const std::vector<Difference>& all) {
        Json out = Json::array();
        for (const Difference& d : all)
            out.push_back({{"unit", d.unit}, {"what", d.what}, {"at", d.at}, {"here", d.here}, {"there", d.there}});
        return out;
    };
    const Json json{{"schema_version", 1},
                    {"kind", "comparison"},
                    {"here", {{"title", c.here}, {"cycles", c.cycles_here}}},
                    {"there", {{"title", c.there}, {"cycles", c.cycles_there}}},
                    {"sentences", c.sentences},
                    {"units", list(c.units)},
                    {"work", list(c.work)},
                    {"waits", list(c.waits)},
                    {"sfpu_lines", list(c.lines)},
                    {"sfpu_causes", list(c.causes)},
                    {"path", list(c.path)}};
    return json_dump(json, 2) + "\n";
}

}  // namespace tessera::views
