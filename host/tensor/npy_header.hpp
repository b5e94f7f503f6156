// The text of a .npy header: a Python dict literal with exactly descr, fortran_order and shape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/tensor/npy.hpp"

namespace tessera::host {

struct NpyHeader {
    DType dtype = DType::f4;
    std::vector<std::size_t> shape;
};

// Key order, spacing and padding are free, as NumPy reads them. InputError (without the file's name) otherwise.
NpyHeader parse_npy_header(std::string_view text);

}  // namespace tessera::host
