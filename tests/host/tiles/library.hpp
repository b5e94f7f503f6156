// Runs a compute kernel of the vendor's library, unchanged, between a reader and a writer of our own.
#pragma once

#include <bit>
#include <filesystem>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {

std::filesystem::path library_root();

inline constexpr std::uint32_t bf16_tile_bytes = 2048;

// Datums of bf16, as fp32, in pages of one size: tiles unless said.
struct Pages {
    Words words;
    std::uint32_t bytes = bf16_tile_bytes;
    Pages(Words datums, std::uint32_t page = bf16_tile_bytes) : words(std::move(datums)), bytes(page) {}
};

struct LibraryRun {
    const arch::Arch& arch;
    std::string kernel;  // below ttnn/cpp/ttnn/operations
    ComputeKernel mode{};
    std::vector<std::uint32_t> compile_args{}, args{};
    std::map<std::string, std::string> defines{};
    std::map<std::uint32_t, Pages> inputs{};           // by cb
    std::map<std::uint32_t, std::uint32_t> between{};  // tiles of buffers within the kernel, by cb
    std::uint32_t out = 16, tiles = 1;
    std::uint32_t out_page = bf16_tile_bytes, out_bytes = tiles * bf16_tile_bytes;
    bool updates_a_row = false;

    // The words of the output, as fp32.
    Words result() const;
};

// Values that bf16 holds, so that what goes in is known exactly.
Words bf16_values(std::uint32_t tiles, std::uint32_t seed);
inline double value(const Words& words, std::size_t i) { return static_cast<double>(std::bit_cast<float>(words[i])); }

class LibraryKernel : public testing::TestWithParam<const arch::Arch*> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(library_root())) GTEST_SKIP() << library_root() << " is not at hand";
    }
};

}  // namespace tessera::host::tiles
