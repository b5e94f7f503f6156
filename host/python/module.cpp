// Module `tessera` of Python: operations and jobs with numpy arrays in and out.
#include <fmt/format.h>
#include <pybind11/stl/filesystem.h>

#include <thread>

#include "host/job/job_file.hpp"
#include "host/job/words.hpp"
#include "host/ops/operation.hpp"
#include "host/python/python.hpp"
#include "host/run/run.hpp"
#include "host/sweep/best_cores.hpp"
#include "sim/fault/fault.hpp"
#include "sim/views/profile_json.hpp"

namespace tessera::python {
namespace {

py::object from_json(const std::string& text) { return py::module_::import("json").attr("loads")(text); }

Result run_source(const host::JobSource& source, const py::kwargs& given) {
    host::Settings settings(source.parameters());
    const Request request = request_from(given, &settings);
    return run(request, [&](const host::WhatIf& changed) {
        const unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
        return source.plan(with_best_cores(source, settings, changed, request.run, request.seed, jobs), changed.arch,
                           request.seed);
    });
}

Result run_operation(const std::string& name, const py::kwargs& given) {
    std::vector<std::string> names;
    for (const host::Operation* operation : host::operations()) names.push_back(operation->name());
    return run_source(*host::operations()[host::choose("operation", name, names)], given);
}

Result run_file(const std::filesystem::path& path, const py::kwargs& given) {
    return run_source(host::JobFile(path), given);
}

py::dict operations() {
    py::dict all;
    for (const host::Operation* operation : host::operations()) {
        py::dict parameters;
        for (const host::Parameter& parameter : operation->parameters())
            parameters[py::str(underscored(parameter.name))] = parameter.text;
        all[py::str(operation->name())] = parameters;
    }
    return all;
}

std::string repr(const Result& result) {
    const std::string check = result.check.is_none()                   ? "not checked"
                              : py::cast<bool>(result.check["passed"]) ? "check passed"
                                                                       : "check FAILED";
    return fmt::format("<tessera.Result {}: {} cycles, {}>", result.name, result.cycles, check);
}

py::object first_output(const Result& result) {
    for (const auto& [name, array] : result.outputs) return py::reinterpret_borrow<py::object>(array);
    return py::none();
}

// Never freed: an exception may be alive until the interpreter ends.
PyObject *fault_type, *input_error_type;

void raise(const fault::Fault& fault) {
    const fault::Where& where = fault.where();
    const py::object error = py::reinterpret_borrow<py::object>(fault_type)(fault.text());
    error.attr("id") = fault::code(fault.id());
    error.attr("text") = fault.detail();
    error.attr("file") = where.file;
    error.attr("line") = where.line;
    error.attr("core") = where.core_x < 0 ? py::object(py::none()) : py::make_tuple(where.core_x, where.core_y);
    error.attr("risc") = where.risc;
    error.attr("cycle") = where.cycle;
    PyErr_SetObject(fault_type, error.ptr());
}

void add_errors(py::module_& module) {
    fault_type = PyErr_NewExceptionWithDoc(
        "tessera.Fault",
        "The simulated program is wrong, or needs what is not modelled: id (\"TS012\"), text, file, line, core (x, y) "
        "or None, risc, cycle; str() is the whole message with its remedy.",
        PyExc_RuntimeError, nullptr);
    input_error_type = PyErr_NewExceptionWithDoc("tessera.InputError", "A wrong argument, array or file: one line.",
                                                 PyExc_ValueError, nullptr);
    module.attr("Fault") = py::handle(fault_type);
    module.attr("InputError") = py::handle(input_error_type);
    py::register_exception_translator([](std::exception_ptr error) {
        try {
            std::rethrow_exception(error);
        } catch (const fault::Fault& fault) {
            raise(fault);
        } catch (const fault::InputError& wrong) {
            PyErr_SetString(input_error_type, wrong.what());
        }
    });
}

}  // namespace

Result run(const Request& request, const std::function<host::Job(const host::WhatIf&)>& plan) {
    host::RunRecord record;
    std::vector<std::string> names;  // of the outputs
    std::string profile;
    {
        const py::gil_scoped_release others_run;
        const host::WhatIf changed = what_if(host::arch_named(request.arch), request.run.what_if);
        core_options(request.run);  // refused before the job is made
        const host::Job job = plan(changed);
        check_outputs(request.files.outputs(), false, request.force);
        host::ViewFiles files(request.files, changed.arch, job.name);
        const auto write = [&](const host::RunRecord& run) {
            files.write(page_header(run.summary), request.force, run.kernel_files);
        };
        record = host::run(job, changed, request.run, {.profile = request.profile, .files = &files, .partial = write});
        write(record);
        for (const std::size_t output : job.outputs) names.push_back(job.tensors[output].name);
        if (record.profile) profile = to_json(*record.profile, -1);
    }
    Result result{.name = record.summary.name,
                  .cycles = record.summary.cycles,
                  .microseconds = record.summary.microseconds(),
                  .summary = from_json(to_json(record.summary)),
                  .profile = record.profile ? from_json(profile) : py::none(),
                  .text = to_text(record.summary, false)};
    result.check = result.summary["check"];
    for (std::size_t i = 0; i < record.outputs.size(); ++i)
        result.outputs[py::str(names[i])] = array_from(std::move(record.outputs[i]));
    return result;
}

}  // namespace tessera::python

PYBIND11_MODULE(tessera, module) {
    using namespace tessera::python;
    module.doc() = "Simulates Tenstorrent-style accelerators: operations and jobs with numpy arrays in and out.";
    add_errors(module);
    py::class_<Result>(module, "Result", "What came of a run.")
        .def_readonly("outputs", &Result::outputs, "Arrays by name; none with blind_time.")
        .def_property_readonly("output", &first_output, "The first of the outputs, or None.")
        .def_readonly("cycles", &Result::cycles, "Of the chip's clock, from the start to the last event.")
        .def_readonly("microseconds", &Result::microseconds)
        .def_readonly("check", &Result::check, "How far the result lies from the exact one and whether it `passed`.")
        .def_readonly("summary", &Result::summary, "The report of `--json` as a dict.")
        .def_readonly("profile", &Result::profile, "The profile as a dict, with profile=True.")
        .def_readonly("text", &Result::text, "The report as the command prints it.")
        .def("__repr__", &repr);
    add_job(module);
    add_cores(module);
    module.def("operations", &operations, "Parameters of each operation by name, and what they mean.");
    module.def("run", &run_operation, py::arg("operation"),
               "Runs an operation. Its parameters and the options of `tessera OPERATION --help` are keyword arguments "
               "with `_` for `-`; a parameter that is a file takes an array as well, `set` a dict, and profile=True "
               "makes a profile.");
    module.def("run_file", &run_file, py::arg("path"), "The same of a job file with its parameters.");
}
