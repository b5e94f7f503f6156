#include "host/calibration/tile_loop.hpp"

#include <map>

#include "host/compile/toolchain.hpp"
#include "host/device/device.hpp"
#include "sim/watch/listener.hpp"

namespace tessera::calibration {
namespace {

using namespace host;
using tensix::DataFormat;

class WorkOfUnits : public watch::Listener {
  public:
    void on_busy(const watch::Busy& busy) override { cycles_[busy.track.row] += busy.end - busy.begin; }
    double cycles(int row) const {
        const auto found = cycles_.find(row);
        return found == cycles_.end() ? 0 : static_cast<double>(found->second);
    }

  private:
    std::map<int, Cycle> cycles_;
};

KernelSpec kernel(const char* name) {
    return {.path = (kernel_folder() / "calibration" / name).string(),
            .text = {},
            .cores = CoreRangeSet{CoreCoord{0, 0}},
            .data_movement = {},
            .compute = {},
            .defines = {},
            .compile_args = {},
            .named_compile_args = {}};
}

// Ones, which scalers must be; zeros in formats that share exponents.
std::vector<std::uint8_t> contents(DataFormat format, std::uint32_t bytes) {
    std::vector<std::uint8_t> out(bytes);
    const auto datum = static_cast<std::size_t>(tensix::datum_bits(format) / 8);
    if (format != DataFormat::bf16 && format != DataFormat::fp32) return out;
    for (std::size_t at = datum; at <= out.size(); at += datum) {
        out[at - 1] = 0x3F;
        out[at - 2] = 0x80;
    }
    return out;
}

// Braces keep a define of several statements one.
std::string statements(const std::string& text) { return "{" + text + "}"; }

TileCost run(const arch::Arch& arch, const TileLoop& loop, std::uint32_t rounds) {
    const CoreCoord core{0, 0};
    Device device(arch);
    WorkOfUnits work;
    device.machine().hub().add(work);
    Program program;
    const auto buffer = [&](std::uint32_t cb, DataFormat format, std::uint32_t pages) {
        const auto page = static_cast<std::uint32_t>(tensix::tile_bytes(format));
        program.add(CircularBufferSpec{CoreRangeSet{core}, pages * page, {{cb, {format, page}}}, std::nullopt});
        return pages * page;
    };
    std::vector<std::uint32_t> to_feed;
    std::vector<std::shared_ptr<Buffer>> sources;
    for (std::uint32_t cb = 0; cb < 2; ++cb) {
        const std::uint32_t pages = loop.pages.at(cb), bytes = pages == 0 ? 0 : buffer(cb, loop.in, pages);
        if (bytes != 0) {
            sources.push_back(device.create_buffer(bytes, bytes));
            device.write(*sources.back(), contents(loop.in, bytes));
        }
        to_feed.insert(to_feed.end(), {bytes == 0 ? 0 : sources.back()->address(), bytes, pages});
    }
    buffer(16, loop.out, 2 * loop.tiles);

    KernelSpec feed = kernel("feed.cpp"), drain = kernel("drain.cpp"), compute = kernel("tiles.cpp");
    feed.data_movement = DataMovementKernel{abi::Risc::b, 0};
    drain.data_movement = DataMovementKernel{abi::Risc::nc, 1};
    compute.compute = loop.mode;
    compute.defines = {{"START", statements(loop.start)}, {"TILES", std::to_string(loop.tiles)}};
    if (loop.own_vectors) compute.defines["OWN_VECTORS"] = "1";
    if (loop.block.empty()) {
        compute.defines["ROUND"] = statements(loop.round);
        compute.defines["PACKED"] = statements(loop.packed);
    } else {
        compute.defines["BLOCK"] = statements(loop.block);
    }
    program.set_args(program.add(std::move(feed)), core, to_feed);
    program.set_args(program.add(std::move(drain)), core, {loop.block.empty() ? 0 : rounds, loop.tiles});
    program.set_args(program.add(std::move(compute)), core, {rounds, loop.pages[0], loop.pages[1]});
    core::Options options;
    options.profiler_overhead = false;
    const double whole = static_cast<double>(device.run(program, options).cycles);
    return {whole, work.cycles(watch::unpacker), work.cycles(watch::fpu), work.cycles(watch::sfpu),
            work.cycles(watch::packer)};
}

}  // namespace

// What more rounds take more is what they take in steady state.
TileCost cost_of_a_tile(const arch::Arch& arch, const TileLoop& loop) {
    constexpr std::uint32_t few = 8, many = 24;
    const TileCost less = run(arch, loop, few), more = run(arch, loop, many);
    const double tiles = (many - few) * loop.tiles;
    return {(more.whole - less.whole) / tiles, (more.unpacker - less.unpacker) / tiles,
            (more.matrix - less.matrix) / tiles, (more.vector - less.vector) / tiles,
            (more.packer - less.packer) / tiles};
}

}  // namespace tessera::calibration
