#include "host/calibration/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "sim/abi/accessor.hpp"
#include "sim/arch/harvest.hpp"
#include "sim/fault/fault.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::calibration {
namespace {

using namespace host;
using Cores = std::vector<CoreCoord>;

// The grids that the vendor's runs had: of a Blackhole one column less than kernels get today.
CoreCoord whole_grid(const arch::Arch& arch) {
    const bool is_wormhole = arch.name == arch::wormhole_b0().name;
    return is_wormhole ? CoreCoord{8, 7} : CoreCoord{11, 10};
}

// With the lines gone that the boards had lost: multicasts to 5x5, 8x7 and 8x8 cores tell how far apart those are, by
// 16 cycles a hop (spec/timing.md 3.4). Row 5 may as well be 4 on a Wormhole, and columns 7 and 10 two others of 7, 10
// and 11 on a Blackhole.
arch::Arch measured_board(const arch::Arch& arch) {
    arch::Arch board = arch;
    const bool is_wormhole = arch.name == arch::wormhole_b0().name;
    arch::harvest(board, is_wormhole ? std::array{5, 11} : std::array{7, 10});
    return board;
}

// Column after column, as the vendor's host lists the cores of a range.
Cores rectangle(CoreCoord size, CoreCoord from = {0, 0}) {
    Cores cores;
    for (std::size_t x = 0; x < size.x; ++x)
        for (std::size_t y = 0; y < size.y; ++y) cores.push_back({from.x + x, from.y + y});
    return cores;
}

Cores without(Cores cores, const CoreCoord& one) {
    std::erase(cores, one);
    return cores;
}

Cast cast_of_dram(const arch::Arch& arch, const Setting& setting) {
    Cast cast;
    const bool all = setting.pattern.starts_with("all_");
    const CoreCoord grid = all ? whole_grid(arch) : CoreCoord{1, 1};
    // Row after row, since that is the order in which the cores are given their banks.
    for (std::size_t y = 0; y < grid.y; ++y)
        for (std::size_t x = 0; x < grid.x; ++x) cast.senders.push_back({x, y});
    return cast;
}

Cast cast_of_l1(const arch::Arch& arch, const Setting& setting) {
    const CoreCoord all = whole_grid(arch);
    const std::string& pattern = setting.pattern;
    if (pattern == "one_to_one" || pattern == "one_from_one")
        return {{{0, 0}}, {setting.same_axis ? CoreCoord{0, 1} : CoreCoord{1, 1}}};
    CoreCoord grid = all;
    CoreCoord outside{0, 0};
    bool every = false;  // every core of the grid sends
    if (pattern.ends_with("_row")) {
        grid = {all.x, 1};
        outside = {0, 1};
        every = pattern == "row_to_row";
    } else if (pattern.ends_with("_column")) {
        grid = {1, all.y};
        outside = {1, 0};
        every = pattern == "column_to_column";
    } else {
        for (const std::size_t side : {2, 3, 5, 8})
            if (setting.receivers == side * side && side < all.x && side <= all.y) grid = {side, side};
        outside = {grid.x, 0};
        every = pattern.starts_with("all_");
    }
    const bool from_outside =
        setting.is_multicast() ? !setting.loopback : pattern == "one_to_all" && (grid.x != all.x || grid.y != all.y);
    Cast cast;
    cast.receivers = rectangle(grid);
    const CoreCoord from = from_outside ? outside : CoreCoord{0, 0};
    cast.senders = every ? rectangle(grid, from) : Cores{from};
    if (!every && !setting.is_multicast()) cast.receivers = without(cast.receivers, from);
    return cast;
}

// Of every core that has had the zone.
class Zones : public watch::Listener {
  public:
    void on_zone(const watch::Zone& zone) override {
        if (zone.name != "SETTING") return;
        lengths_.push_back(static_cast<double>(zone.end - zone.begin));
        first_ = std::min(first_, zone.begin);
        last_ = std::max(last_, zone.end);
    }
    double median() {
        std::ranges::sort(lengths_);
        const std::size_t half = lengths_.size() / 2;
        return lengths_.size() % 2 != 0 ? lengths_[half] : (lengths_[half - 1] + lengths_[half]) / 2;
    }
    double from_first_to_last() const { return static_cast<double>(last_ - first_); }

  private:
    std::vector<double> lengths_;
    Cycle first_ = never, last_ = 0;
};

arch::Coord place_of(const arch::Arch& arch, const CoreCoord& core) {
    return {arch.grid.tensix_columns.at(core.x), arch.grid.tensix_rows.at(core.y)};
}

// The table names NoC 0 for all. But readers of an L1 are on the default NoC of their RISC, which is 1, and the tests
// of DRAM run on NoC 0 and then on 1 under one name: their bandwidths with all cores are those that the other sources
// of spec/timing.md 4 have for NoC 1.
int noc_of(const Setting& setting) { return setting.is_read() || setting.is_dram() ? 1 : setting.noc; }

KernelSpec kernel(const Setting& setting, const Cast& cast, const char* file, std::vector<std::uint32_t> args) {
    std::set<CoreRange> cores;
    for (const CoreCoord& core : cast.senders) cores.insert(CoreRange(core));
    return {.path = (kernel_folder() / "calibration" / file).string(),
            .text = {},
            .cores = CoreRangeSet(cores),
            .data_movement = DataMovementKernel{setting.is_read() ? abi::Risc::nc : abi::Risc::b, noc_of(setting)},
            .compute = {},
            .defines = {},
            .compile_args = std::move(args),
            .named_compile_args = {}};
}

void set_up_l1(Device& device, Program& program, const Setting& setting, std::uint32_t bytes) {
    const arch::Arch& arch = device.arch();
    const Cast cast = cast_of(arch, setting);
    const std::uint32_t here = arch.l1.unreserved_base;
    // Reads and multicasts to the sender have the same address at both ends.
    const bool same = setting.is_read() || (setting.is_multicast() && setting.loopback);
    const bool single = setting.pattern == "one_to_one";
    const std::uint32_t there = single || same ? here : here + bytes;
    const std::vector<std::uint8_t> data(2 * std::size_t{bytes});
    for (const Cores* cores : {&cast.senders, &cast.receivers})
        for (const CoreCoord& core : *cores) device.write_l1(core, here, data);
    const std::uint32_t kind = setting.is_read() ? 1 : setting.is_multicast() ? 2 : 0;
    const bool special = setting.stateful || setting.mechanism == "multicast_linked";
    const auto partners = static_cast<std::uint32_t>(cast.receivers.size());
    const std::uint32_t n = setting.is_multicast() ? setting.transactions : setting.transactions / partners;
    const KernelId id = program.add(kernel(setting, cast, "many_l1.cpp", {kind, special, setting.loopback, n}));
    std::vector<std::uint32_t> args{bytes, here, there, partners, 0};
    constexpr std::size_t begins_after = 4;
    const auto add = [&](const CoreCoord& core) {
        const arch::Coord place = place_of(arch, core);
        args.push_back(static_cast<std::uint32_t>(place.x));
        args.push_back(static_cast<std::uint32_t>(place.y));
    };
    if (setting.is_multicast()) {
        add(setting.noc == 1 ? cast.receivers.back() : cast.receivers.front());
        add(setting.noc == 1 ? cast.receivers.front() : cast.receivers.back());
    } else {
        for (const CoreCoord& core : cast.receivers) add(core);
    }
    // The signal to go is a multicast along the first row and down the columns: who is farther begins later.
    const auto hop = static_cast<std::size_t>(arch.noc.hop_cycles.cycles());
    for (const CoreCoord& core : cast.senders) {
        args[begins_after] = static_cast<std::uint32_t>(hop * (core.x + core.y));
        program.set_args(id, core, args);
    }
}

void set_up_dram(Device& device, Program& program, std::shared_ptr<Buffer>& buffer, const Setting& setting,
                 std::uint32_t bytes) {
    const arch::Arch& arch = device.arch();
    const Cast cast = cast_of(arch, setting);
    const std::uint32_t here = arch.l1.unreserved_base;
    const auto banks = static_cast<std::uint32_t>(arch.dram.banks);
    const auto cores = static_cast<std::uint32_t>(cast.senders.size());
    buffer = device.create_buffer(std::uint64_t{banks} * bytes, bytes);
    device.write(*buffer, std::vector<std::uint8_t>(buffer->size()));
    for (const CoreCoord& core : cast.senders) device.write_l1(core, here, std::vector<std::uint8_t>(bytes));
    const bool goes_on = setting.memory == "dram_interleaved";
    const KernelId id =
        program.add(kernel(setting, cast, "many_dram.cpp",
                           {!setting.is_read(), goes_on, banks, static_cast<std::uint32_t>(abi::ArgConfig::IsDram)}));
    const std::uint32_t semaphore = program.add_semaphore(program.kernels()[id].spec.cores, 0);
    const arch::Coord meeting = place_of(arch, cast.senders.front());
    for (std::uint32_t i = 0; i < cores; ++i)
        program.set_args(
            id, cast.senders[i],
            {setting.transactions, bytes, here, static_cast<std::uint32_t>(buffer->address()), i % banks, semaphore,
             static_cast<std::uint32_t>(meeting.x), static_cast<std::uint32_t>(meeting.y), cores, here + bytes});
}

}  // namespace

Cast cast_of(const arch::Arch& arch, const Setting& setting) {
    static constexpr std::string_view patterns[] = {"one_to_one",    "one_from_one",    "one_to_all", "one_from_all",
                                                    "all_to_all",    "all_from_all",    "one_to_row", "row_to_row",
                                                    "one_to_column", "column_to_column"};
    if (std::ranges::find(patterns, setting.pattern) == std::end(patterns))
        throw fault::InputError(
            fmt::format("pattern {}: expected one of {}", setting.pattern, fmt::join(patterns, ", ")));
    const Cast cast = setting.is_dram() ? cast_of_dram(arch, setting) : cast_of_l1(arch, setting);
    if (setting.receivers != 0 && setting.receivers != cast.receivers.size())
        throw fault::InputError(fmt::format("{} to {} receivers on {}: {} are known", setting.pattern,
                                            setting.receivers, arch.name, cast.receivers.size()));
    return cast;
}

double setting_cycles(const arch::Arch& arch, const Setting& setting, std::uint32_t bytes) {
    const arch::Arch board = measured_board(arch);
    Device device(board);
    Zones zones;
    device.machine().hub().add(zones);
    Program program;
    std::shared_ptr<Buffer> buffer;
    if (setting.is_dram())
        set_up_dram(device, program, buffer, setting, bytes);
    else
        set_up_l1(device, program, setting, bytes);
    core::Options options;
    options.profiler_overhead = false;
    options.blind_time = true;
    options.races = false;  // all write to one place, and time is all that is asked for
    device.run(program, options);
    return setting.is_dram() && setting.pattern.starts_with("all_") ? zones.from_first_to_last() : zones.median();
}

}  // namespace tessera::calibration
