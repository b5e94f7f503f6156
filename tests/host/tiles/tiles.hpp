// Runs the body of a compute kernel on tiles in circular buffers of one core, and the parts of an evaluator of tile
// functions made from the arithmetic of the matrix unit alone (spec/tensix-core.md 1.6, kernel-api.md 3.4).
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "host/device/device.hpp"
#include "sim/core/follow/non_finite.hpp"
#include "sim/fault/fault.hpp"
#include "sim/tensix/fpu.hpp"
#include "sim/tensix/pack.hpp"
#include "sim/tensix/unpack.hpp"
#include "tests/host/metalium/environment.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/vendor_tree.hpp"

namespace tessera::host::tiles {

using tensix::DataFormat;
using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint32_t>;  // datums of tiles, each in the order of tile.hpp

struct Buffer {
    DataFormat format;
    Bytes bytes;  // whole tiles
};

// Inputs are cb 0, 1, ...; the kernel finds all their pages there and packs `tiles` pages of cb 16, and one page of cb
// 17, 18, ..., which it reserves and pushes itself.
struct TileRun {
    const arch::Arch& arch;
    ComputeKernel mode{};
    std::vector<Buffer> inputs{};
    DataFormat out = DataFormat::fp32;
    std::uint32_t tiles = 1;
    std::vector<DataFormat> more_outs{};
    // One kernel serves many runs, since compiling takes most of their time: the arguments say what it does.
    std::string body{};
    std::vector<std::uint32_t> args{};
    std::map<std::string, std::string> defines{};
    std::string header{};                            // of the vector unit's functions of tiles
    std::function<void(const core::Core&)> after{};  // sees what the run has left in the core
    core::FollowedValues* followed = nullptr;        // sees the NaNs and infinities of the run
    struct Outcome {
        Bytes bytes;  // of all that is packed
        Cycle cycles;
    };
    // Throw the kernel's Fault.
    Outcome outcome() const;
    Bytes result() const { return outcome().bytes; }
};

// The first tile of cb 0 in Dst, packed once; the packers still have it.
inline const std::string packed_copy = R"(
    tile_regs_acquire();
    copy_tile(0, 0, 0);
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, 16);
)";

// What an operation leaves in the first tile of Dst, packed.
inline std::string one_tile(const std::string& operation) {
    return "    tile_regs_acquire();\n" + operation +
           "    tile_regs_commit();\n    tile_regs_wait();\n    pack_tile(0, 16);\n    tile_regs_release();\n";
}

// All of these tests promise the same bits there.
using tessera::test::by_vendor_library;

// A deterministic sequence of numbers.
class Numbers {
  public:
    explicit Numbers(std::uint32_t seed) : state_(seed) {}
    std::uint32_t next() {
        state_ = state_ * 1664525 + 1013904223;
        return state_ >> 8;
    }
    // fp32 patterns: both signs, exponents around one, a zero now and then.
    std::uint32_t real() {
        const std::uint32_t x = next();
        return x % 29 == 0 ? 0 : (x & 1) << 31 | (120 + x / 2 % 14) << 23 | (next() & 0x7FFFFF);
    }

  private:
    std::uint32_t state_;
};

// Tiles whose datums are what `next` gives, in L1 as the packer would write them.
Bytes tiles_of(DataFormat format, const Words& fp32);
Words random_reals(std::uint32_t tiles, std::uint32_t seed);

// Src words of the tiles in L1, as an fp32 or a 16-bit Dst has them unpacked.
Words src_words(const Buffer& buffer, bool fp32_dest);
tensix::SrcForm form_of(DataFormat format, bool fp32_dest);
// Tiles of Dst words in L1.
Bytes packed(const Words& dst, DataFormat out, const TileRun& run);

tensix::Fpu fpu_of(const TileRun& run);  // of the first input
// One value more pooled: d + scale * (sum of sixteen), phase after phase.
std::uint32_t pooled(tensix::Fpu fpu, int phases, const std::array<std::uint32_t, 16>& values, std::uint32_t scale,
                     std::uint32_t d);

inline std::size_t at(int tile, int row, int column) {
    return static_cast<std::size_t>(tensix::tile_datums * tile + tensix::datum_index(row, column));
}

// Both architectures, a 16-bit and an fp32 Dst.
struct Mode {
    const arch::Arch* arch;
    bool fp32;
};
class TileTest : public ::testing::TestWithParam<Mode> {
    test::Variable cache_{"XDG_CACHE_HOME", TESSERA_TEST_CACHE};
};
inline std::vector<Mode> modes() {
    return {{&arch::wormhole_b0(), false},
            {&arch::wormhole_b0(), true},
            {&arch::blackhole(), false},
            {&arch::blackhole(), true}};
}
inline void PrintTo(const Mode& mode, std::ostream* out) {
    *out << mode.arch->name << (mode.fp32 ? "_fp32" : "_16bit");
}

}  // namespace tessera::host::tiles
