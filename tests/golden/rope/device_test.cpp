// The rope_ggml cases that the aligned NeoX kernel covers, run on the simulated device of both architectures: every
// element lies within the kernel's error bound of the case's exact result.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "host/ops/rope.hpp"
#include "tests/golden/rope/cases.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

bool aligned(const golden::RopeCase& c) {
    return c.problem.pairing == RopePairing::neox && !c.problem.backward && c.problem.rotary_dim % 64 == 0;
}

void expect_within_bound(const golden::RopeCase& c, const arch::Arch& arch, ExpVariant exp) {
    SCOPED_TRACE(c.name + " " + std::string(arch.name) + " " + std::string(name(exp)));
    RopeOptions options;
    options.batch = c.problem.batch;
    options.rows = c.problem.rows;
    options.width = c.problem.width;
    options.rotary_dim = c.problem.rotary_dim;
    options.base = c.problem.base;
    options.exp = exp;
    options.through_srca = false;  // inputs keep their 32 bits, as ggml's do
    const RopePlan plan = plan_rope(options);
    const auto x = c.x.as<float>();
    const auto exact = c.exact.as<double>();
    Device device(arch);
    const RopeRun run = run_rope(device, plan, x, c.problem.positions);
    ASSERT_EQ(run.y.size(), exact.size());

    const auto width = static_cast<std::size_t>(c.problem.width);
    const auto active = static_cast<std::size_t>(c.problem.rotary_dim), half = active / 2;
    const RopeBound bound = plan.bound();
    double worst = 0;
    for (std::size_t row = 0; row < x.size() / width; ++row) {
        const std::size_t start = row * width;
        const double position = c.problem.position(static_cast<std::int64_t>(row));
        for (std::size_t k = 0; k < half; ++k) {
            const std::size_t i = start + k, j = i + half;
            const double limit = bound.bound(k, position, x[i], x[j]);
            for (const std::size_t e : {i, j}) {
                const double ratio = std::abs(run.y[e] - exact[e]) / limit;
                worst = std::isnan(ratio) ? INFINITY : std::max(worst, ratio);
                ASSERT_LE(ratio, 1) << "row " << row << " column " << e - start << ": " << run.y[e] << ", exact "
                                    << exact[e];
            }
        }
        for (std::size_t e = start + active; e < start + width; ++e) ASSERT_EQ(run.y[e], x[e]) << "passive " << e;
    }
    const Comparison found = compare(run.y, exact);
    std::printf("%-24s %-12s %-8s max error %.3e  NMSE %.3e  (ggml itself %.3e)  error/bound %.3f\n", c.name.c_str(),
                std::string(arch.name).c_str(), std::string(name(exp)).c_str(), found.max_abs, found.nmse, c.nmse,
                worst);
}

void run_folder(const fs::path& folder, std::size_t at_least) {
    std::size_t cases = 0;
    for (const golden::RopeCase& c : golden::rope_cases(folder)) {
        if (!aligned(c)) continue;
        ++cases;
        for (const arch::Arch* arch : arch::all())
            for (const ExpVariant exp : {ExpVariant::exp_24f, ExpVariant::exp_fp32}) expect_within_bound(c, *arch, exp);
    }
    EXPECT_GE(cases, at_least);
}

TEST(RopeGgml, KeptCasesLieWithinTheBound) { run_folder(golden::small_rope_folder(), 2); }

TEST(RopeGgml, AllCasesLieWithinTheBound) {
    const fs::path folder = golden::whole_rope_folder();
    if (!fs::exists(folder)) GTEST_SKIP() << "the whole set of vectors is not here";
    run_folder(folder, 1);
}

}  // namespace
}  // namespace tessera::host
