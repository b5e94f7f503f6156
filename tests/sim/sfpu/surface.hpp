// How the tests of the SFPI surface check one expression: recorded, lowered and run on 32 lanes of both architectures,
// beside what plain C++ makes of the same input.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "sim/api/sfpi.h"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu::surface {

using namespace sfpi;

constexpr std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
constexpr float real(std::uint32_t x) { return __builtin_bit_cast(float, x); }
constexpr std::int32_t whole(std::uint32_t x) { return static_cast<std::int32_t>(x); }
constexpr std::uint32_t word(std::int32_t x) { return static_cast<std::uint32_t>(x); }
constexpr std::uint32_t magnitude_of(std::uint32_t twos) { return whole(twos) < 0 ? 0x80000000u | (0u - twos) : twos; }

// Floats whose sums and products are exact.
inline lane::Lanes floats() {
    lane::Lanes x;
    for (int l = 0; l < lane::count; ++l) x[l] = bits(static_cast<float>(l - 15) * 0.75f);
    return x;
}
inline lane::Lanes integers() {
    lane::Lanes x;
    for (int l = 0; l < lane::count; ++l) x[l] = word((l - 13) * (l % 3 == 0 ? 1 : 70000));
    return x;
}
inline lane::Lanes magnitudes() {
    lane::Lanes x = integers();
    for (int l = 0; l < lane::count; ++l) x[l] = magnitude_of(x[l]);
    return x;
}

using Expected = std::function<std::uint32_t(std::uint32_t)>;

// `code` gets the input as a vector of type V; its result is compared as bits.
template <class V, class F>
void check(const char* what, const lane::Lanes& input, F code, const Expected& expected,
           std::initializer_list<const arch::Arch*> archs = {&arch::wormhole_b0(), &arch::blackhole()}) {
    for (const arch::Arch* arch : archs) {
        const Program program = lowered(*arch, Lowering::sfpi_2025, [&] {
            V x = reinterpret<V>(vUInt(dst_reg[0].mode<DataLayout::INT32>()));
            dst_reg[1].mode<DataLayout::INT32>() = code(x);
        });
        const lane::Lanes output = run(*arch, program, input);
        for (int l = 0; l < lane::count; ++l)
            ASSERT_EQ(output[l], expected(input[l]))
                << what << " on " << arch->name << ", lane " << l << ", input " << std::hex << input[l] << "\n"
                << print(program);
    }
}
#define CHECK_FLOAT(expression, expected)                                                    \
    check<vFloat>(                                                                           \
        #expression, floats(), []([[maybe_unused]] vFloat x) { return vFloat(expression); }, \
        [](std::uint32_t in) {                                                               \
            const float x = real(in);                                                        \
            (void)x;                                                                         \
            return bits(expected);                                                           \
        })
#define CHECK_INT(expression, expected)                                                    \
    check<vInt>(                                                                           \
        #expression, integers(), []([[maybe_unused]] vInt x) { return vInt(expression); }, \
        [](std::uint32_t in) {                                                             \
            const std::int32_t x = whole(in);                                              \
            (void)x;                                                                       \
            return word(expected);                                                         \
        })
#define CHECK_UINT(expression, expected)                                                     \
    check<vUInt>(                                                                            \
        #expression, integers(), []([[maybe_unused]] vUInt x) { return vUInt(expression); }, \
        []([[maybe_unused]] std::uint32_t x) { return static_cast<std::uint32_t>(expected); })

}  // namespace tessera::sfpu::surface
