// What becomes of a function's error in what is built on it: the error of the whole beside the function's own, on the
// same inputs.
//
// The function runs as recorded. What surrounds it is the least that could be lost there: differences and sums in fp32,
// sums in the order of the row, quotients correctly rounded; with a Dst of bf16 the function's results are bf16 and the
// whole is rounded to it.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "host/study/function.hpp"

namespace tessera::accuracy {

struct Composition {
    std::string_view name, about;
    std::string_view reference;  // that its function states
    // Of a row: the function's arguments, and from its results the whole, as many as there are results.
    void (*arguments)(std::span<const float> row, std::span<float> to);
    std::size_t (*whole)(std::span<const float> row, std::span<const float> values, std::span<float> to);
    // The same exactly, up to the arithmetic of long double.
    std::size_t (*exact)(std::span<const float> row, std::span<long double> to);
};
std::span<const Composition> compositions();

struct ErrorTally {
    double max_relative = 0, mean_relative = 0, max_absolute = 0, mean_absolute = 0;
    std::size_t count = 0;
    bool is_finite = true;
};
struct Composed {
    ErrorTally function, whole;
};

// Rows of so many values, one after the other.
Composed compose(const Composition& composition, const Recorded& function, const Reference& reference,
                 std::span<const float> values, std::size_t row);

}  // namespace tessera::accuracy
