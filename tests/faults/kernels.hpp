// Tiny programs with exactly one mistake each: kernels given as text, run on core (0,0), and what the fault says.
// The line of a mistake is the one that ends in `// BUG`, so that no test counts lines.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "host/device/device.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::faults {

using fault::Id;
using tensix::DataFormat;
using ::testing::AllOf;
using ::testing::HasSubstr;

// Starts of a mover's body: `source`, the DRAM buffer that its first argument is, and `p`, a pointer to the address
// that follows.
inline const std::string dram_source =
    "    const uint64_t source = get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0));\n";
inline const std::string pointer_to = "    auto* p = reinterpret_cast<volatile uint32_t*>(";

// Number of the line that holds `marker`, from 1.
int line_of(const std::string& text, const std::string& marker = "// BUG");

class Scenario {
  public:
    explicit Scenario(const arch::Arch& arch = arch::wormhole_b0()) : device(arch) {}

    // A circular buffer on core (0,0).
    Scenario& cb(std::uint32_t index, std::uint32_t pages, DataFormat format = DataFormat::fp32,
                 std::uint32_t page_bytes = 4096);
    // Kernels are named reader.cpp (BRISC), writer.cpp (NCRISC) and compute.cpp. Texts of movers are the body of
    // kernel_main; that of compute is the body of MAIN, `#include "sfpi.h"` is there.
    Scenario& reader(const std::string& body, std::vector<std::uint32_t> args = {});
    Scenario& writer(const std::string& body, std::vector<std::uint32_t> args = {});
    Scenario& compute(const std::string& body, host::ComputeKernel mode = {});
    // A reader that pushes one tile of bf16 to cb 0, with `first_word` at its beginning.
    Scenario& one_tile(std::uint32_t first_word = 0);
    // What stands above the function of the kernels that follow.
    Scenario& above(const std::string& text);
    // A DRAM buffer with something in it; its address.
    std::uint32_t dram(std::uint32_t bytes, bool filled = true);

    const std::string& text(const std::string& name) const { return texts.at(name); }
    // Runs it; the fault it ends in, if any.
    std::optional<fault::Fault> run(core::Options options = {});

    host::Device device;
    host::Program program;
    std::map<std::string, std::string> texts;  // by kernel name
    std::vector<fault::Fault> warnings;        // of the last run

  private:
    Scenario& mover(abi::Risc risc, const std::string& name, const std::string& body, std::vector<std::uint32_t> args);
    std::string head_;
    std::vector<std::shared_ptr<host::Buffer>> buffers_;
};

// The fault is `id`, raised on core (0,0) by `risc`, in the kernel's line that holds `marker`, in compiler form with
// code and remedy.
void expect_fault(Scenario& scenario, Id id, const std::string& risc, const std::string& kernel,
                  const ::testing::Matcher<std::string>& words, const std::string& marker = "// BUG",
                  core::Options options = {});

// The run ends well; once, `risc` is warned of `id` in that line, and it is an error in
// a run that refuses the warnings of its row.
void expect_warning(Scenario& scenario, Id id, const std::string& risc, const std::string& kernel,
                    const ::testing::Matcher<std::string>& words);

// Neither a fault nor a warning.
void expect_clean(Scenario& scenario, core::Options options = {});

}  // namespace tessera::faults
