#include "tests/host/tiles/library.hpp"

namespace tessera::host::tiles {

std::filesystem::path library_root() {
    const char* shared = std::getenv("TESSERA_SHARED");
    return std::filesystem::path(shared ? shared : TESSERA_SOURCE_DIR "/../shared") / "clients/library";
}

namespace {

// All pages of every input at once, in the order in which the kernel takes them.
constexpr const char* library_reader = R"(
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
constexpr const char* library_writer = R"(
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

Bytes bytes_of(const Words& words) {
    Bytes bytes;
    for (const std::uint32_t word : words) {
        bytes.push_back(static_cast<std::uint8_t>(word >> 16));
        bytes.push_back(static_cast<std::uint8_t>(word >> 24));
    }
    return bytes;
}

}  // namespace

namespace {

// Every warning of these kernels, which run on silicon, with why it is one.
struct Explained {
    std::string_view kernel;
    fault::Id fault;
    std::string_view why;
};
constexpr std::array explained{
    Explained{"sdpa/device/kernels/compute/sdpa.cpp", fault::Id::cb_overflow,
              "packs without cb_reserve_back over pages that its own unpacker was the last to read, and pushes them"},
    Explained{"sdpa/device/kernels/compute/sdpa.cpp", fault::Id::cb_underflow,
              "pops the pages to which it has packed sums without a cb_wait_front in between: they are there"},
};

}  // namespace

Words LibraryRun::result() const {
    test::Variable cache("XDG_CACHE_HOME", TESSERA_TEST_CACHE);
    Device device(arch);
    Program program;
    const CoreRangeSet core{CoreCoord{0, 0}};
    const auto cb = [&](std::uint32_t index, std::uint32_t pages, std::uint32_t page) {
        program.add(CircularBufferSpec{core, pages * page, {{index, {DataFormat::bf16, page}}}, std::nullopt});
    };
    std::vector<std::shared_ptr<host::Buffer>> dram;
    std::vector<std::uint32_t> sources{static_cast<std::uint32_t>(inputs.size())};
    for (const auto& [index, pages] : inputs) {
        const Bytes bytes = bytes_of(pages.words);
        const auto size = static_cast<std::uint32_t>(bytes.size());
        cb(index, size / pages.bytes, pages.bytes);
        dram.push_back(device.create_buffer(size, size));
        device.write(*dram.back(), bytes);
        sources.insert(sources.end(), {index, dram.back()->address(), size, size / pages.bytes});
    }
    for (const auto& [index, pages] : between) cb(index, pages, bf16_tile_bytes);
    const std::uint32_t out_pages = out_bytes / out_page;
    cb(out, out_pages, out_page);
    const auto to = device.create_buffer(out_bytes, out_bytes);
    const auto spec = [&](const std::string& path) {
        KernelSpec made;
        made.path = path;
        made.cores = core;
        return made;
    };
    KernelSpec reader = spec("reader.cpp"), writer = spec("writer.cpp");
    KernelSpec compute = spec(library_root() / "ttnn/cpp/ttnn/operations" / kernel);
    reader.text = library_reader;
    writer.text = library_writer;
    reader.data_movement = DataMovementKernel{abi::Risc::nc, 0};
    writer.data_movement = DataMovementKernel{abi::Risc::b, 1};
    if (updates_a_row) writer.defines["UPDATES_A_ROW"] = "1";
    compute.compute = mode;
    compute.defines = defines;
    compute.compile_args = compile_args;
    program.set_args(program.add(std::move(reader)), {0, 0}, sources);
    program.set_args(program.add(std::move(writer)), {0, 0}, {to->address(), out_bytes, out_pages, out});
    program.set_args(program.add(std::move(compute)), {0, 0}, args);
    core::Options options;
    options.warned = [this](const fault::Fault& warning) {
        const auto is_this = [&](const Explained& one) {
            return kernel.ends_with(one.kernel) && warning.id() == one.fault;
        };
        EXPECT_TRUE(std::ranges::any_of(explained, is_this)) << warning.text(fault::Severity::warning);
    };
    device.run(program, std::move(options));
    const Bytes bytes = device.read(*to);
    const auto other = device.with_other_bits(*to, 0, bytes);
    EXPECT_FALSE(other && other->computed) << kernel << ": the result depends on " << other->why->text();
    Words words(bytes.size() / 2);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = tensix::read_datum(bytes.data(), static_cast<int>(i), 16) << 16;
    return words;
}

Words bf16_values(std::uint32_t tiles, std::uint32_t seed) {
    Words words = random_reals(tiles, seed);
    for (std::uint32_t& x : words) x &= 0xFFFF0000;
    return words;
}

}  // namespace tessera::host::tiles
