// Bare cores that Python steps: programs that others have linked.
#include <pybind11/stl/filesystem.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "host/elf/elf_session.hpp"
#include "host/elf/elf_words.hpp"
#include "host/python/python.hpp"
#include "host/run/what_if.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::python {
namespace {

using namespace py::literals;

class BareCores {
  public:
    BareCores(const std::string& arch, bool fp32_dest_acc, const py::kwargs& given)
        : BareCores(arch, fp32_dest_acc, request_from(given, nullptr, true)) {}

    void load(const std::string& risc, const std::filesystem::path& file, bool in_reset) {
        session_.load(host::risc_place(risc), file, in_reset);
    }
    void load_from_l1(const std::string& risc, std::uint32_t address, bool in_reset) {
        session_.load_from_l1(host::risc_place(risc), address, in_reset);
    }
    void set_reset(const std::string& risc, bool in_reset) { session_.set_reset(host::risc_place(risc), in_reset); }
    void write(const std::string& place, const py::bytes& data) {
        const std::string_view bytes = data;
        session_.write(host::memory_place(place), {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    }
    py::bytes read(const std::string& place, std::uint32_t bytes) const {
        const auto held = session_.read(host::memory_place(place), bytes);
        return {reinterpret_cast<const char*>(held.data()), held.size()};
    }
    bool run(Cycle cycles) {
        const py::gil_scoped_release others_run;
        return session_.run(cycles);
    }
    void wait(const std::string& place, std::uint32_t value) {
        const py::gil_scoped_release others_run;
        session_.wait(host::memory_place(place), value);
    }
    void run_to_the_end() {
        const py::gil_scoped_release others_run;
        session_.run_to_the_end();
    }
    Cycle cycle() const { return session_.cycle(); }
    py::list faults() const {
        py::list texts;
        for (const std::string& text : *told_) texts.append(text);
        return texts;
    }

  private:
    using Texts = std::vector<std::string>;

    BareCores(const std::string& arch, bool fp32_dest_acc, const Request& request)
        : device_(what_if(request.run.what_if.board.empty() ? host::arch_named(arch)
                                                            : host::chip_of(request.run.what_if.board),
                          request.run.what_if)
                      .arch),
          session_(device_, options_of(request, told_), fp32_dest_acc) {}

    static core::Options options_of(const Request& request, const std::shared_ptr<Texts>& told) {
        core::Options options = core_options(request.run);
        options.seed = request.seed;
        options.warned = options.passed = [told](const fault::Fault& fault) { told->push_back(fault.text()); };
        return options;
    }

    std::shared_ptr<Texts> told_ = std::make_shared<Texts>();
    host::Device device_;
    host::ElfSession session_;
};

}  // namespace

void add_cores(py::module_& module) {
    py::class_<BareCores>(module, "BareCores",
                          "Cores without the kernel API, for programs that others have linked. RISCs are \"trisc1\" or "
                          "\"1,0:trisc1\", places \"0x1000\", \"1,0:0x1000\" or \"dram3:64\".")
        .def(py::init<std::string, bool, py::kwargs>(), py::kw_only(), "arch"_a = "wormhole_b0",
             "fp32_dest_acc"_a = false)
        .def("load", &BareCores::load, "risc"_a, "file"_a, py::kw_only(), "in_reset"_a = false,
             "Puts an ELF file in L1 and on the RISC, to run or in reset.")
        .def("load_from_l1", &BareCores::load_from_l1, "risc"_a, "address"_a, py::kw_only(), "in_reset"_a = false,
             "Lets the RISC begin at an address of its core's L1, with whatever is written there.")
        .def("set_reset", &BareCores::set_reset, "risc"_a, "in_reset"_a,
             "Holds the RISC in reset, or lets it begin at its reset PC or its program's entry.")
        .def("write", &BareCores::write, "place"_a, "data"_a)
        .def("read", &BareCores::read, "place"_a, "bytes"_a, "Bytes never written are zero.")
        .def("run", &BareCores::run, "cycles"_a,
             "At most so many cycles; False where nothing moves any more by itself.")
        .def("wait", &BareCores::wait, "place"_a, "value"_a,
             "Until the word of L1 there has that value; a Fault where it never will.")
        .def("run_to_the_end", &BareCores::run_to_the_end, "Until every program has ended.")
        .def_property_readonly("cycle", &BareCores::cycle, "Of the chip's clock, since the start.")
        .def_property_readonly("faults", &BareCores::faults, "Texts of warnings and of faults that were passed over.");
}

}  // namespace tessera::python
