// What results should be, worked out in double from the tensors of a job: "x + y", "matmul(a, b)", "max(x, 0)".
//
//     x                          a tensor that the file fills, as its format holds it
//     $rows pi infinity          numbers
//     scores                     what [let] says of that name
//     + - * / %                  element by element; shapes go together as numpy's do (field.hpp)
//     < <= > >= == != && ||      1 or 0
//     min max pow fmod (x, y)    where(c, x, y)      x where c > 0, else y
//     exp tanh erf floor ... (x) every function that studies know, gelu, silu and softplus among them
//     sum_along mean_along max_along min_along (x, d)    of a dimension, which stays with extent 1
//     matmul(a, b) transpose(a)  of the last two dimensions, [.., M, K] by [.., K, N]
//     slice(x, d, begin, count)  part of a dimension
//     place(x, part, d, begin)   x with that part of a dimension replaced
//     reshape(x, extent, ...) swap(x, d, e)
//     take(x, rows)              x[rows]: of the first dimension those that a tensor of whole numbers names
//     windows(x, d, size, step)  windows of a dimension; what lies in them becomes the last one
//     fp16_of(bits)              the number that 16 bits hold
//     index(count) zeros(extent, ...)                    0, 1, 2, ...; zeros of a shape
//     matrix_loss(bf16)          what the matrix unit loses of a product of such operands with HiFi4, relative
//     epsilon(bf16)              half the distance from 1 to the next number of a format: its largest rounding error
#pragma once

#include <memory>

#include "host/job/file/field.hpp"
#include "host/job/file/scope.hpp"

namespace tessera::host::job_file {

class Reference {
  public:
    // Keeps what it needs of the scope. InputError for what is unknown, filled by kernels only, or of shapes that do
    // not go together.
    Reference(const std::string& text, const Scope& scope);
    const Shape& shape() const { return shape_; }
    Field evaluate() const;

  private:
    Expression expression_;
    std::shared_ptr<const std::vector<Tensor>> tensors_;
    Shape shape_;
};

}  // namespace tessera::host::job_file
