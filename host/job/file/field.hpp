// Whole tensors of doubles, and what references do with them (reference.hpp). Shapes go together as numpy's do: aligned
// at the last dimension, where one of the two is 1 or missing it is repeated. Dimensions are counted from 0, from the
// last one backwards where negative.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tessera::host::job_file {

using Shape = std::vector<std::size_t>;
using Numbers = std::span<const std::int64_t>;

struct Field {
    Shape shape;  // none: a number
    std::vector<double> values;
};

// A function of tensors and, behind them, of whole numbers: `slice(x, 1, 0, $K)`.
struct FieldFunction {
    std::string_view name, arguments;  // "x, d, begin, count", for messages
    std::size_t tensors, numbers;
    bool more_numbers;  // `numbers` or more
    // InputError for what does not go together.
    Shape (*shape)(std::span<const Shape> tensors, Numbers numbers);
    void (*act)(std::span<const Field> tensors, Numbers numbers, Field& result);  // whose shape is that one
};
std::span<const FieldFunction> field_functions();

// InputError, with the name of who asks, where they do not go together.
Shape together(std::string_view who, const Shape& a, const Shape& b);
Field repeated(Field field, const Shape& shape);

// How many elements a reference may have at any step.
inline constexpr std::size_t most_in_field = std::size_t{1} << 28;

}  // namespace tessera::host::job_file
