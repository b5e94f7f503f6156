// SFPU functions of 16-bit unsigned integers in a 16-bit Dst (kernel-api.md 3.5), exact for every operand.
#include "tests/host/tiles/tiles.hpp"

namespace tessera::host::tiles {
namespace {

class ShortIntegers : public TileTest {};
INSTANTIATE_TEST_SUITE_P(Modes, ShortIntegers,
                         ::testing::Values(Mode{&arch::wormhole_b0(), false}, Mode{&arch::blackhole(), false}),
                         testing::PrintToStringParamName());

// Tiles 0 and 1 of Dst hold a and b; the result is in tile 0.
struct IntegerCall {
    const char* call;
    std::uint32_t (*expected)(std::uint32_t a, std::uint32_t b);
};
constexpr IntegerCall integer_calls[] = {
    {"eqz_tile_init(); eqz_tile_uint16(0)", [](auto a, auto) { return std::uint32_t{a == 0}; }},
    {"nez_tile_init(); nez_tile_uint16(0)", [](auto a, auto) { return std::uint32_t{a != 0}; }},
    {"logical_not_unary_tile_init(); logical_not_unary_tile_uint16(0)",
     [](auto a, auto) { return std::uint32_t{a == 0}; }},
    {"add_int_tile_init(); add_int_tile<DataFormat::UInt16>(0, 1, 0)", [](auto a, auto b) { return (a + b) & 0xFFFF; }},
    {"sub_int_tile_init(); sub_int_tile<DataFormat::UInt16>(0, 1, 0)", [](auto a, auto b) { return (a - b) & 0xFFFF; }},
    {"rsub_int_tile_init(); rsub_int_tile<DataFormat::UInt16>(0, 1, 0)",
     [](auto a, auto b) { return (b - a) & 0xFFFF; }},
    {"mul_int_tile_init<DataFormat::UInt16>(); mul_int_tile<DataFormat::UInt16>(0, 1, 0)",
     [](auto a, auto b) { return (a * b) & 0xFFFF; }},
};

TEST_P(ShortIntegers, AreExact) {
    std::string body = "init_sfpu(0, 16);\n";
    for (const IntegerCall& call : integer_calls)
        body += "copy_tile_init(0);\ntile_regs_acquire();\ncopy_tile(0, 0, 0);\ncopy_tile(0, 1, 1);\n" +
                std::string(call.call) +
                ";\ntile_regs_commit();\ntile_regs_wait();\npack_tile(0, 16);\ntile_regs_release();\n";
    TileRun run{.arch = *GetParam().arch,
                .inputs = {{DataFormat::int16, Bytes(2 * tensix::tile_bytes(DataFormat::int16))}},
                .out = DataFormat::int16,
                .tiles = static_cast<std::uint32_t>(std::size(integer_calls)),
                .body = body,
                .header = "eltwise_unary/comp.h"};
    // Of every size, with zeros, the largest and equal ones among them.
    Numbers numbers(7);
    Bytes& bytes = run.inputs[0].bytes;
    for (int i = 0; i < 2 * tensix::tile_datums; ++i) {
        const int j = i % tensix::tile_datums;
        const std::uint32_t x = j % 32 == 0   ? 0
                                : j % 32 == 1 ? 0xFFFF
                                : j % 32 == 2 ? static_cast<std::uint32_t>(j)
                                              : (numbers.next() & 0xFFFF) >> (numbers.next() % 16);
        tensix::write_datum(bytes.data(), i, 16, x);
    }
    const Bytes result = run.result();
    for (std::size_t tile = 0; tile < std::size(integer_calls); ++tile)
        for (int i = 0; i < tensix::tile_datums; ++i) {
            const std::uint32_t a = tensix::read_datum(bytes.data(), i, 16);
            const std::uint32_t b = tensix::read_datum(bytes.data(), i + tensix::tile_datums, 16);
            const int at = static_cast<int>(tile) * tensix::tile_datums + i;
            ASSERT_EQ(tensix::read_datum(result.data(), at, 16), integer_calls[tile].expected(a, b))
                << integer_calls[tile].call << " of " << a << ", " << b;
        }
}

}  // namespace
}  // namespace tessera::host::tiles
