// Arithmetic as text: "$rows / 32 * 4096", "address(x)", "matmul(a, b) + 1". One grammar for numbers of job files,
// references over tensors and studies of functions; what names and calls mean is up to who evaluates
// (host/job/file/scope.hpp, host/job/file/reference.hpp, host/study/formula.hpp).
//
//     any = all { || all }        all = compared { && compared }
//     compared = sum [(< | <= | > | >= | == | !=) sum]
//     sum = product { (+ | -) product }        product = signed { (* | / | %) signed }
//     signed = [-] signed | number | $parameter | name | name(any, ...) | (any)
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

struct Expression {
    enum class Kind : std::uint8_t { whole, real, parameter, name, call, negate, binary };
    Kind kind = Kind::whole;
    std::int64_t whole = 0;
    double real = 0;
    // Of a parameter without its $, of a call; of a binary operation its sign, of a real its text.
    std::string name = {};
    std::vector<Expression> operands = {};
};

// InputError that quotes the text and says what was expected; text and nesting are bounded.
Expression parse_expression(std::string_view text);

}  // namespace tessera::host
