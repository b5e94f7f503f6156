// What names and calls of an expression mean where a number is expected.
//
//     $rows                      a parameter, or one of [values]
//     core_x core_y core_index cores split_begin split_count    in kernel arguments: of the core they are for
//     address(x) accessor(x)     of a tensor's buffer: its address, the word of a TensorAccessorArgs
//     page_bytes(x) pages(x)     of a tensor's buffer
//     size(x, d) element(x, i)   of a tensor: its extent in dimension d, a whole number that it holds
//     tile_bytes(bf16)           bytes of a tile of a format, which a parameter may name: tile_bytes($format)
//     given(b)                   1 where the user gave a parameter
//     noc_x(x, y) noc_y(x, y)    NoC 0 coordinates of a logical core (kernel-api.md 5.3)
//     semaphore(ready)           the number by which a kernel knows it
//     float_bits(0.5)            an fp32 number as the word that holds it
//     most_of(x) least_of(x)     the largest and the smallest element of a tensor
//     min(a, b) max(a, b) ceil_div(a, b)
//     where(c, a, b)             a where c is not 0, else b
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "host/expression/expression.hpp"
#include "host/job/job.hpp"
#include "host/job/source.hpp"

namespace tessera::host::job_file {

using Value = std::variant<std::int64_t, double, AddressOf>;

struct Scope {
    const Settings* settings = nullptr;
    const arch::Arch* arch = nullptr;
    std::vector<Tensor> tensors = {};  // those of the file that came before
    std::vector<std::string> semaphores = {};
    std::map<std::string, Value> values = {};  // of [values]
    // Of [let]: what a name of a reference stands for, without names of others.
    std::map<std::string, Expression> lets = {};
};
using Variables = std::map<std::string, std::int64_t>;

// Whole numbers stay whole and are divided as in C; whole and real together are real. InputError for what is unknown,
// divides by zero or leaves 64 bits.
Value evaluate(const Expression& expression, const Scope& scope, const Variables& variables = {});

// The value of a parameter that is a number, or of one of [values]; of a flag 0 or 1.
Value parameter_value(const std::string& name, const Scope& scope);

std::size_t tensor_named(const std::string& name, const std::vector<Tensor>& tensors);

// The name of a data format: one of ours (bf16) or the vendor's (bfloat16, Float16_b).
tensix::DataFormat format_named(const std::string& name);
std::vector<std::string> format_names();  // ours first

// The format that is a call's only operand, by its name or by a parameter that holds it.
tensix::DataFormat format_of(const Expression& call, const Scope& scope);

// The text with every $name replaced by what the parameter or the value holds.
std::string interpolated(const std::string& text, const Scope& scope);

}  // namespace tessera::host::job_file
