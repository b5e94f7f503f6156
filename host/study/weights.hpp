// Inputs that a model has: numbers of a file, as often as they occur there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "host/study/ulp.hpp"

namespace tessera::accuracy {

struct ListedInputs {
    std::vector<float> values;
    std::size_t row = 0;  // length of the last dimension
};
// Of a .npy of float16, float32, float64, or uint16 with the bits of bfloat16. InputError for another, and for none.
ListedInputs read_inputs(const std::string& file);
// To the nearest numbers of a format, as a Dst of it holds them.
void round_to(const Format& format, std::span<float> values);

}  // namespace tessera::accuracy
