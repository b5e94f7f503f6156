// Segments that are long: what a step of the code becomes does not depend on how many came before it, and neither does
// its price (design.md 4). Were a pass to look over the whole segment at each step, these tests would take hours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/sim/sfpu/functions.hpp"
#include "tests/sim/sfpu/sfpi_host.hpp"

namespace tessera::sfpu {
namespace {

using namespace sfpi;

// The points of the plane that have not left the circle after so many steps.
void mandelbrot(int steps) {
    vFloat zx = 0.25f, zy = 0.5f, count = 0.0f;
    for (int i = 0; i < steps; ++i) {
        v_if(zx * zx + zy * zy < 4.f) {
            vFloat next = zx * zx - zy * zy + 0.25f;
            zy = 2.f * zx * zy + 0.5f;
            zx = next;
            count += 1.f;
        }
        v_endif;
    }
    dst_reg[0] = count;
}

// Operands in registers that instructions name: the second argument is live while the first one is in L3, so it is
// copied.
void forced(int steps) {
    vUInt a = dst_reg[64], b = dst_reg[65], c = dst_reg[66];
    for (int i = 0; i < steps; ++i) {
        vFloat x = dst_reg[i % 64], z = dst_reg[67];
        vFloat y = lut(x, a, b, c);
        dst_reg[i % 64] = y + lut(z, a, b, c) * z;
    }
}

// Constants that are named long before they are used, until no register is left for them.
void constants(int steps) {
    for (int i = 0; i < steps; ++i) {
        vFloat a = 1.5f, b = 2.5f, c = 3.5f, d = 4.5f, e = 5.5f, f = 6.5f, g = 7.5f, h = 8.5f;
        vFloat x = dst_reg[i % 64];
        x = x * a + b;
        x = x * c + d;
        x = x * e + f;
        dst_reg[i % 64] = x * g + h;
    }
}

struct Long {
    const char* name;
    void (*code)(int);
};
void PrintTo(const Long& code, std::ostream* out) { *out << code.name; }

class LongSegment : public testing::TestWithParam<Long> {};

TEST_P(LongSegment, EachStepBecomesTheSameInstructions) {
    for (const arch::Arch* arch : arch::all())
        for (const Lowering lowering : lowerings) {
            const auto size = [&](int steps) {
                return lowered(*arch, lowering, [&] { GetParam().code(steps); }).code.size();
            };
            const std::size_t few = size(20), step = size(21) - few;
            EXPECT_EQ(size(1020), few + 1000 * step) << arch->name << ' ' << name(lowering);
        }
}

TEST(LongCode, TenThousandStepsAreLowered) {
    const auto size = [](int steps) {
        return lowered(wh, Lowering::sfpi_2025, [&] { mandelbrot(steps); }).code.size();
    };
    const std::size_t few = size(20), step = size(21) - few;
    EXPECT_EQ(size(10'000), few + 9'980 * step);
}

INSTANTIATE_TEST_SUITE_P(Code, LongSegment,
                         testing::Values(Long{"mandelbrot", mandelbrot}, Long{"forced", forced},
                                         Long{"constants", constants}),
                         [](const auto& code) { return code.param.name; });

// What the kernel keeps in L0 cannot make room for an operand that has to be there, nor can a copy of it.
TEST(LongCode, TwoVectorsThatNeedOneRegisterAtOnceAreAFault) {
    const auto code = [] {
        vFloat kept = l_reg[LRegs::LReg0];
        vFloat y = lut(vFloat(dst_reg[0]), vUInt(1), vUInt(2), vUInt(3));
        dst_reg[1] = kept + y;
    };
    try {
        lowered(wh, Lowering::sfpi_2025, code);
        FAIL() << "lowered";
    } catch (const LoweringFault& fault) {
        EXPECT_EQ(fault.id(), fault::Id::lreg_pressure);
        EXPECT_THAT(fault.what(), testing::HasSubstr("two vectors are forced into one register at once"));
    }
}

TEST(LongCode, CodeWithoutAnEndIsAFaultBeforeTheMemoryIsFull) {
    Recorder recorder(1000);
    const auto record = [&](int count) {
        for (int i = 0; i < count; ++i) recorder.record_word(0x8f000000u, 0, 0);
    };
    record(1000);
    EXPECT_THROW(record(1), fault::Fault);
    recorder.take();
    record(1000);
    EXPECT_EQ(recorder.size(), 1000u);
}

}  // namespace
}  // namespace tessera::sfpu
