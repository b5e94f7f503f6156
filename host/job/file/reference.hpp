// What results should be, worked out in double from the tensors of a job: "x + y", "matmul(a, b)", "max(x, 0)".
//
//     x                          a tensor that the file fills, as its format holds it
//     + - * / %                  element by element; a number goes with any shape
//     abs sqrt exp log sin cos tanh sigmoid (x)    min max (x, y)
//     matmul(a, b)               of the last two dimensions, [.., M, K] by [.., K, N]
//     transpose(a)               of the last two dimensions
//     epsilon(bf16)              half the distance from 1 to the next number of a format: its largest rounding error
#pragma once

#include <memory>

#include "host/job/file/scope.hpp"

namespace tessera::host::job_file {

struct Field {
    std::vector<std::size_t> shape;  // none: a number
    std::vector<double> values;
};

class Reference {
  public:
    // Keeps what it needs of the scope. InputError for what is unknown, filled by kernels only, or of shapes that do
    // not go together.
    Reference(const std::string& text, const Scope& scope);
    const std::vector<std::size_t>& shape() const { return shape_; }
    Field evaluate() const;

  private:
    Expression expression_;
    std::shared_ptr<const std::vector<Tensor>> tensors_;
    std::vector<std::size_t> shape_;
};

// The elements of an array as numbers.
std::vector<double> numbers(const NpyArray& array);

}  // namespace tessera::host::job_file
