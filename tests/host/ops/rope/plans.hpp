// What tests of whole rotations share: a plan with the data it runs on, and a check that no plan is made of options.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "host/ops/rope/rope.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

struct Work {
    RopePlan plan;
    std::vector<float> x;
    std::vector<std::int32_t> positions;
};

inline std::vector<float> result(const arch::Arch& arch, const Work& w, const core::Options& options = {}) {
    Device device(arch);
    return run_rope(device, w.plan, w.x, w.positions, options).y;
}

inline std::vector<std::string> arch_names() {
    std::vector<std::string> names;
    for (const arch::Arch* arch : arch::all()) names.emplace_back(arch->name);
    return names;
}

// One line that names the value, the rule and the nearest legal value.
template <class Action>
void expect_input_error(Action&& act, const std::string& rule, const std::string& nearest) {
    using testing::HasSubstr;
    EXPECT_THAT(act, testing::ThrowsMessage<fault::InputError>(
                         testing::AllOf(HasSubstr(rule), HasSubstr(nearest), testing::Not(HasSubstr("\n")))));
}
inline void expect_no_plan(const RopeOptions& options, const std::string& rule, const std::string& nearest) {
    expect_input_error([&] { plan_rope(options); }, rule, nearest);
}

}  // namespace tessera::host
