// A run as one page to look at: a single HTML file that needs nothing else, with the schedule of every RISC and unit,
// the profile's tables, the load of links and banks and what the circular buffers held. The page itself is
// sim/views/report/*, built into the library; what is written here is its data, one JSON object (report_json.cpp).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/views/bins.hpp"
#include "sim/views/intervals.hpp"
#include "sim/views/profile_data.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

struct ReportOptions {
    // Of the schedule; the page and its tables stay quick with so many, at about 16 bytes each. With more, the shortest
    // are left out, and the page says below which length.
    std::size_t max_slices = 500'000;
};

// What stands at the head of the page.
struct ReportHeader {
    std::string title;
    Cycle cycles = 0;
    std::vector<std::pair<std::string, std::string>> facts;  // name and text, in their order
    // The text of a file as places name it, where there is one.
    std::function<std::optional<std::string>(const std::string&)> source = {};
    // Of a page about two runs, JSON objects: their comparison, and the data of the other run's page. May be empty.
    std::string comparison = {}, other = {};
    // Of a run that a fault ended, a JSON object (run_fault.hpp), and in a line that the files are partial. May be
    // empty.
    std::string fault = {}, partial = {};
    std::vector<Tried> tried = {};  // what the profile of the page knows of changes
    std::string check = {};         // of a check that failed, a JSON object (check.hpp)
};

class Report : public Listener {
  public:
    explicit Report(const arch::Arch& arch, ReportOptions options = {}) : arch_(arch), options_(options) {}

    void on_core_name(const CoreName&) override;
    void on_zone(const Zone&) override;
    void on_wait(const Wait&) override;
    void on_busy(const Busy&) override;
    void on_printed(const Printed&) override;
    void on_cb_level(const CbLevel&) override;
    bool hears_stays() const override { return true; }
    void on_stay(const Stay&) override;

    std::uint64_t left_out() const { return left_out_; }
    // For stderr, when slices were left out.
    std::string notice() const;
    // `profile` is a JSON object, or empty. As ChromeTrace::write.
    void write(const std::string& path, const ReportHeader& header, std::string_view profile,
               bool overwrite = false) const;
    // The data of that page, for ReportHeader::other of another.
    std::string data(const ReportHeader& header, std::string_view profile) const;

    // Of more printed lines the first.
    static constexpr std::size_t most_prints = 20'000;
    // A longer source is not a page's to carry.
    static constexpr std::size_t most_source_bytes = 200'000;

  private:
    // What a slice is called, with its colour: a kind, and of a wait its reason.
    struct Name {
        enum Kind : std::uint8_t { zone, busy, wait } kind;
        int reason;
        std::string text;
        friend auto operator<=>(const Name&, const Name&) = default;
    };
    // What ended a wait: `lag` cycles before its end; a transfer was issued `travel` before that.
    struct Ended {
        Track by;
        Cycle lag;
        std::int64_t travel;  // -1: no transfer
        std::uint32_t place;
    };
    struct Slice {
        Cycle begin, end;
        std::uint32_t name, place;
        std::uint32_t ended = none;  // index of ended_
    };
    static constexpr std::uint32_t none = ~0u;
    struct Print {
        Track track;
        Cycle cycle;
        std::uint32_t place;
        std::string text;
    };
    struct Level {
        int pages = 0;
        Cycle since = 0;
        Bins sum;
    };
    struct Link {
        int noc;
        arch::Coord at;
        Stop stop;
        friend auto operator<=>(const Link&, const Link&) = default;
    };
    class Json;
    // The course of a link, a bank or a buffer over the run.
    static constexpr std::size_t course_steps = 256;
    static constexpr Cycle shortest_step = 8;
    // The slice, where it is kept.
    Slice* keep(const Track& track, Name::Kind kind, int reason, std::string_view text, std::string_view file, int line,
                Cycle begin, Cycle end, bool always = false);
    std::uint32_t place(std::string_view file, int line);
    void thin();

    const arch::Arch& arch_;
    const ReportOptions options_;
    std::vector<CoreName> cores_;
    std::map<Name, std::uint32_t> names_;
    std::set<std::uint32_t> kernels_;  // names of the zones that span a kernel, which are never left out
    std::map<std::string, std::uint32_t, std::less<>> places_;
    std::map<Track, std::vector<Slice>> tracks_;
    std::vector<Ended> ended_;
    std::vector<Print> prints_;
    std::uint64_t prints_left_out_ = 0;
    std::map<std::pair<int, int>, Level> levels_;  // by core and cb
    std::map<Link, Intervals> links_;              // and interfaces, when taken
    std::map<int, Intervals> banks_;
    std::size_t kept_ = 0;
    std::uint64_t left_out_ = 0;
    Cycle shortest_ = 0;  // slices below are left out
    Cycle end_ = 0;
};

}  // namespace tessera::views
