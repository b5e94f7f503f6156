#include "host/job/file/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "host/job/file/matrices.hpp"
#include "host/job/image.hpp"
#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"
#include "sim/num/fp16.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using Kind = Expression::Kind;
using Shape = std::vector<std::size_t>;

struct Unary {
    const char* name;
    double (*act)(double);
};
constexpr Unary unary[] = {
    {"abs", [](double x) { return std::abs(x); }},   {"sqrt", [](double x) { return std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},   {"log", [](double x) { return std::log(x); }},
    {"sin", [](double x) { return std::sin(x); }},   {"cos", [](double x) { return std::cos(x); }},
    {"tanh", [](double x) { return std::tanh(x); }}, {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
};
struct Binary {
    const char* name;
    double (*act)(double, double);
};
constexpr Binary binary[] = {
    {"+", [](double x, double y) { return x + y; }},
    {"-", [](double x, double y) { return x - y; }},
    {"*", [](double x, double y) { return x * y; }},
    {"/", [](double x, double y) { return x / y; }},
    {"%", [](double x, double y) { return std::fmod(x, y); }},
    {"min", [](double x, double y) { return std::min(x, y); }},
    {"max", [](double x, double y) { return std::max(x, y); }},
};
template <class Row>
const Row* row_of(std::span<const Row> rows, const std::string& name) {
    const auto at = std::ranges::find_if(rows, [&](const Row& row) { return row.name == name; });
    return at == rows.end() ? nullptr : &*at;
}

void expect_operands(const Expression& e, std::size_t count) {
    if (e.operands.size() != count)
        throw InputError(fmt::format("{} takes {} argument(s), {} are given", e.name, count, e.operands.size()));
}

double epsilon(tensix::DataFormat format) {
    switch (format) {
        case tensix::DataFormat::fp32: return 0x1p-24;
        case tensix::DataFormat::tf32:
        case tensix::DataFormat::fp16: return 0x1p-11;
        case tensix::DataFormat::bf16: return 0x1p-8;
        default: throw InputError(fmt::format("epsilon({}): fp32, tf32, bf16 or fp16 is expected", name(format)));
    }
}

// Parameters become numbers here, so that nothing but tensors is asked for later.
Shape bind(Expression& e, const Scope& scope);

void to_number(Expression& e, double value) {
    e.operands.clear();
    e.kind = Kind::real;
    e.real = value;
}

Shape bind_pair(Expression& e, const Scope& scope) {
    const Shape a = bind(e.operands[0], scope), b = bind(e.operands[1], scope);
    if (!a.empty() && !b.empty() && a != b)
        throw InputError(fmt::format("{}: shapes {} and {} differ", e.name, shape_text(a), shape_text(b)));
    return a.empty() ? b : a;
}

Shape bind_call(Expression& e, const Scope& scope) {
    if (e.name == "epsilon") {
        expect_operands(e, 1);
        if (e.operands[0].kind != Kind::name) throw InputError("epsilon(FORMAT): the name of a format is expected");
        to_number(e, epsilon(format_named(e.operands[0].name)));
        return {};
    }
    if (row_of<Unary>(unary, e.name) != nullptr) {
        expect_operands(e, 1);
        return bind(e.operands[0], scope);
    }
    if (row_of<Binary>(binary, e.name) != nullptr) {
        expect_operands(e, 2);
        return bind_pair(e, scope);
    }
    if (e.name == "transpose") {
        expect_operands(e, 1);
        return transposed_shape(bind(e.operands[0], scope));
    }
    if (e.name == "matmul") {
        expect_operands(e, 2);
        const Shape a = bind(e.operands[0], scope), b = bind(e.operands[1], scope);
        return product_shape(a, b);
    }
    std::vector<std::string> names{"matmul", "transpose", "epsilon", "min", "max"};
    for (const Unary& one : unary) names.emplace_back(one.name);
    throw InputError(fmt::format("unknown function {}; {}", e.name, hint(e.name, names)));
}

Shape bind(Expression& e, const Scope& scope) {
    switch (e.kind) {
        case Kind::whole: to_number(e, static_cast<double>(e.whole)); return {};
        case Kind::real: return {};
        case Kind::parameter: {
            const Value value = parameter_value(e.name, *scope.settings);
            const auto* whole = std::get_if<std::int64_t>(&value);
            to_number(e, whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value));
            return {};
        }
        case Kind::name: {
            const Tensor& tensor = scope.tensors[tensor_named(e.name, scope.tensors)];
            if (!tensor.contents)
                throw InputError(
                    fmt::format("{} holds what kernels write; a reference is made of tensors that the "
                                "file fills",
                                e.name));
            return tensor.shape;
        }
        case Kind::call: return bind_call(e, scope);
        case Kind::negate: return bind(e.operands[0], scope);
        default: return bind_pair(e, scope);
    }
}

Field contents(const Tensor& tensor) {
    NpyArray held{result_dtype(tensor.format), tensor.shape, {}};
    std::vector<std::uint8_t> room;
    for (std::size_t b = 0; b < bands(tensor); ++b) append_elements(tensor, b, band_image(tensor, b, room), held.data);
    return {tensor.shape, numbers(held)};
}

class TensorEvaluation {
  public:
    explicit TensorEvaluation(const std::vector<Tensor>& tensors) : tensors_(tensors) {}

    Field field(const Expression& e) const {
        switch (e.kind) {
            case Kind::real: return {{}, {e.real}};
            case Kind::name: return contents(tensors_[tensor_named(e.name, tensors_)]);
            case Kind::negate: {
                Field out = field(e.operands[0]);
                for (double& x : out.values) x = -x;
                return out;
            }
            default: break;
        }
        if (e.name == "transpose") return transpose(field(e.operands[0]));
        if (e.name == "matmul") return matmul(field(e.operands[0]), field(e.operands[1]));
        if (const Unary* one = row_of<Unary>(unary, e.name)) {
            Field out = field(e.operands[0]);
            for (double& x : out.values) x = one->act(x);
            return out;
        }
        return pair(*row_of<Binary>(binary, e.name), field(e.operands[0]), field(e.operands[1]));
    }

  private:
    static Field pair(const Binary& row, Field a, Field b) {
        const bool into_a = !a.shape.empty() || b.shape.empty();
        Field& out = into_a ? a : b;
        const std::size_t step_a = !a.shape.empty(), step_b = !b.shape.empty();
        for (std::size_t i = 0; i < out.values.size(); ++i)
            out.values[i] = row.act(a.values[i * step_a], b.values[i * step_b]);
        return std::move(out);
    }

    const std::vector<Tensor>& tensors_;
};

template <class T>
void append_numbers(const NpyArray& array, std::vector<double>& out) {
    for (std::size_t i = 0; i < array.count(); ++i) {
        T value;
        std::memcpy(&value, array.data.data() + i * sizeof(T), sizeof(T));
        out.push_back(static_cast<double>(value));
    }
}

}  // namespace

Reference::Reference(const std::string& text, const Scope& scope)
    : expression_(parse_expression(text)), tensors_(std::make_shared<const std::vector<Tensor>>(scope.tensors)) {
    shape_ = bind(expression_, scope);
}

Field Reference::evaluate() const { return TensorEvaluation(*tensors_).field(expression_); }

std::vector<double> numbers(const NpyArray& array) {
    std::vector<double> out;
    out.reserve(array.count());
    switch (array.dtype) {
        case DType::f4: append_numbers<float>(array, out); break;
        case DType::f8: append_numbers<double>(array, out); break;
        case DType::i1: append_numbers<std::int8_t>(array, out); break;
        case DType::i2: append_numbers<std::int16_t>(array, out); break;
        case DType::i4: append_numbers<std::int32_t>(array, out); break;
        case DType::i8: append_numbers<std::int64_t>(array, out); break;
        case DType::u1: append_numbers<std::uint8_t>(array, out); break;
        case DType::u2: append_numbers<std::uint16_t>(array, out); break;
        case DType::u4: append_numbers<std::uint32_t>(array, out); break;
        case DType::u8: append_numbers<std::uint64_t>(array, out); break;
        case DType::f2:
            for (const std::uint16_t half : array.as<std::uint16_t>())
                out.push_back(std::bit_cast<float>(num::ieee_fp16_to_fp32(half)));
            break;
    }
    return out;
}

}  // namespace tessera::host::job_file
