// Mistakes of RoPE's public history, made again with the kernels of kernels/rope (rope-ladder.md
// "Known defects of the public history").
#include <filesystem>
#include <fstream>
#include <sstream>

#include "host/compile/toolchain.hpp"
#include "host/job/generate.hpp"
#include "host/ops/rope/job.hpp"
#include "host/run/execute.hpp"
#include "tests/faults/kernels.hpp"

namespace tessera::faults {
namespace {

using namespace host;

// 6 units and 24 passive tiles; every row has its position.
class Rope : public testing::Test {
  protected:
    RopeOptions options{.batch = 1, .rows = 64, .width = 576, .rotary_dim = 192, .per_row = true};

    Job made(std::uint32_t cores = 1) const { return made(layout(cores)); }
    Job made(const RopeLayout& layout) const {
        return rope_job(device.arch(), plan(), layout, contents_of(x()), positions());
    }
    RopePlan plan() const { return plan_rope(options); }
    RopeLayout layout(std::uint32_t cores) const {
        return article_layout(first_cores(device.compute_grid(), cores), static_cast<std::uint32_t>(plan().units),
                              static_cast<std::uint32_t>(plan().passive_tiles));
    }
    std::vector<float> x() const {
        return generate_values(1, static_cast<std::size_t>(options.batch * options.rows * options.width));
    }
    std::vector<std::int32_t> positions() const { return generate_positions(plan(), PositionKind::random, 1); }

    // The fault that `act` ends in.
    template <class Act>
    std::string fault_of(Id id, Act act) {
        try {
            act();
        } catch (const fault::Fault& fault) {
            EXPECT_EQ(fault.id(), id) << fault.text();
            return fault.text();
        }
        ADD_FAILURE() << "no fault";
        return {};
    }

    Device device{arch::wormhole_b0()};
};

// An early state pushes the page of positions without waiting for the read.
TEST_F(Rope, PositionsPushedWithoutABarrier) {
    const std::filesystem::path folder = kernel_folder() / "rope";
    std::ostringstream text;
    text << std::ifstream(folder / "reader.cpp").rdbuf();
    std::string reader = text.str();
    const std::string barrier =
        "    noc_async_read_barrier();\n    if constexpr (!rope::reader_turns) cb_push_back(rope::cb_positions, 1);";
    ASSERT_NE(reader.find(barrier), std::string::npos);
    reader.replace(reader.find(barrier), barrier.size(), "    cb_push_back(rope::cb_positions, 1);  // BUG");
    const std::string include = "#include \"movement.hpp\"";
    reader.replace(reader.find(include), include.size(), "#include \"" + (folder / "movement.hpp").string() + "\"");

    Job job = made();
    job.kernels[rope_reader].spec.text = reader;
    const std::string said = fault_of(Id::push_before_barrier, [&] { execute(device, job); });
    EXPECT_THAT(said, HasSubstr(":" + std::to_string(line_of(reader)) + ":"));
}

// States R6 to R9 read positions in Dst rows that were released since they were written. Silicon keeps the bits, so
// only a pedantic run minds; R10 keeps nothing in Dst.
TEST_F(Rope, PositionsReadFromReleasedRows) {
    core::Options strict, pedantic;
    strict.faults.strict = true;
    pedantic.faults.pedantic = true;
    for (const Rung rung : {Rung::r6, Rung::r7, Rung::r8, Rung::r9}) {
        options.rung = rung;
        EXPECT_NO_THROW(execute(device, made(), strict));
        const std::string said = fault_of(Id::released_dst, [&] { execute(device, made(), pedantic); });
        EXPECT_THAT(said, AllOf(HasSubstr("TRISC1"), HasSubstr("released and not written since"))) << name(rung);
    }
    options.rung = Rung::r10;
    options.per_row = false;
    EXPECT_NO_THROW(execute(device, made(), pedantic));
}

// The first host for many cores gave the cores of the second group the passive count as their active count, then
// overwrote it: they do no active work, and part of the result is never written.
TEST_F(Rope, CoresOfTheSecondGroupWithoutActiveWork) {
    constexpr std::uint32_t cores = 4;  // 6 units on 4 cores: two with 2, two with 1
    EXPECT_NO_THROW(execute(device, made(cores)));

    RopeLayout spoilt = layout(cores);
    std::size_t second_group = 0;
    for (auto& [core, share] : spoilt.shares)
        if (share.active.end - share.active.begin == 1) {
            share.active = {};
            ++second_group;
        }
    ASSERT_EQ(second_group, 2u);
    const std::string said = fault_of(Id::never_written, [&] { execute(device, made(spoilt)); });
    EXPECT_THAT(said, HasSubstr("pages of the result y that no kernel wrote"));
}

// One state with positions per batch entry reads the array of indices at an offset past its end.
TEST_F(Rope, PositionsReadPastTheirEnd) {
    Job job = made();
    std::vector<Argument>& args = job.kernels[rope_reader].args.at({0, 0});
    args[10] = 96u;  // rows N: the last row of tiles now has more than there are
    args[9] = 3u;
    std::get<std::uint32_t>(args[2]) += 3;  // and one more row of tiles turns
    EXPECT_THAT(fault_of(Id::noc_out_of_bounds, [&] { execute(device, job); }), HasSubstr("reader.cpp"));
}

}  // namespace
}  // namespace tessera::faults
