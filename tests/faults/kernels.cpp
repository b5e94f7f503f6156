#include "tests/faults/kernels.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::faults {
namespace {

host::CoreRangeSet core_0() { return host::CoreRangeSet{host::CoreCoord{0, 0}}; }

}  // namespace

int line_of(const std::string& text, const std::string& marker) {
    const std::size_t at = text.find(marker);
    if (at == std::string::npos) return -1;
    return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

Scenario& Scenario::cb(std::uint32_t index, std::uint32_t pages, DataFormat format, std::uint32_t page_bytes) {
    program.add(host::CircularBufferSpec{core_0(), pages * page_bytes, {{index, {format, page_bytes}}}, std::nullopt});
    return *this;
}

Scenario& Scenario::above(const std::string& text) {
    head_ = text + "\n";
    return *this;
}

Scenario& Scenario::mover(abi::Risc risc, const std::string& name, const std::string& body,
                          std::vector<std::uint32_t> args) {
    texts[name] = head_ + "void kernel_main() {\n" + body + "\n}\n";
    host::KernelSpec spec;
    spec.path = name;
    spec.text = texts[name];
    spec.cores = core_0();
    spec.data_movement = host::DataMovementKernel{risc, risc == abi::Risc::b ? 0 : 1};
    program.set_args(program.add(std::move(spec)), {0, 0}, std::move(args));
    return *this;
}

Scenario& Scenario::reader(const std::string& body, std::vector<std::uint32_t> args) {
    return mover(abi::Risc::b, "reader.cpp", body, std::move(args));
}

Scenario& Scenario::writer(const std::string& body, std::vector<std::uint32_t> args) {
    return mover(abi::Risc::nc, "writer.cpp", body, std::move(args));
}

Scenario& Scenario::one_tile(std::uint32_t first_word) {
    return reader(R"(
    cb_reserve_back(0, 1);
    noc_async_read(get_noc_addr_from_bank_id<true>(0, get_arg_val<uint32_t>(0)), get_write_ptr(0), 2048);
    noc_async_read_barrier();
    *reinterpret_cast<volatile uint32_t*>(get_write_ptr(0)) = get_arg_val<uint32_t>(1);
    cb_push_back(0, 1);)",
                  {dram(2048), first_word});
}

Scenario& Scenario::compute(const std::string& body, host::ComputeKernel mode) {
    texts["compute.cpp"] = "#include \"sfpi.h\"\n" + head_ + "namespace NAMESPACE {\nvoid MAIN {\n" + body + "\n}\n}\n";
    host::KernelSpec spec;
    spec.path = "compute.cpp";
    spec.text = texts["compute.cpp"];
    spec.cores = core_0();
    spec.compute = mode;
    program.add(std::move(spec));
    return *this;
}

std::uint32_t Scenario::dram(std::uint32_t bytes, bool filled) {
    buffers_.push_back(device.create_buffer(bytes, bytes));
    if (filled) device.write(*buffers_.back(), std::vector<std::uint8_t>(bytes, 1));
    return buffers_.back()->address();
}

std::optional<fault::Fault> Scenario::run(core::Options options) {
    if (options.max_cycles > 1'000'000) options.max_cycles = 1'000'000;
    warnings.clear();
    options.warned = [this](const fault::Fault& warning) { warnings.push_back(warning); };
    try {
        device.run(program, std::move(options));
    } catch (const fault::Fault& fault) {
        return fault;
    }
    return std::nullopt;
}

void expect_fault(Scenario& scenario, Id id, const std::string& risc, const std::string& kernel,
                  const ::testing::Matcher<std::string>& words, const std::string& marker, core::Options options) {
    const auto fault = scenario.run(std::move(options));
    ASSERT_TRUE(fault) << "the kernel ran clean";
    EXPECT_EQ(fault->id(), id) << fault->text();
    EXPECT_EQ(fault->where().core_x, 0);
    EXPECT_EQ(fault->where().core_y, 0);
    EXPECT_EQ(fault->where().risc, risc) << fault->text();
    EXPECT_EQ(fault->where().file, kernel) << fault->text();
    EXPECT_EQ(fault->where().line, line_of(scenario.text(kernel), marker)) << fault->text() << scenario.text(kernel);
    EXPECT_THAT(fault->text(), words);
    EXPECT_THAT(fault->text(),
                ::testing::StartsWith(fmt::format("{}:{}: error: core (0,0) {}: ", kernel, fault->where().line, risc)));
    EXPECT_THAT(fault->text(), AllOf(HasSubstr(fmt::format("(cycle {}) [{}]\n", fault->where().cycle, fault::code(id))),
                                     ::testing::EndsWith(fmt::format("{}\n", fault::row(id).remedy))));
}

void expect_warning(Scenario& scenario, Id id, const std::string& risc, const std::string& kernel,
                    const ::testing::Matcher<std::string>& words) {
    const auto fault = scenario.run();
    ASSERT_FALSE(fault) << fault->text();
    ASSERT_EQ(scenario.warnings.size(), 1u);
    const fault::Fault& warning = scenario.warnings.front();
    const std::string text = warning.text(fault::Severity::warning);
    EXPECT_EQ(warning.id(), id) << text;
    EXPECT_EQ(warning.where().line, line_of(scenario.text(kernel))) << text << scenario.text(kernel);
    EXPECT_THAT(text, words);
    EXPECT_THAT(text, ::testing::StartsWith(
                          fmt::format("{}:{}: warning: core (0,0) {}: ", kernel, warning.where().line, risc)));
    core::Options refusing;
    const bool documented = fault::row(id).warnings_in == fault::Refuses::strict;
    (documented ? refusing.faults.strict : refusing.faults.pedantic) = true;
    expect_fault(scenario, id, risc, kernel, words, "// BUG", std::move(refusing));
}

void expect_clean(Scenario& scenario, core::Options options) {
    const auto fault = scenario.run(std::move(options));
    EXPECT_FALSE(fault) << fault->text();
    for (const fault::Fault& warning : scenario.warnings) ADD_FAILURE() << warning.text(fault::Severity::warning);
}

}  // namespace tessera::faults
