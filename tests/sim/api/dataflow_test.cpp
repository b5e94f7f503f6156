// The data-movement API as kernels see it (spec/kernel-api.md 2): kernels that check themselves, and what they cannot
// know computed here a second time.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "host/device/device.hpp"
#include "sim/abi/accessor.hpp"
#include "sim/fault/fault.hpp"
#include "sim/noc/address.hpp"
#include "tests/support/paths.hpp"

namespace tessera::host {
namespace {

constexpr std::uint32_t page_bytes = 1024;
const CoreCoord origin{0, 0};

const arch::Arch& of(const std::string& name) {
    return name == "wormhole_b0" ? arch::wormhole_b0() : arch::blackhole();
}

class Dataflow : public ::testing::TestWithParam<const char*> {
  protected:
    Dataflow() : device(of(GetParam())) {}

    arch::Coord physical(int x, int y) const {
        const arch::Grid& grid = device.arch().grid;
        return {grid.tensix_columns[static_cast<std::size_t>(x)], grid.tensix_rows[static_cast<std::size_t>(y)]};
    }
    Program one_kernel(const std::string& name, std::vector<std::uint32_t> args,
                       std::vector<std::uint32_t> compile_args = {}, std::vector<std::uint32_t> common = {},
                       CoreCoord core = origin) {
        KernelSpec spec;
        spec.path = std::string(TESSERA_SOURCE_DIR "/tests/data/kernels/") + name;
        spec.cores = CoreRangeSet{core};
        spec.data_movement = DataMovementKernel{abi::Risc::b, 0};
        spec.compile_args = std::move(compile_args);
        Program program;
        const KernelId kernel = program.add(std::move(spec));
        program.set_args(kernel, core, std::move(args));
        if (!common.empty()) program.set_common_args(kernel, std::move(common));
        return program;
    }
    // The kernels check themselves: a fault is what they found wrong.
    void expect_clean(const Program& program, core::Options options = {}) {
        options.faults.pedantic = true;
        // They use one page for every form of a call, and do not load back what they store.
        options.faults.named[fault::Id::race] = fault::Verdict::off;
        try {
            device.run(program, options);
        } catch (const fault::Fault& fault) {
            ADD_FAILURE() << fault.text();
        }
    }
    static void add_cb(Program& program, std::uint32_t index, std::uint32_t pages, std::uint32_t bytes,
                       CoreCoord core = origin) {
        program.add(CircularBufferSpec{
            CoreRangeSet{core}, pages * bytes, {{index, {tensix::DataFormat::fp32, bytes}}}, std::nullopt});
    }
    // Word i of page p holds step * p + i.
    std::shared_ptr<Buffer> numbered(std::uint32_t pages, std::uint32_t bytes, std::uint32_t step) {
        auto buffer = device.create_buffer(std::uint64_t{pages} * bytes, bytes);
        std::vector<std::uint32_t> words;
        for (std::uint32_t page = 0; page < pages; ++page)
            for (std::uint32_t i = 0; i < bytes / 4; ++i) words.push_back(step * page + i);
        device.write(*buffer, {reinterpret_cast<const std::uint8_t*>(words.data()), 4 * words.size()});
        return buffer;
    }

    Device device;
};

TEST_P(Dataflow, EveryFormOfARequest) {
    const auto tensor = numbered(8, page_bytes, 1000);
    const arch::Coord next = physical(1, 0), last = physical(2, 0);
    // The rectangle of both neighbours, and of all three, is one row without a gap.
    ASSERT_EQ(next.x, physical(0, 0).x + 1);
    ASSERT_EQ(last.x, next.x + 1);
    Program program =
        one_kernel("noc_requests.cpp", {tensor->address(), static_cast<std::uint32_t>(next.x),
                                        static_cast<std::uint32_t>(next.y), static_cast<std::uint32_t>(last.x)});
    add_cb(program, 0, 16, page_bytes);
    program.add_semaphore(CoreRangeSet{CoreRange{origin, {2, 0}}}, 0);
    expect_clean(program);
}

TEST_P(Dataflow, TransactionIdsOfAnyOrder) {
    const auto source = numbered(1, 2048, 0);
    for (const std::uint32_t seed : {1u, 20u, 300u}) {
        Program program = one_kernel("noc_random.cpp", {source->address(), seed});
        add_cb(program, 0, 16, 512);
        SCOPED_TRACE(seed);
        expect_clean(program);
    }
}

TEST_P(Dataflow, ObjectsOfBothGenerations) {
    const auto tensor = numbered(4, page_bytes, 1000);
    const arch::Coord next = physical(1, 0);
    Program program =
        one_kernel("noc_objects.cpp",
                   {tensor->address(), static_cast<std::uint32_t>(next.x), static_cast<std::uint32_t>(next.y)}, {2});
    add_cb(program, 0, 2, page_bytes);
    add_cb(program, 1, 2, page_bytes);
    for (int i = 0; i < 3; ++i) program.add_semaphore(CoreRangeSet{CoreRange{origin, {1, 0}}}, 0);
    expect_clean(program);
}

TEST_P(Dataflow, MailboxesAndBuffersOfComputeCores) {
    Program program = one_kernel("mailbox_mover.cpp", {});
    KernelSpec spec;
    spec.path = TESSERA_SOURCE_DIR "/tests/data/kernels/mailbox_compute.cpp";
    spec.cores = CoreRangeSet{origin};
    spec.compute = ComputeKernel{};
    spec.named_compile_args = {{"page_words", 1024}};
    program.add(std::move(spec));
    add_cb(program, 0, 2, 4096);
    expect_clean(program);
}

// Of a kernel whose cores do not begin at the corner of the grid, on B and on the compute cores.
TEST_P(Dataflow, PlacesOfArgumentsAndOfTheCore) {
    const CoreCoord first{1, 1}, last{2, 1};
    for (const bool computes : {false, true}) {
        KernelSpec spec;
        spec.path = TESSERA_SOURCE_DIR "/tests/data/kernels/kernel_args.cpp";
        spec.cores = CoreRangeSet{CoreRange{first, last}};
        if (computes)
            spec.compute = ComputeKernel{};
        else
            spec.data_movement = DataMovementKernel{abi::Risc::b, 0};
        Program program;
        const KernelId kernel = program.add(std::move(spec));
        for (const CoreCoord& at : {first, last})
            program.set_args(kernel, at, {7, static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
        program.set_common_args(kernel, {11, 12});
        expect_clean(program);
    }
}

TEST_P(Dataflow, CircularBufferBetweenCores) {
    constexpr std::uint32_t at = 0x60000;
    const CoreCoord receiver{1, 0};
    std::vector<std::uint32_t> words(1024);  // the configuration, and behind it the ring
    words[3] = 1056;
    words[32] = static_cast<std::uint32_t>(physical(1, 0).x);
    words[33] = static_cast<std::uint32_t>(physical(1, 0).y);
    for (const CoreCoord& core : {origin, receiver})
        device.write_l1(core, at, {reinterpret_cast<const std::uint8_t*>(words.data()), 4 * words.size()});
    KernelSpec spec;
    spec.path = TESSERA_SOURCE_DIR "/tests/data/kernels/remote_cb.cpp";
    spec.cores = CoreRangeSet{CoreRange{origin, receiver}};
    spec.data_movement = DataMovementKernel{abi::Risc::b, 0};
    Program program;
    const KernelId kernel = program.add(std::move(spec));
    const arch::Coord first = physical(0, 0), second = physical(1, 0);
    program.set_args(kernel, origin,
                     {1, static_cast<std::uint32_t>(second.x), static_cast<std::uint32_t>(second.y), at});
    program.set_args(kernel, receiver,
                     {0, static_cast<std::uint32_t>(first.x), static_cast<std::uint32_t>(first.y), at});
    add_cb(program, 0, 1, 640);
    expect_clean(program);
}

// The map of a sharded tensor by its definition: shards row-major over the tensor, round the banks in turn, pages
// row-major in each, the last shards padded.
struct Sharded {
    std::uint32_t rows, columns, shard_rows, shard_columns;
    std::vector<arch::Coord> banks;
    bool dram;

    std::uint32_t grid_columns() const { return (columns + shard_columns - 1) / shard_columns; }
    std::uint32_t shards() const { return (rows + shard_rows - 1) / shard_rows * grid_columns(); }
    std::uint64_t shard_address(const arch::Arch& arch, std::uint32_t shard, std::uint32_t base) const {
        const auto bank = shard % banks.size();
        const arch::Coord at = dram ? arch.dram.endpoint[static_cast<std::size_t>(banks[bank].x)] : banks[bank];
        const std::uint64_t xy =
            static_cast<std::uint64_t>(at.y) << abi::noc_coordinate_bits | static_cast<unsigned>(at.x);
        return (xy << abi::noc_address_bits) + base + shard / banks.size() * shard_rows * shard_columns * page_bytes;
    }
    std::uint64_t address(const arch::Arch& arch, std::uint32_t page, std::uint32_t base) const {
        const std::uint32_t row = page / columns, column = page % columns;
        const std::uint32_t shard = row / shard_rows * grid_columns() + column / shard_columns;
        const std::uint32_t within = row % shard_rows * shard_columns + column % shard_columns;
        return shard_address(arch, shard, base) + within * page_bytes;
    }
    std::vector<std::uint32_t> bank_words() const {
        std::vector<std::uint32_t> words((banks.size() + 1) / 2);
        for (std::size_t i = 0; i < banks.size(); ++i)
            words[i / 2] |= static_cast<std::uint32_t>(banks[i].x << 8 | banks[i].y) << (i % 2 * 16);
        return words;
    }
};

TEST_P(Dataflow, ShardedAccessorsKnownEarlyAndLate) {
    const arch::Coord here = physical(0, 0), next = physical(1, 0), below = physical(0, 1);
    const Sharded in_l1{5, 7, 2, 3, {next, here, below}, false},
        in_dram{5, 7, 2, 3, {{3, 0}, {0, 0}, {1, 0}, {5, 0}}, true};
    constexpr std::uint32_t base = 0x40000;
    for (const Sharded& tensor : {in_l1, in_dram}) {
        const std::uint32_t config = 1u | (tensor.dram ? 2u : 0u);
        const auto banks = static_cast<std::uint32_t>(tensor.banks.size());
        std::vector<std::uint32_t> words{
            2, banks, tensor.rows, tensor.columns, tensor.shard_rows, tensor.shard_columns};
        for (const std::uint32_t word : tensor.bank_words()) words.push_back(word);
        for (const bool late : {false, true}) {
            SCOPED_TRACE(fmt::format("{} {}", tensor.dram ? "DRAM" : "L1", late ? "runtime" : "compile time"));
            std::vector<std::uint32_t> compile_args{config | (late ? 0x7Cu : 0u)};
            if (!late) compile_args.insert(compile_args.end(), words.begin(), words.end());
            const auto result = device.create_buffer(2048, 2048);
            Program program = one_kernel("accessor.cpp", {base, page_bytes, result->address(), 2048}, compile_args,
                                         late ? words : std::vector<std::uint32_t>{});
            add_cb(program, 0, 1, 2048);
            expect_clean(program);
            const std::vector<std::uint8_t> bytes = device.read(*result);
            std::vector<std::uint64_t> said(256);
            std::memcpy(said.data(), bytes.data(), bytes.size());

            std::vector<std::uint64_t> expected{tensor.rows * tensor.columns, tensor.shard_rows * tensor.shard_columns};
            for (std::uint32_t page = 0; page < tensor.rows * tensor.columns; ++page)
                expected.push_back(tensor.address(device.arch(), page, base));
            for (std::uint32_t shard = 0; shard < tensor.shards(); ++shard) {
                expected.push_back(tensor.shard_address(device.arch(), shard, base));
                expected.push_back(!tensor.dram && tensor.banks[shard % banks] == here);
                if (late) continue;
                const std::uint32_t top = shard / tensor.grid_columns() * tensor.shard_rows;
                const std::uint32_t left = shard % tensor.grid_columns() * tensor.shard_columns;
                for (std::uint32_t row = top; row < std::min(top + tensor.shard_rows, tensor.rows); ++row)
                    for (std::uint32_t column = left; column < std::min(left + tensor.shard_columns, tensor.columns);
                         ++column)
                        expected.push_back(row * tensor.columns + column);
            }
            said.resize(expected.size());
            EXPECT_EQ(said, expected);
        }
    }
}

// Of a tensor in L1 of two cores, shard by shard, next to one in DRAM.
TEST_P(Dataflow, ShardsPagesAndTheTraitsOfObjects) {
    constexpr std::uint32_t base = 0x60000, rows = 4, columns = 6, shard_bytes = 6 * page_bytes;
    const CoreCoord here{1, 1}, other{2, 1};
    const Sharded tensor{rows, columns, 2, 3, {physical(2, 1), physical(1, 1)}, false};
    const auto shard_words = [](std::uint32_t shard) {
        std::vector<std::uint32_t> words;
        for (std::uint32_t i = 0; i < 6; ++i)
            for (std::uint32_t w = 0; w < page_bytes / 4; ++w)
                words.push_back(1000 * ((shard / 2 * 2 + i / 3) * columns + shard % 2 * 3 + i % 3) + w);
        return words;
    };
    for (std::uint32_t shard = 0; shard < 4; ++shard) {
        const auto words = shard_words(shard);
        device.write_l1(shard % 2 == 0 ? other : here, base + shard / 2 * shard_bytes,
                        {reinterpret_cast<const std::uint8_t*>(words.data()), 4 * words.size()});
    }
    const auto interleaved = numbered(4, page_bytes, 1000);
    std::vector<std::uint32_t> compile_args{1, 2, 2, rows, columns, 2, 3};
    for (const std::uint32_t word : tensor.bank_words()) compile_args.push_back(word);
    compile_args.insert(compile_args.end(), {2, page_bytes, page_bytes});
    const arch::Coord first = physical(2, 1);
    Program program = one_kernel(
        "shards.cpp",
        {base, interleaved->address(), static_cast<std::uint32_t>(first.x), static_cast<std::uint32_t>(first.y)},
        compile_args, {page_bytes}, here);
    add_cb(program, 0, 2, shard_bytes, here);
    expect_clean(program);

    std::vector<std::uint32_t> expected = shard_words(3), last = shard_words(2);
    std::copy_n(expected.begin(), page_bytes / 4, last.end() - page_bytes / 4);
    expected.insert(expected.end(), last.begin(), last.end());
    const std::vector<std::uint8_t> bytes = device.read_l1(other, base, 2 * shard_bytes);
    std::vector<std::uint32_t> said(bytes.size() / 4);
    std::memcpy(said.data(), bytes.data(), bytes.size());
    EXPECT_EQ(said, expected);
}

TEST_P(Dataflow, DescriptorsAndOtherNamesOfSpring) {
    const auto a = numbered(8, page_bytes, 1000), b = numbered(8, page_bytes, 1000);
    constexpr std::uint32_t interleaved_dram =
        abi::accessor_word(static_cast<std::uint8_t>(abi::ArgConfig::IsDram), page_bytes);
    Program program = one_kernel("descriptors.cpp", {a->address(), b->address()}, {interleaved_dram, interleaved_dram});
    program.add(
        CircularBufferSpec{CoreRangeSet{origin}, 4 * 2048, {{0, {tensix::DataFormat::bf16, 2048}}}, std::nullopt});
    program.add(
        CircularBufferSpec{CoreRangeSet{origin}, 2 * 4096, {{1, {tensix::DataFormat::fp32, 4096}}}, std::nullopt});
    device.run(program);
}

TEST_P(Dataflow, AidsOfDebugging) {
    const auto program_of = [&](std::uint32_t hangs) {
        Program program = one_kernel("debug_mover.cpp", {hangs});
        KernelSpec spec;
        spec.path = TESSERA_SOURCE_DIR "/tests/data/kernels/debug_compute.cpp";
        spec.cores = CoreRangeSet{origin};
        spec.compute = ComputeKernel{};
        program.add(std::move(spec));
        for (const std::uint32_t cb : {0u, 16u})
            program.add(
                CircularBufferSpec{CoreRangeSet{origin}, 4096, {{cb, {tensix::DataFormat::bf16, 2048}}}, std::nullopt});
        return program;
    };
    std::map<std::string, std::vector<std::string>> lines;  // by the RISC that said them
    core::Options options;
    options.print_all_cores = true;
    options.print_line = [&](std::string_view line) {
        const std::string risc(line.substr(11, line.find(':') - 11));
        lines[risc].emplace_back(line.substr(line.find(':') + 2));
    };
    expect_clean(program_of(0), options);
    EXPECT_THAT(lines["BRISC"],
                ::testing::ElementsAre("0: 0x0 0xa 0x14 ", "1: 0x1e 0x28 0x32 ", "1: 12840 17980 ", "2: 23120 28260 ",
                                       "3: 134 135 ", "4: 136 137 ", "<3|4>", "2 2048 4096 2048"));
    std::vector<std::string> tile{"ahead 17153", "======"};
    for (int row = 0; row < 32; ++row) {
        std::vector<int> values(32);
        for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = 128 + (32 * row + i) % 128;
        tile.push_back(fmt::format("{} : {}", row, fmt::join(values, " ")));
        tile.emplace_back();  // the slice ends its row by itself
    }
    tile.push_back("++++++");
    EXPECT_EQ(lines["TRISC0"], tile);
    EXPECT_THAT(lines["TRISC2"], ::testing::ElementsAre("behind 77"));
    EXPECT_EQ(lines.size(), 3u);
    try {
        device.run(program_of(1), {});
        ADD_FAILURE() << "assert_and_hang let the kernel go on";
    } catch (const fault::Fault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::kernel_assert);
        EXPECT_THAT(fault.where().file, ::testing::EndsWith("debug_mover.cpp"));
        EXPECT_THAT(fault.text(), ::testing::ContainsRegex("ASSERT failed in line [0-9]+ of .*debug_mover.cpp"));
    }
}

INSTANTIATE_TEST_SUITE_P(Both, Dataflow, ::testing::Values("wormhole_b0", "blackhole"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace tessera::host
