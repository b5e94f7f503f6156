// The rope_ggml cases that the aligned kernels cover, run on the simulated device of both architectures: every element
// lies within the kernel's error bound of the case's exact result, and with an exp that is good enough the whole passes
// ggml's own criterion.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "host/ops/rope/rope.hpp"
#include "tests/golden/rope/cases.hpp"

namespace tessera::host {
namespace {

namespace fs = std::filesystem;

bool aligned(const golden::RopeCase& c) {
    return c.problem.rotary_dim % (c.problem.pairing == RopePairing::neox ? 64 : 32) == 0;
}

bool plain(const golden::RopeCase& c) {
    return c.problem.pairing == RopePairing::neox && c.problem.yarn.freq_scale == 1 && c.problem.factors.empty() &&
           magnitude(c.problem.yarn) == 1;
}

// rope-variants.md (e): at large positions ggml itself is off by more than its limit, which its own distance from the
// exact result then allows for.
constexpr double ggml_limit = 1e-7;

void expect_within_bound(const golden::RopeCase& c, const arch::Arch& arch, ExpVariant exp,
                         RopePhase phase = RopePhase::computed) {
    const std::string angles(phase == RopePhase::computed ? name(exp) : name(phase));
    SCOPED_TRACE(c.name + " " + std::string(arch.name) + " " + angles);
    RopeOptions options;
    options.batch = c.problem.batch;
    options.rows = c.problem.rows;
    options.width = c.problem.width;
    options.rotary_dim = c.problem.rotary_dim;
    options.base = c.problem.base;
    options.pairing = c.problem.pairing;
    options.backward = c.problem.backward;
    options.yarn = c.problem.yarn;
    options.factors = c.problem.factors;
    options.exp = exp;
    options.phase = phase;
    options.through_srca = false;  // inputs keep their 32 bits, as ggml's do
    const RopePlan plan = plan_rope(options);
    const auto x = c.x.as<float>();
    const auto exact = c.exact.as<double>();
    Device device(arch);
    const RopeRun run = run_rope(device, plan, x, c.problem.positions);
    ASSERT_EQ(run.y.size(), exact.size());

    const views::Check verdict = judge(plan.problem(c.problem.positions), plan.bound(), x, run.y);
    EXPECT_TRUE(verdict.within) << "element " << verdict.worst << ": " << verdict.got << ", exact " << verdict.expected
                                << " within " << verdict.bound;
    const views::Deviation found = compare(run.y, exact);
    if (exp == ExpVariant::exp_fp32) {
        EXPECT_LE(found.nmse, ggml_limit);
        EXPECT_LE(ggml_nmse(run.y, c.y.as<float>()), ggml_limit + 4 * c.nmse);
    }
    std::printf("%-24s %-12s %-8s max error %.3e  NMSE %.3e  (ggml itself %.3e)  error/bound %.3f\n", c.name.c_str(),
                std::string(arch.name).c_str(), angles.c_str(), found.max_abs, found.nmse, c.nmse, verdict.worst_ratio);
}

// Each case with computed angles on one architecture, with split frequencies or turns on the other; both take turns.
// tests/host/ops/rope runs each kind on both.
void run_folder(const fs::path& folder, std::size_t at_least) {
    std::size_t cases = 0;
    for (const golden::RopeCase& c : golden::rope_cases(folder)) {
        if (!aligned(c)) continue;
        const auto archs = arch::all();
        const arch::Arch &one = *archs[cases % archs.size()], &other = *archs[(cases + 1) % archs.size()];
        expect_within_bound(c, one, ExpVariant::exp_fp32);
        expect_within_bound(c, other, ExpVariant::exp_fp32, cases % 4 < 2 ? RopePhase::split : RopePhase::turns);
        // The ladder's own, whose bound hides what the variants add.
        if (plain(c)) expect_within_bound(c, other, ExpVariant::exp_24f);
        ++cases;
    }
    EXPECT_GE(cases, at_least);
}

// The whole set holds the cases kept here.
TEST(RopeGgml, CasesLieWithinTheBound) {
    const fs::path whole = golden::whole_rope_folder();
    if (fs::exists(whole))
        run_folder(whole, 20);
    else
        run_folder(golden::small_rope_folder(), 10);
}

}  // namespace
}  // namespace tessera::host
