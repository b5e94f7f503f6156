// The data of the page and the page around it. Every list of slices is flat: for each slice the cycles from the last
// one's begin to its own, its length, its name and its place. Behind it stands, of each wait whose end has a known
// cause, how many slices it comes after the last such one, who ended it, how long before its end, how long a transfer
// had been under way by then (-1: none was), and where it was asked for (report/data.js reads it).
#include <algorithm>

#include "sim/views/json_text.hpp"
#include "sim/views/report.hpp"
#include "sim/views/report_page.hpp"
#include "sim/views/text_file.hpp"

namespace tessera::views {
namespace {

// Inside a page, "</script>" would end the data.
std::string in_page(std::string_view json) {
    std::string out;
    for (const char c : json)
        if (c == '<')
            out += "\\u003c";
        else
            out += c;
    return out;
}

std::string text(std::string_view text) { return in_page(json_text(text)); }

}  // namespace

class Report::Json {
  public:
    Json(const Report& report, TextFile& out) : report_(report), out_(out) {}

    void run(const ReportHeader& header, std::string_view profile) {
        const arch::Grid& grid = report_.arch_.grid;
        out_.print(R"({{"schema_version":1,"title":{},"arch":{},"clock_ghz":{},"calibration":{},"cycles":{},"facts":[)",
                   text(header.title), text(report_.arch_.name), report_.arch_.clock_ghz.value,
                   text(report_.arch_.calibration), std::max(header.cycles, report_.end_));
        list(header.facts, [&](const auto& fact) { out_.print("[{},{}]", text(fact.first), text(fact.second)); });
        out_.print(R"(],"grid":{{"width":{},"height":{},"noc_width":{},"noc_height":{}}},"units":[)",
                   grid.compute_width, grid.compute_height, grid.noc_width, grid.noc_height);
        list(units, [&](int unit) { out_.print("[{},{}]", unit, text(unit_name(unit))); });
        out_.print("],\"reasons\":[");
        list(wait_reasons,
             [&](const WaitReasonRow& reason) { out_.print("[{},{}]", text(reason.name), text(reason.text)); });
        out_.print(R"(],"left_out":{},"shortest":{},"max_slices":{},)", report_.left_out_, report_.shortest_,
                   report_.options_.max_slices);
        names();
        cores();
        loads();
        sources(header, profile);
        prints();
        for (const auto& [name, json] : {std::pair<const char*, std::string_view>{"comparison", header.comparison},
                                         {"other", header.other},
                                         {"fault", header.fault},
                                         {"check", header.check}}) {
            if (json.empty()) continue;
            out_.print("\"{}\":", name);
            out_.text(in_page(json));
            out_.print(",\n");
        }
        out_.print("\"profile\":");
        out_.text(profile.empty() ? "null" : in_page(profile));
        out_.print("}}");
    }

  private:
    void list(const auto& all, const auto& print) { list(std::begin(all), std::end(all), print); }
    void list(auto one, const auto& end, const auto& print) {
        for (bool first = true; one != end; ++one, first = false) {
            if (!first) out_.print(",");
            print(*one);
        }
    }

    void names() {
        std::vector<const Name*> by_number(report_.names_.size());
        for (const auto& [name, number] : report_.names_) by_number[number] = &name;
        out_.print("\"names\":[");
        list(by_number, [&](const Name* name) {
            out_.print("[{},{},{}]", text(name->text), static_cast<int>(name->kind), name->reason);
        });
        std::vector<std::string_view> places(report_.places_.size());
        for (const auto& [place, number] : report_.places_) places[number] = place;
        out_.print("],\"places\":[");
        list(places, [&](std::string_view place) { out_.print("{}", text(place)); });
        out_.print("],\n");
    }

    void cores() {
        std::vector<CoreName> cores = report_.cores_;
        std::ranges::sort(cores, {}, &CoreName::core);
        const Cycle step = level_step();
        out_.print(R"("level_step":{},"cores":[)", step);
        list(cores, [&](const CoreName& core) {
            out_.print("\n{{\"core\":{},\"x\":{},\"y\":{},\"px\":{},\"py\":{},\"tracks\":[", core.core, core.logical.x,
                       core.logical.y, core.physical.x, core.physical.y);
            const auto begin = report_.tracks_.lower_bound({core.core, 0});
            const auto end = report_.tracks_.lower_bound({core.core + 1, 0});
            list(begin, end, [&](const auto& track) { slices(track.first.row, track.second); });
            out_.print("],\"cbs\":[");
            const auto first = report_.levels_.lower_bound({core.core, 0});
            const auto last = report_.levels_.lower_bound({core.core + 1, 0});
            list(first, last, [&](const auto& level) {
                Bins sum = closed(level.second);
                sum.widen(step);
                out_.print("[{},", level.first.second);
                means(sum, 100);
                out_.print("]");
            });
            out_.print("]}}");
        });
        out_.print("],\n");
    }

    void slices(int row, std::vector<Slice> all) {
        // The holder before what it holds; of twins the later told is the outer.
        std::ranges::reverse(all);
        std::ranges::stable_sort(
            all, [](const Slice& a, const Slice& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
        Cycle last = 0;
        out_.print("[{},[", row);
        list(all, [&](const Slice& slice) {
            out_.print("{},{},{},{}", slice.begin - last, slice.end - slice.begin, slice.name, slice.place);
            last = slice.begin;
        });
        out_.print("],[");
        std::vector<std::size_t> ended;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].ended != none) ended.push_back(i);
        std::size_t before = 0;
        list(ended, [&](std::size_t i) {
            const Ended& by = report_.ended_[all[i].ended];
            out_.print("{},{},{},{},{},{}", i - before, by.by.core, by.by.row, by.lag, by.travel, by.place);
            before = i;
        });
        out_.print("]]");
    }

    void prints() {
        if (report_.prints_.empty()) return;
        out_.print("\"prints_left_out\":{},\"prints\":[", report_.prints_left_out_);
        list(report_.prints_, [&](const Print& one) {
            out_.print("[{},{},{},{},{}]", one.track.core, one.track.row, one.cycle, one.place, text(one.text));
        });
        out_.print("],\n");
    }

    // Texts of the files that slices or lines of the profile ("at": "FILE:LINE") name.
    void sources(const ReportHeader& header, std::string_view profile) {
        std::set<std::string> files;
        const auto add = [&](std::string_view place) {
            const std::size_t colon = place.rfind(':');
            if (colon != place.npos) files.emplace(place.substr(0, colon));
        };
        for (const auto& [place, number] : report_.places_) add(place);
        constexpr std::string_view mark = "\"at\":\"";
        for (const std::string_view json : {profile, std::string_view(header.fault)})
            for (std::size_t at = json.find(mark); at != json.npos; at = json.find(mark, at)) {
                at += mark.size();
                add(json.substr(at, json.find('"', at) - at));
            }
        std::vector<std::pair<std::string, std::string>> texts;
        for (const std::string& file : files)
            if (std::optional<std::string> found = header.source ? header.source(file) : std::nullopt;
                found && found->size() <= most_source_bytes)
                texts.emplace_back(file, std::move(*found));
        out_.print("\"sources\":[");
        list(texts, [&](const auto& one) { out_.print("[{},{}]", text(one.first), text(one.second)); });
        out_.print("],\n");
    }

    // Hundredths of a page, or of a percent: means over each step.
    void means(const Bins& bins, std::uint64_t scale) {
        out_.print("[");
        list(bins.sums(),
             [&](std::uint64_t sum) { out_.print("{}", (sum * scale + bins.width() / 2) / bins.width()); });
        out_.print("]");
    }

    static Bins steps(const Intervals& taken, Cycle step) {
        Bins bins(~std::size_t{0}, step);
        taken.each([&](Cycle begin, Cycle end) { bins.add(begin, end); });
        return bins;
    }

    Bins closed(const Level& level) const {
        Bins sum = level.sum;
        sum.add(level.since, report_.end_, static_cast<std::uint64_t>(level.pages));
        return sum;
    }

    Cycle level_step() const {
        Cycle step = 1;
        for (const auto& [buffer, level] : report_.levels_) step = std::max(step, closed(level).width());
        return step;
    }

    void loads() {
        Bins run(course_steps, shortest_step);
        run.add(0, report_.end_);
        const Cycle step = run.width();
        out_.print(R"("load_step":{},"banks":[)", step);
        std::vector<int> banks;
        for (int bank = 0; bank < report_.arch_.dram.banks; ++bank) banks.push_back(bank);
        list(banks, [&](int bank) {
            const arch::Coord at = report_.arch_.dram.endpoint[static_cast<std::size_t>(bank)];
            const auto found = report_.banks_.find(bank);
            out_.print("[{},{},{},", bank, at.x, at.y);
            means(found == report_.banks_.end() ? Bins(1, step) : steps(found->second, step), 1000);
            out_.print("]");
        });
        out_.print("],\"links\":[");
        list(report_.links_, [&](const auto& link) {
            const auto& [place, taken] = link;
            out_.print(R"(["{}",{},{},{},)", link_name(place.stop, place.noc), place.noc, place.at.x, place.at.y);
            means(steps(taken, step), 1000);
            out_.print("]");
        });
        out_.print("],\n");
    }

    const Report& report_;
    TextFile& out_;
};

std::string Report::data(const ReportHeader& header, std::string_view profile) const {
    std::string out;
    TextFile file(out);
    Json(*this, file).run(header, profile);
    file.finish();
    return out;
}

void Report::write(const std::string& path, const ReportHeader& header, std::string_view profile,
                   bool overwrite) const {
    TextFile out(path, overwrite);
    // The page with its title, style, scripts and data in the places it names for them.
    const std::string_view page = report_page::html;
    std::size_t at = 0;
    for (;;) {
        const std::size_t mark = page.find("{{", at);
        if (mark == page.npos) break;
        const std::size_t end = page.find("}}", mark);
        out.text(page.substr(at, mark - at));
        const std::string_view what = page.substr(mark + 2, end - mark - 2);
        if (what == "style")
            out.text(report_page::style);
        else if (what == "script")
            out.text(report_page::script);
        else if (what == "data")
            Json(*this, out).run(header, profile);
        at = end + 2;
    }
    out.text(page.substr(at));
    out.finish();
}

}  // namespace tessera::views
