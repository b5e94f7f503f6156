#include <fmt/format.h>

#include "host/python/python.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::python {

using host::DType;

host::NpyArray npy_from(const std::string& what, const py::handle& value) {
    const py::module_ numpy = py::module_::import("numpy");
    py::array array = numpy.attr("asarray")(value);
    const std::string found = fmt::format("{}{}", array.dtype().kind(), array.itemsize());
    for (auto i = static_cast<int>(DType::f2); i <= static_cast<int>(DType::u8); ++i) {
        const auto dtype = static_cast<DType>(i);
        const std::string descr(host::descr(dtype));
        if (descr.substr(1) != found) continue;
        array = numpy.attr("ascontiguousarray")(array, descr);
        const auto* data = static_cast<const std::byte*>(array.data());
        return {dtype, {array.shape(), array.shape() + array.ndim()}, {data, data + array.nbytes()}};
    }
    throw fault::InputError(
        fmt::format("{}: elements are {}; float16, float32, float64 or whole numbers of 8 to 64 bits are expected",
                    what, std::string(py::str(array.dtype()))));
}

py::array array_from(host::NpyArray array) {
    const std::vector<py::ssize_t> shape(array.shape.begin(), array.shape.end());
    auto* kept = new std::vector<std::byte>(std::move(array.data));
    const py::capsule owner(kept, [](void* data) { delete static_cast<std::vector<std::byte>*>(data); });
    return py::array(py::dtype(std::string(host::descr(array.dtype))), shape, kept->data(), owner);
}

}  // namespace tessera::python
