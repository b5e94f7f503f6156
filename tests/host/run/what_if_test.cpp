// What `tessera list figures` says may be set is what --set takes.
#include "host/run/what_if.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sim/fault/fault.hpp"

namespace tessera::host {
namespace {

bool takes(const arch::Arch& arch, const Constant& constant, double value) {
    try {
        const WhatIf changed = what_if(arch, {.set = {fmt::format("{}={}", constant.name, value)}, .harvest = ""});
        return constant.get(changed.arch) == value;
    } catch (const fault::InputError&) {
        return false;
    }
}

TEST(WhatIf, RangesAreExactlyWhatSetTakes) {
    for (const arch::Arch* arch : arch::all())
        for (const Constant& constant : constants(*arch)) {
            SCOPED_TRACE(fmt::format("{} {}: {}", arch->name, constant.name, constant.beside.text()));
            const arch::Range& range = constant.beside;
            EXPECT_TRUE(takes(*arch, constant, range.least));
            EXPECT_TRUE(takes(*arch, constant, range.most));
            EXPECT_TRUE(takes(*arch, constant, constant.get(*arch)));
            const bool power = range.kind == arch::Range::Kind::power_of_two;
            const double step = range.kind == arch::Range::Kind::real ? range.least / 2 : range.step;
            EXPECT_FALSE(takes(*arch, constant, power ? range.least / 2 : range.least - step));
            EXPECT_FALSE(takes(*arch, constant, power ? range.most * 2 : range.most + step));
        }
}

// Two that are set together may go where neither may go alone.
TEST(WhatIf, FiguresThatAreSetTogether) {
    const arch::Arch& arch = arch::wormhole_b0();
    EXPECT_NO_THROW(what_if(arch, {.set = {"riscv.div_min_cycles=50", "riscv.div_max_cycles=60"}, .harvest = ""}));
    EXPECT_THAT(
        [&] {
            what_if(arch, {.set = {"riscv.div_min_cycles=60", "riscv.div_max_cycles=50"}, .harvest = ""});
        },
        testing::ThrowsMessage<fault::InputError>(testing::HasSubstr("div_min_cycles 60 is above")));
}

}  // namespace
}  // namespace tessera::host
