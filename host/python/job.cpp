#include "host/job/job.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>

#include "host/cores/work_split.hpp"
#include "host/job/file/scope.hpp"
#include "host/job/words.hpp"
#include "host/python/python.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::python {
namespace {

using namespace py::literals;
using fault::InputError;
using host::CoreCoord;
using host::CoreRangeSet;

std::uint32_t word_from(const std::string& where, const py::handle& value) {
    const py::object whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
    PyErr_Clear();
    int overflow = 0;
    const long long number = whole ? PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow) : 0;
    if (!whole || overflow != 0 || number < INT32_MIN || number > UINT32_MAX)
        throw InputError(
            fmt::format("{}: {} is given, a whole number of 32 bits is expected", where, std::string(py::repr(value))));
    return static_cast<std::uint32_t>(number);
}

CoreCoord core_from(const py::handle& value) {
    try {
        const auto [x, y] = py::cast<std::pair<std::size_t, std::size_t>>(value);
        return {x, y};
    } catch (const py::cast_error&) {
        throw InputError(
            fmt::format("cores: {} is given; a core is (x, y), several are a list of them, the first of "
                        "the grid a number",
                        std::string(py::repr(value))));
    }
}

using Values = std::vector<py::object>;
using NamedValues = std::map<std::string, py::object>;

// A job that is put together call by call.
class Builder {
  public:
    Builder(std::string name, const std::string& arch, const py::object& cores) : arch_(host::arch_named(arch)) {
        job_.words.title = name;
        job_.name = std::move(name);
        cores_ = cores_from(cores);
    }

    void tensor(const std::string& name, const py::object& array, const std::string& format, const std::string& layout,
                const std::string& memory, std::uint32_t page_bytes) {
        host::NpyArray values = npy_from("tensor " + name, array);
        std::vector<std::size_t> shape = values.shape;
        add(name, std::move(shape), format, layout, memory, page_bytes, host::contents_of(std::move(values)));
    }
    void output(const std::string& name, std::vector<std::size_t> shape, const std::string& format,
                const std::string& layout, const std::string& memory, std::uint32_t page_bytes) {
        add(name, std::move(shape), format, layout, memory, page_bytes, std::nullopt);
        job_.outputs.push_back(job_.tensors.size() - 1);
    }

    void circular_buffer(std::uint32_t index, const std::string& format, std::uint32_t pages, const py::object& cores,
                         std::uint32_t page_bytes) {
        const tensix::DataFormat found = host::job_file::format_named(format);
        const auto page = page_bytes != 0 ? page_bytes : static_cast<std::uint32_t>(tensix::tile_bytes(found));
        if (pages == 0 || page == 0 || pages > UINT32_MAX / page)
            throw InputError(fmt::format("circular buffer {}: {} pages of {} bytes", index, pages, page));
        job_.circular_buffers.push_back({cores_from(cores), page * pages, {{index, {found, page}}}, std::nullopt});
    }
    std::size_t semaphore(std::uint32_t initial, const py::object& cores) {
        job_.semaphores.push_back({cores_from(cores), initial});
        return job_.semaphores.size() - 1;
    }

    host::AddressOf address(const std::string& tensor) const { return {index(tensor)}; }
    std::uint32_t accessor(const std::string& tensor) const { return accessor_word(job_.tensors[index(tensor)]); }

    void kernel(const std::string& source, const std::string& processor, const py::object& cores,
                const Values& compile_args, const NamedValues& named_compile_args, const py::object& args,
                const Values& common_args, const NamedValues& defines, std::optional<int> noc,
                std::optional<std::string> math_fidelity, std::optional<bool> fp32_dest_acc,
                std::optional<bool> full_sync, std::optional<bool> approx, std::optional<bool> bfp8_pack_precise,
                const std::vector<std::size_t>& unpack_to_dst, const std::string& opt_level) {
        const std::string where = processor + " kernel";
        host::JobKernel kernel;
        host::KernelSpec& spec = kernel.spec;
        const bool is_text = source.find('\n') != std::string::npos;
        spec.path = is_text ? processor + ".cpp" : source;
        if (is_text) spec.text = source;
        spec.cores = cores_from(cores);
        const bool computes = host::choose("processor", processor, {"brisc", "ncrisc", "compute"}) == 2;
        if (computes && noc) throw InputError(where + ": it has no NoC; leave noc out");
        if (!computes &&
            (math_fidelity || fp32_dest_acc || full_sync || approx || bfp8_pack_precise || !unpack_to_dst.empty()))
            throw InputError(where +
                             ": math_fidelity, fp32_dest_acc, full_sync, approx, bfp8_pack_precise and unpack_to_dst "
                             "are for compute");
        if (computes) {
            const auto fidelity =
                host::choose("math_fidelity", math_fidelity.value_or("HiFi4"), {"LoFi", "HiFi2", "HiFi3", "HiFi4"});
            host::ComputeKernel& how = spec.compute.emplace();
            how.fidelity_phases = 1 + static_cast<int>(fidelity);
            how.fp32_dest_acc = fp32_dest_acc.value_or(false);
            how.full_sync = full_sync.value_or(false);
            how.approx = approx.value_or(false);
            how.bfp8_pack_precise = bfp8_pack_precise.value_or(false);
            for (const std::size_t buffer : unpack_to_dst) {
                if (buffer >= how.unpack_to_dst.size())
                    throw InputError(fmt::format("unpack_to_dst: circular buffers are 0 to {}, {} is given",
                                                 how.unpack_to_dst.size() - 1, buffer));
                how.unpack_to_dst[buffer] = true;
            }
        } else {
            const bool is_b = processor == "brisc";
            spec.data_movement = {is_b ? abi::Risc::b : abi::Risc::nc, noc.value_or(is_b ? 0 : 1)};
            if (noc && *noc != 0 && *noc != 1) throw InputError(fmt::format("noc: 0 or 1 is expected, not {}", *noc));
        }
        if (!opt_level.empty()) {
            host::choose("opt_level", opt_level, {"O0", "O1", "O2", "O3", "Os", "Oz", "Ofast"});
            spec.optimisation = opt_level;
        }
        for (const py::object& arg : compile_args)
            spec.compile_args.push_back(word_from(where + ", compile_args", arg));
        for (const auto& [name, value] : named_compile_args)
            spec.named_compile_args[name] = word_from(where + ", " + name, value);
        for (const auto& [name, value] : defines) spec.defines[name] = py::str(value);
        kernel.common_args = arguments(where, common_args);
        take_arguments(kernel, where, args);
        job_.kernels.push_back(std::move(kernel));
    }

    Result run(const py::kwargs& given) const {
        Request request = request_from(given, nullptr);
        request.arch = arch_.name;
        return python::run(request, [job = job_](const host::WhatIf& changed) {
            host::Job planned = job;
            planned.arch = &changed.arch;
            return planned;
        });
    }

  private:
    CoreRangeSet cores_from(const py::object& given) const {
        if (given.is_none()) return cores_;
        if (py::isinstance<py::int_>(given)) {
            const CoreCoord grid{static_cast<std::size_t>(arch_.grid.compute_width),
                                 static_cast<std::size_t>(arch_.grid.compute_height)};
            return host::num_cores_to_corerangeset(word_from("cores", given), grid);
        }
        std::vector<CoreCoord> cores;
        if (py::isinstance<py::list>(given))
            for (const py::handle core : given) cores.push_back(core_from(core));
        else
            cores.push_back(core_from(given));
        return CoreRangeSet{std::span<const CoreCoord>(cores)};
    }

    void add(const std::string& name, std::vector<std::size_t> shape, const std::string& format,
             const std::string& layout, const std::string& memory, std::uint32_t page_bytes,
             std::optional<host::Contents> contents) {
        const std::string where = "tensor " + name;
        if (std::ranges::find(job_.tensors, name, &host::Tensor::name) != job_.tensors.end())
            throw InputError(where + ": there is one of this name");
        host::Tensor tensor{.name = name, .format = host::job_file::format_named(format), .shape = std::move(shape)};
        tensor.layout = static_cast<host::Layout>(host::choose(where + ", layout", layout, {"tiles", "rows"}));
        tensor.memory = static_cast<host::BufferType>(host::choose(where + ", memory", memory, {"dram", "l1"}));
        tensor.page_bytes = page_bytes;
        tensor.contents = std::move(contents);
        check(tensor);
        job_.tensors.push_back(std::move(tensor));
    }

    std::size_t index(const std::string& tensor) const { return host::job_file::tensor_named(tensor, job_.tensors); }

    template <class List>
    std::vector<host::Argument> arguments(const std::string& where, const List& values) const {
        std::vector<host::Argument> out;
        for (const py::handle value : values) {
            if (!py::isinstance<host::AddressOf>(value)) {
                out.emplace_back(word_from(fmt::format("{}, args[{}]", where, out.size()), value));
                continue;
            }
            const auto address = py::cast<host::AddressOf>(value);
            if (address.tensor >= job_.tensors.size())
                throw InputError(fmt::format("{}, args[{}]: the address of another job's tensor", where, out.size()));
            out.emplace_back(address);
        }
        return out;
    }
    void take_arguments(host::JobKernel& kernel, const std::string& where, const py::object& args) const {
        if (args.is_none()) return;
        if (!py::isinstance<py::dict>(args)) {
            for (const host::CoreRange& range : kernel.spec.cores)
                for (const CoreCoord& core : range) kernel.args[core] = arguments(where, args);
            return;
        }
        for (const auto& [key, values] : py::reinterpret_borrow<py::dict>(args)) {
            const CoreCoord core = core_from(key);
            if (!kernel.spec.cores.contains(core))
                throw InputError(fmt::format("{}, args: core ({},{}) does not run it", where, core.x, core.y));
            kernel.args[core] = arguments(fmt::format("{} of ({},{})", where, core.x, core.y), values);
        }
    }

    const arch::Arch& arch_;
    host::Job job_;
    CoreRangeSet cores_ = CoreCoord{};
};

}  // namespace

void add_job(py::module_& module) {
    py::class_<host::AddressOf>(module, "Address", "The address that a tensor's buffer will have.");
    const py::object none = py::none();
    py::class_<Builder>(module, "Job",
                        "Tensors, circular buffers, semaphores and kernels, and a run of them. Cores are (x, y), a "
                        "list of these, or a number: the first of the grid, down its columns; left out, the job's.")
        .def(py::init<std::string, std::string, py::object>(), "name"_a, py::kw_only(), "arch"_a = "wormhole_b0",
             "cores"_a = none)
        .def("tensor", &Builder::tensor, "name"_a, "array"_a, py::kw_only(), "format"_a = "fp32", "layout"_a = "tiles",
             "memory"_a = "dram", "page_bytes"_a = 0,
             "A buffer filled with the array, rounded to the format. Layout tiles (of the last two dimensions, a tile "
             "a page) or rows (a row a page); memory dram or l1; uint16 are taken as bits of bf16.")
        .def("output", &Builder::output, "name"_a, "shape"_a, py::kw_only(), "format"_a = "fp32", "layout"_a = "tiles",
             "memory"_a = "dram", "page_bytes"_a = 0,
             "A buffer that kernels write and the result gives back: real formats as float32.")
        .def("circular_buffer", &Builder::circular_buffer, "index"_a, "format"_a, "pages"_a, py::kw_only(),
             "cores"_a = none, "page_bytes"_a = 0, "A page is a tile unless page_bytes says otherwise.")
        .def("semaphore", &Builder::semaphore, "initial"_a = 0, py::kw_only(), "cores"_a = none,
             "Returns its number, as kernels know it.")
        .def("address", &Builder::address, "tensor"_a, "For args: the address of a tensor's buffer.")
        .def("accessor", &Builder::accessor, "tensor"_a, "For compile_args: the word of a TensorAccessorArgs.")
        .def("kernel", &Builder::kernel, "source"_a, py::kw_only(), "processor"_a, "cores"_a = none,
             "compile_args"_a = py::list(), "named_compile_args"_a = py::dict(), "args"_a = none,
             "common_args"_a = py::list(), "defines"_a = py::dict(), "noc"_a = none, "math_fidelity"_a = none,
             "fp32_dest_acc"_a = none, "full_sync"_a = none, "approx"_a = none, "bfp8_pack_precise"_a = none,
             "unpack_to_dst"_a = py::list(), "opt_level"_a = "",
             "A file, or the source itself in more than one line, on brisc, ncrisc or compute. args: a list for every "
             "core, or a dict of lists by core. math_fidelity: LoFi, HiFi2, HiFi3 or HiFi4, which is usual; "
             "bfp8_pack_precise: block floats are rounded once; unpack_to_dst: circular buffers that keep 32 bits; "
             "opt_level: the compiler's, O3 for compute and O2 for movers.")
        .def("run", &Builder::run, "Runs it; takes what `tessera.run` takes but for parameters, arch and seed.");
}

}  // namespace tessera::python
