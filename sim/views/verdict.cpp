#include "sim/views/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/views/advice.hpp"
#include "sim/views/path_kinds.hpp"
#include "sim/views/totals.hpp"

namespace tessera::views {
namespace {

constexpr double busy_bank = 0.5, busy_link = 0.7;  // shares of the run from which a resource counts as the limit

const CoreProfile* slowest(const ProfileData& data) {
    for (const CoreProfile& core : data.cores)
        if (core.core == data.slowest_core) return &core;
    return nullptr;
}

std::string math_sentence(const ProfileData& data, const PathShares& path) {
    double t1 = 0, vector = 0;
    if (const CoreProfile* core = slowest(data))
        for (const UnitProfile& unit : core->units) {
            if (unit.row == trisc1) t1 = fraction(unit.busy, unit.cycles);
            if (unit.row == sfpu) vector = fraction(unit.busy, unit.cycles);
        }
    return fmt::format(
        "math-bound: T1, SFPU and FPU make {:.0f} % of the critical path; on the core with most work T1 is busy {:.0f} "
        "% of its life, the SFPU {:.0f} % of the core's",
        100 * path.math, 100 * t1, 100 * vector);
}

}  // namespace

Verdict verdict_of(const ProfileData& data) {
    Verdict out;
    const PathShares path = path_shares(data.path);
    std::uint64_t dram_bytes = 0;
    for (const BankProfile& bank : data.banks) dram_bytes += bank.read_bytes + bank.written_bytes;
    const double banks = banks_busy(data), peak = peak_gigabytes_per_second(data),
                 achieved = gigabytes_per_second(data, dram_bytes);
    double busiest_bank = 0, busiest_link = 0;
    for (const BankProfile& bank : data.banks) busiest_bank = std::max(busiest_bank, fraction(bank.busy, data.cycles));
    if (!data.links.empty()) busiest_link = fraction(data.links.front().busy, data.cycles);
    const auto figure = [&](const char* name, double value, const char* unit) {
        out.figures.push_back({name, std::round(1000 * value) / 1000, unit});
    };
    if (data.path.cycles > 0) {
        figure("path: math", 100 * path.math, "%");
        figure("path: unpack and pack", 100 * path.tiles, "%");
        figure("path: data movers' own work", 100 * path.movers, "%");
        figure("path: reads under way", 100 * path.reads, "%");
        figure("path: writes under way", 100 * path.writes, "%");
    }
    if (peak > 0) {
        figure("DRAM traffic", achieved, "GB/s");
        figure("DRAM peak", peak, "GB/s");
        figure("DRAM banks busy", 100 * banks, "%");
        figure("busiest bank", 100 * busiest_bank, "%");
        figure("busiest NoC link", 100 * busiest_link, "%");
    }

    const double transfers = path.transfers();
    if (data.path.cycles == 0) {
        out.bound = "unknown";
        out.sentence = "no critical path, so no limit is named: " + data.path.missing;
    } else if (transfers >= std::max({path.math, path.tiles, path.movers})) {
        if (banks >= busy_bank) {
            out.bound = "dram";
            out.sentence = fmt::format(
                "DRAM-bound at {:.0f} % of peak: {:.0f} of {:.0f} GB/s, banks busy {:.0f} % of the time, transfers "
                "make {:.0f} % of the critical path",
                100 * achieved / peak, achieved, peak, 100 * banks, 100 * transfers);
        } else if (busiest_link >= busy_link) {
            out.bound = "noc";
            out.sentence = fmt::format(
                "NoC-bound: the busiest link is busy {:.0f} % of the time, the DRAM banks {:.0f} %, transfers make "
                "{:.0f} % of the critical path",
                100 * busiest_link, 100 * banks, 100 * transfers);
        } else {
            out.bound = "latency";
            out.sentence = fmt::format(
                "latency-bound: {:.0f} % of the critical path waits for transfers under way, yet the DRAM banks are "
                "busy {:.0f} % and the busiest link {:.0f} % of the time",
                100 * transfers, 100 * banks, 100 * busiest_link);
        }
    } else if (path.math >= std::max(path.tiles, path.movers)) {
        out.bound = "math";
        out.sentence = math_sentence(data, path);
    } else if (path.movers >= path.tiles) {
        out.bound = "movers";
        out.sentence = fmt::format(
            "bound by the data movers' own instructions: BRISC and NCRISC at work make {:.0f} % of the critical path, "
            "transfers under way {:.0f} %",
            100 * path.movers, 100 * transfers);
    } else {
        out.bound = "tiles";
        out.sentence = fmt::format(
            "bound by tiles in and out of Dst: unpack and pack make {:.0f} % of the critical path", 100 * path.tiles);
    }
    out.advice = advice_of(data, out.bound);
    return out;
}

}  // namespace tessera::views
