#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "host/job/words.hpp"
#include "host/python/python.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::python {
namespace {

using fault::InputError;
using host::ParameterKind;

template <class T>
T taken(const std::string& name, const py::handle& value) {
    try {
        if (!std::is_same_v<T, py::dict> || py::isinstance<py::dict>(value)) return py::cast<T>(value);
        throw py::cast_error();
    } catch (const py::cast_error&) {
        constexpr const char* expected = std::is_same_v<T, bool>          ? "True or False"
                                         : std::is_same_v<T, std::string> ? "a text"
                                         : std::is_same_v<T, py::dict>    ? "a dict of names and values"
                                                                          : "a whole number of its range";
        throw InputError(fmt::format("{}: {} is given, {} is expected", name, std::string(py::repr(value)), expected));
    }
}

std::string path_from(const py::handle& value) {
    return py::cast<std::string>(py::module_::import("os").attr("fsdecode")(value));
}

using Take = std::function<void(const std::string& name, const py::handle& value)>;
using Options = std::map<std::string, Take>;

Options run_options(Request& request, bool of_cores) {
    Options all;
    const auto add = [&](const char* option, auto& into) {
        all[option] = [&into](const std::string& name, const py::handle& value) {
            into = taken<std::remove_reference_t<decltype(into)>>(name, value);
        };
    };
    add("lowering", request.run.lowering);
    add("profiler_overhead", request.run.profiler_overhead);
    add("no_profiler", request.run.no_profiler);
    add("strict", request.run.strict);
    add("pedantic", request.run.pedantic);
    add("faults", request.run.faults);
    add("keep_going", request.run.keep_going);
    add("dprint", request.run.dprint);
    add("races", request.run.races);
    add("blind_time", request.run.blind_time);
    add("first_nan", request.run.first_nan);
    add("threads", request.run.threads);
    add("max_cycles", request.run.max_cycles);
    add("board", request.run.what_if.board);
    add("harvest", request.run.what_if.harvest);
    all["set"] = [&](const std::string& name, const py::handle& value) {
        for (const auto& [constant, to] : taken<py::dict>(name, value))
            request.run.what_if.set.push_back(
                fmt::format("{}={}", std::string(py::str(constant)), std::string(py::str(to))));
    };
    if (of_cores) return all;
    add("trace_cores", request.files.trace_cores);
    add("trace_window", request.files.trace_window);
    add("trace_time", request.files.trace_time);
    add("profiler_columns", request.files.profiler_columns);
    add("profile", request.profile);
    add("force", request.force);
    for (const views::FileViewRow& row : views::file_views())
        all[underscored(row.name)] = [&](const std::string&, const py::handle& value) {
            request.files.paths[std::string(row.name)] = path_from(value);
        };
    return all;
}

bool is_array(const py::handle& value) {
    if (py::isinstance<py::array>(value)) return py::reinterpret_borrow<py::array>(value).ndim() > 0;
    return py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value);
}

void take_parameter(host::Settings& settings, const host::Parameter& parameter, const std::string& name,
                    const py::handle& value) {
    if (is_array(value))
        settings.set(parameter.name, npy_from(name, value), name);
    else if (parameter.kind == ParameterKind::flag)
        settings.set(parameter.name, taken<bool>(name, value) ? "true" : "false", name);
    else if (parameter.kind == ParameterKind::file)
        settings.set(parameter.name, path_from(value), name);
    else
        settings.set(parameter.name, py::str(value), name);
}

}  // namespace

std::string underscored(std::string_view name) {
    std::string out(name);
    std::ranges::replace(out, '-', '_');
    return out;
}

Request request_from(const py::kwargs& given, host::Settings* settings, bool of_cores) {
    Request request;
    Options all = run_options(request, of_cores);
    if (settings != nullptr) {
        all["arch"] = [&](const std::string& name, const py::handle& value) {
            request.arch = taken<std::string>(name, value);
        };
        all["seed"] = [&](const std::string& name, const py::handle& value) {
            request.seed = taken<std::uint64_t>(name, value);
        };
        for (const host::Parameter& parameter : settings->parameters())
            all[underscored(parameter.name)] = [&](const std::string& name, const py::handle& value) {
                take_parameter(*settings, parameter, name, value);
            };
    }
    for (const auto& [key, value] : given) {
        const std::string name = py::str(key);
        const auto option = all.find(name);
        if (option == all.end()) {
            std::vector<std::string> known;
            for (const auto& [other, take] : all) known.push_back(other);
            throw InputError(fmt::format("{}: no such argument; {}", name, host::hint(name, known)));
        }
        if (!value.is_none()) option->second(name, value);
    }
    if (const std::string& board = request.run.what_if.board; !board.empty() && !given.contains("arch"))
        request.arch = host::chip_of(board).name;
    return request;
}

}  // namespace tessera::python
