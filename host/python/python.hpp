// What the parts of the module `tessera` share. The interpreter's lock is held wherever a Python value is touched, and
// given back while a job is planned and runs.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>
#include <string>

#include "host/job/source.hpp"
#include "host/run/options.hpp"
#include "host/run/view_files.hpp"

namespace tessera::python {

namespace py = pybind11;

// What numpy makes of the value, in C order and little endian: a copy, so that a job keeps the values it was given.
// InputError that begins with `what` for elements that are no numbers of 64 bits or less.
host::NpyArray npy_from(const std::string& what, const py::handle& value);
py::array array_from(host::NpyArray array);

// How something is to be run, from keyword arguments: the options of the command with `_` for `-`.
struct Request {
    std::string arch = "wormhole_b0";
    std::uint64_t seed = 1;
    host::RunOptions run;
    host::ViewFileOptions files;
    bool profile = false, force = false;
};
// Parameters go into `settings`; without any there is neither a choice of architecture nor of seed. InputError for a
// name that is none and for values of another type.
// `of_cores`: no job, so that there are no files of views and no profile.
Request request_from(const py::kwargs& given, host::Settings* settings, bool of_cores = false);

std::string underscored(std::string_view name);

struct Result {
    std::string name;
    py::dict outputs = {};  // by the tensor's name, in order
    Cycle cycles = 0;
    double microseconds = 0;
    py::object check = {}, summary = {}, profile = {};  // of their JSON
    std::string text = {};
};

// The job is planned for the architecture as the request changes it.
Result run(const Request& request, const std::function<host::Job(const host::WhatIf&)>& plan);

void add_job(py::module_& module);
void add_cores(py::module_& module);

}  // namespace tessera::python
