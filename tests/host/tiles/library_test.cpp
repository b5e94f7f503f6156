// Kernels of the vendor's library, unchanged, between a reader and a writer of our own: one of each family that the
// tile functions carry, against plain arithmetic.
#include <bit>
#include <cmath>
#include <filesystem>

#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

std::filesystem::path root() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/library";
}

// All pages of every input at once, in the order in which the kernel takes them.
constexpr const char* reader_text = R"(
void kernel_main() {
    const uint32_t inputs = get_arg_val<uint32_t>(0);
    for (uint32_t i = 0; i < inputs; ++i) {
        const uint32_t cb = get_arg_val<uint32_t>(1 + 4 * i), address = get_arg_val<uint32_t>(2 + 4 * i);
        const uint32_t bytes = get_arg_val<uint32_t>(3 + 4 * i), pages = get_arg_val<uint32_t>(4 + 4 * i);
        cb_reserve_back(cb, pages);
        noc_async_read(get_noc_addr_from_bank_id<true>(0, address), get_write_ptr(cb), bytes);
        noc_async_read_barrier();
        cb_push_back(cb, pages);
    }
}
)";
// Drains cb `out`; where there is a row to put into the untilized cache, that first: row 5 becomes the input's row 0.
constexpr const char* writer_text = R"(
void kernel_main() {
    const uint32_t address = get_arg_val<uint32_t>(0), bytes = get_arg_val<uint32_t>(1);
    const uint32_t pages = get_arg_val<uint32_t>(2), out = get_arg_val<uint32_t>(3);
#if defined(UPDATES_A_ROW)
    constexpr uint32_t untilized_cache = 24, updated = 25, untilized_in = 26;
    cb_wait_front(untilized_in, pages);
    cb_wait_front(untilized_cache, pages);
    cb_reserve_back(updated, pages);
    const uint32_t row_bytes = bytes / 32;
    noc_async_read(get_noc_addr(get_read_ptr(untilized_cache)), get_write_ptr(updated), bytes);
    noc_async_read_barrier();
    noc_async_read(get_noc_addr(get_read_ptr(untilized_in)), get_write_ptr(updated) + 5 * row_bytes, row_bytes);
    noc_async_read_barrier();
    cb_push_back(updated, pages);
    cb_pop_front(untilized_cache, pages);
    cb_pop_front(untilized_in, pages);
#endif
    cb_wait_front(out, pages);
    noc_async_write(get_read_ptr(out), get_noc_addr_from_bank_id<true>(0, address), bytes);
    noc_async_write_barrier();
    cb_pop_front(out, pages);
}
)";

struct LibraryRun {
    const arch::Arch& arch;
    std::string kernel;  // below ttnn/cpp/ttnn/operations
    std::vector<std::uint32_t> compile_args{}, args{};
    std::map<std::string, std::string> defines{};
    std::map<std::uint32_t, Words> inputs{};           // tiles of bf16 by cb, as fp32
    std::map<std::uint32_t, std::uint32_t> between{};  // pages of buffers within the kernel, by cb
    std::uint32_t out = 16, tiles = 1;
    bool updates_a_row = false;

    // The words of the output, as fp32.
    Words result() const;
};

constexpr std::uint32_t page = 2048;

Words LibraryRun::result() const {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    Device device(arch);
    Program program;
    const CoreRangeSet core{CoreCoord{0, 0}};
    const auto cb = [&](std::uint32_t index, std::uint32_t pages) {
        program.add(CircularBufferSpec{core, pages * page, {{index, {DataFormat::bf16, page}}}, std::nullopt});
    };
    std::vector<std::shared_ptr<host::Buffer>> dram;
    std::vector<std::uint32_t> sources{static_cast<std::uint32_t>(inputs.size())};
    for (const auto& [index, words] : inputs) {
        const Bytes bytes = tiles_of(DataFormat::bf16, words);
        const auto size = static_cast<std::uint32_t>(bytes.size());
        cb(index, size / page);
        dram.push_back(device.create_buffer(size, size));
        device.write(*dram.back(), bytes);
        sources.insert(sources.end(), {index, dram.back()->address(), size, size / page});
    }
    for (const auto& [index, pages] : between) cb(index, pages);
    cb(out, tiles);
    const auto to = device.create_buffer(tiles * page, tiles * page);
    const auto spec = [&](const std::string& path) {
        KernelSpec made;
        made.path = path;
        made.cores = core;
        return made;
    };
    KernelSpec reader = spec("reader.cpp"), writer = spec("writer.cpp");
    KernelSpec compute = spec(root() / "ttnn/cpp/ttnn/operations" / kernel);
    reader.text = reader_text;
    writer.text = writer_text;
    reader.data_movement = DataMovementKernel{abi::Risc::nc, 0};
    writer.data_movement = DataMovementKernel{abi::Risc::b, 1};
    if (updates_a_row) writer.defines["UPDATES_A_ROW"] = "1";
    compute.compute = ComputeKernel{};
    compute.defines = defines;
    compute.compile_args = compile_args;
    program.set_args(program.add(std::move(reader)), {0, 0}, sources);
    program.set_args(program.add(std::move(writer)), {0, 0}, {to->address(), tiles * page, tiles, out});
    program.set_args(program.add(std::move(compute)), {0, 0}, args);
    device.run(program, {});
    const Bytes bytes = device.read(*to);
    Words words(tiles * tensix::tile_datums);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = tensix::read_datum(bytes.data(), static_cast<int>(i), 16) << 16;
    return words;
}

// Values that bf16 holds, so that what goes in is known exactly.
Words bf16_values(std::uint32_t tiles, std::uint32_t seed) {
    Words words = random_reals(tiles, seed);
    for (std::uint32_t& x : words) x &= 0xFFFF0000;
    return words;
}
double value(const Words& words, std::size_t i) { return static_cast<double>(std::bit_cast<float>(words[i])); }

class LibraryKernel : public testing::TestWithParam<const arch::Arch*> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(root())) GTEST_SKIP() << root() << " is not at hand";
    }
};
INSTANTIATE_TEST_SUITE_P(Machines, LibraryKernel, testing::ValuesIn(arch::all()),
                         [](const auto& machine) { return std::string(machine.param->name); });

TEST_P(LibraryKernel, AddsTiles) {
    const Words a = bf16_values(3, 1), b = bf16_values(3, 2);
    const Words sum = LibraryRun{.arch = *GetParam(),
                                 .kernel = "eltwise/binary_ng/device/kernels/compute/eltwise_binary_no_bcast.cpp",
                                 .compile_args = {1},
                                 .args = {3},
                                 .defines = {{"PROCESS_LHS_ACTIVATIONS(i)", ""},
                                             {"PROCESS_RHS_ACTIVATIONS(i)", ""},
                                             {"PROCESS_POST_ACTIVATIONS(i)", ""},
                                             {"BINARY_OP_TYPE", "EltwiseBinaryType::ELWADD"},
                                             {"BINARY_OP", "add_tiles"}},
                                 .inputs = {{0, a}, {1, b}},
                                 .out = 2,
                                 .tiles = 3}
                          .result();
    for (std::size_t i = 0; i < sum.size(); ++i) {
        const double x = value(a, i), y = value(b, i);
        ASSERT_NEAR(value(sum, i), x + y, (std::abs(x) + std::abs(y)) / 128) << i;
    }
}

TEST_P(LibraryKernel, SumsRows) {
    const Words in = bf16_values(4, 3);
    Words scaler(tensix::tile_datums, 0);
    for (std::size_t face = 0; face < 4; ++face)
        std::fill_n(scaler.begin() + static_cast<long>(256 * face), 16, 0x3F800000);
    const Words sums = LibraryRun{.arch = *GetParam(),
                                  .kernel = "reduction/generic/device/kernels/compute/reduce_w.cpp",
                                  .compile_args = {2, 2, 1},
                                  .defines = {{"REDUCE_OP", "PoolType::SUM"}, {"REDUCE_DIM", "ReduceDim::REDUCE_ROW"}},
                                  .inputs = {{0, in}, {2, scaler}},
                                  .out = 3,
                                  .tiles = 2}
                           .result();
    for (int r = 0; r < 64; ++r) {
        double sum = 0, size = 0;
        for (int c = 0; c < 64; ++c) {
            const double x = value(in, at(2 * (r / 32) + c / 32, r % 32, c % 32));
            sum += x;
            size += std::abs(x);
        }
        ASSERT_NEAR(value(sums, at(r / 32, r % 32, 0)), sum, size / 64) << r;
    }
}

// 64 x 64 by 64 x 64: the reader brings a pair of tiles for each step of each output tile.
TEST_P(LibraryKernel, MultipliesMatrices) {
    const Words a = bf16_values(4, 4), b = bf16_values(4, 5);
    Words left, right;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
            for (int inner = 0; inner < 2; ++inner) {
                const auto tile_of = [](const Words& from, int tile, Words& to) {
                    to.insert(to.end(), from.begin() + tensix::tile_datums * tile,
                              from.begin() + tensix::tile_datums * (tile + 1));
                };
                tile_of(a, 2 * row + inner, left);
                tile_of(b, 2 * inner + column, right);
            }
    const Words product = LibraryRun{.arch = *GetParam(),
                                     .kernel = "matmul/device/kernels/compute/bmm.cpp",
                                     .compile_args = {1, 2, 2, 2},
                                     .inputs = {{0, left}, {1, right}},
                                     .tiles = 4}
                              .result();
    const auto in_matrix = [](int r, int c) { return at(2 * (r / 32) + c / 32, r % 32, c % 32); };
    for (int r = 0; r < 64; r += 3)
        for (int c = 0; c < 64; c += 5) {
            double sum = 0, size = 0;
            for (int i = 0; i < 64; ++i) {
                const double x = value(a, in_matrix(r, i)) * value(b, in_matrix(i, c));
                sum += x;
                size += std::abs(x);
            }
            ASSERT_NEAR(value(product, in_matrix(r, c)), sum, size / 64) << r << " " << c;
        }
}

// A row of an input takes the place of row 5 of a cache two tiles wide.
TEST_P(LibraryKernel, UpdatesACache) {
    const Words cache = bf16_values(2, 6), in = bf16_values(2, 7);
    const Words updated = LibraryRun{.arch = *GetParam(),
                                     .kernel = "kv_cache/device/kernels/compute/update_cache.cpp",
                                     .compile_args = {0, 1, 24, 25, 26, 16, 1, 2, 1, 1},
                                     .inputs = {{0, cache}, {1, in}},
                                     .between = {{24, 2}, {25, 2}, {26, 2}},
                                     .tiles = 2,
                                     .updates_a_row = true}
                              .result();
    for (int tile = 0; tile < 2; ++tile)
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 32; ++c)
                ASSERT_EQ(updated[at(tile, r, c)], r == 5 ? in[at(tile, 0, c)] : cache[at(tile, r, c)])
                    << tile << " " << r << " " << c;
}

TEST_P(LibraryKernel, TilizesEmbeddings) {
    const Words rows = bf16_values(4, 8);  // two blocks of 32 rows of 64
    const Words tiles = LibraryRun{.arch = *GetParam(),
                                   .kernel = "embedding/device/kernels/compute/tilize_chunked.cpp",
                                   .compile_args = {0, 16, 2, 2, 1},
                                   .inputs = {{0, rows}},
                                   .tiles = 4}
                            .result();
    for (int block = 0; block < 2; ++block)
        for (int r = 0; r < 32; ++r)
            for (int c = 0; c < 64; ++c)
                ASSERT_EQ(tiles[at(2 * block + c / 32, r, c % 32)],
                          rows[static_cast<std::size_t>(2048 * block + 64 * r + c)]);
}

}  // namespace
}  // namespace tessera::host::tiles
