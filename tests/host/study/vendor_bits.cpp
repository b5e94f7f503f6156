#include "tests/host/study/vendor_bits.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <bit>
#include <cmath>

#include "host/compile/compile.hpp"
#include "host/device/device.hpp"
#include "sim/fault/fault.hpp"
#include "sim/riscv/program.hpp"

namespace tessera::accuracy {
namespace {

using host::CompileRequest;

// Room for all functions in one kernel; nothing here depends on where code lies.
const arch::Arch& roomy(const arch::Arch& arch) {
    static std::array<std::unique_ptr<arch::Arch>, 2> copies;
    auto& copy = copies[static_cast<std::size_t>(arch.sfpu.isa_column)];
    if (!copy) {
        copy = std::make_unique<arch::Arch>(arch);
        copy->riscv.code_limit_bytes[3].value = 512 * 1024;
        copy->l1.unreserved_base += 512 * 1024;
    }
    return *copy;
}

std::string kernel(std::span<const TileFunction> functions) {
    std::string cases;
    for (std::size_t i = 0; i < functions.size(); ++i)
        cases += fmt::format("    case {}: {}; {}; break;\n", i, functions[i].init, functions[i].call);
    return fmt::format(
        "#include \"compute_kernel_api.h\"\nvoid kernel_main() {{\n    tile_regs_acquire();\n"
        "    switch (get_arg_val<uint32_t>(0)) {{\n{}    }}\n}}\n",
        cases);
}

// The word of a number in Dst, and back.
std::uint32_t word_of(double value, bool fp32_dest) {
    const auto word = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return fp32_dest ? word : word >> 16;
}
std::uint32_t wide(std::uint32_t word, bool fp32_dest) { return fp32_dest ? word : word << 16; }

tensix::DstFormat format_of(bool fp32_dest) { return fp32_dest ? tensix::DstFormat::fp32 : tensix::DstFormat::bf16; }

}  // namespace

TileProgram::TileProgram(const Build& build, std::span<const TileFunction> functions)
    : build_(build), machine_(std::make_unique<core::Machine>(roomy(*build.arch))) {
    CompileRequest request;
    request.source = "tile_functions.cpp";
    request.text = kernel(functions);
    request.risc = abi::Risc::t1;
    request.arch = &roomy(*build.arch);
    request.fp32_dest_acc = build.fp32_dest;
    ::setenv("TESSERA_LIBRARY", build.of_vendor ? "vendor" : "tessera", 1);
    program_ = riscv::load_program(host::compile({&request, 1}).front().elf);
    ::unsetenv("TESSERA_LIBRARY");
}

TileProgram::Result TileProgram::run(std::size_t index, const std::array<Tile, 3>& operands) {
    core::Core& core = machine_->core(0);
    core.begin_program({.fp32_dest_acc = build_.fp32_dest}, 0, 0);
    const std::array argument{static_cast<std::uint32_t>(index)};
    core.place_args(abi::Risc::t1, argument, {});
    const tensix::DstFormat format = format_of(build_.fp32_dest);
    constexpr std::size_t columns = tensix::Dst::columns;
    for (std::size_t tile = 0; tile < operands.size(); ++tile)
        for (std::size_t row = 0; row < tile_values / columns; ++row)
            core.dst().write_row(static_cast<int>(64 * tile + row), format,
                                 std::span(operands[tile]).subspan(row * columns).first<columns>());
    Result result;
    core::Options options;
    host::name_places(options);
    // Each function runs by itself, with whatever init its name leads to.
    options.faults.named[fault::Id::wrong_init] = fault::Verdict::off;
    machine_->begin(std::move(options));
    try {
        machine_->run({{.core = 0, .risc = abi::Risc::t1, .program = program_, .name = "tile_functions.cpp"}});
    } catch (const fault::Fault& fault) {
        const std::string text = fault.text();
        result.fault = text.substr(0, text.find('\n'));
        return result;
    }
    for (std::size_t row = 0; row < tile_values / columns; ++row) {
        const tensix::DstRow words = core.dst().read_row(static_cast<int>(row), format);
        std::ranges::copy(words, result.tile.begin() + static_cast<std::ptrdiff_t>(row * columns));
    }
    return result;
}

Tile inputs(const TileFunction& function, bool fp32_dest, std::uint32_t seed) {
    Tile tile;
    std::uint64_t state = 0x9E3779B97F4A7C15u * (seed + 1);
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state >> 32);
    };
    for (std::size_t i = 0; i < tile_values; ++i) {
        // A third even over the range, a third of every magnitude in it, a third in its middle. All steps are exact, so
        // that every host draws the same.
        const double unit = next() * 0x1p-32, span = function.high - function.low;
        double value = function.low + unit * span;
        if (i % 3 == 1) value = std::ldexp((value < 0 ? function.low : function.high) * (1 - unit / 2), -int(i % 24));
        if (i % 3 == 2) value = function.low + span * (0.5 + (unit - 0.5) / 64);
        if (function.kind == Kind::whole)
            tile[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
        else
            tile[i] = word_of(value, fp32_dest);
    }
    if (function.kind == Kind::whole) return tile;
    constexpr std::uint32_t special[] = {0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000,
                                         0x00400000, 0x80010000, 0x00800000, 0x80800000, 0x7F7F0000, 0xFF7F0000,
                                         0x3F800000, 0xBF800000, 0x3F000000, 0xBF000000, 0x40000000, 0x4B000000};
    for (std::size_t i = 0; i < std::size(special); ++i)
        tile[i + 32 * seed] = fp32_dest ? special[i] : special[i] >> 16;
    return tile;
}

Difference difference(const Tile& ours, const Tile& vendors, Kind kind, bool fp32_dest) {
    Difference d;
    // Consecutive numbers have consecutive integers, the negative ones downwards.
    const auto place = [](std::uint32_t word) {
        const auto magnitude = static_cast<std::int64_t>(word & 0x7FFFFFFF);
        return (word >> 31) != 0 ? -magnitude : magnitude;
    };
    for (std::size_t i = 0; i < tile_values; ++i) {
        if (ours[i] == vendors[i]) continue;
        ++d.words;
        if (kind == Kind::whole) continue;
        const std::uint32_t a = wide(ours[i], fp32_dest), b = wide(vendors[i], fp32_dest);
        const bool finite = (a & 0x7F800000) != 0x7F800000 && (b & 0x7F800000) != 0x7F800000;
        if (!finite) {
            d.other_kind = true;
            continue;
        }
        const auto apart = static_cast<std::uint64_t>(std::abs(place(a) - place(b)));
        d.ulp = std::max(d.ulp, fp32_dest ? apart : apart >> 16);
    }
    return d;
}

}  // namespace tessera::accuracy
