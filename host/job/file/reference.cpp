#include "host/job/file/reference.hpp"

#include "host/job/file/binder.hpp"
#include "host/job/file/element_functions.hpp"
#include "host/job/image.hpp"
#include "host/tensor/numbers.hpp"

namespace tessera::host::job_file {
namespace {

using Kind = Expression::Kind;

Field contents(const Tensor& tensor) {
    Field out{tensor.shape, {}};
    out.values.reserve(element_count(tensor.shape));
    std::vector<std::uint8_t> room;
    std::vector<std::byte> held;
    for (std::size_t b = 0; b < bands(tensor); ++b) {
        held.clear();
        append_elements(tensor, b, band_image(tensor, b, room), held);
        append_numbers(result_dtype(tensor.format), held, out.values);
    }
    return out;
}

class TensorEvaluation {
  public:
    explicit TensorEvaluation(const std::vector<Tensor>& tensors) : tensors_(tensors) {}

    Field field(const Expression& e) const {
        switch (e.kind) {
            case Kind::real: return {{}, {e.real}};
            case Kind::name: return contents(tensors_[tensor_named(e.name, tensors_)]);
            case Kind::negate: return each(field(e.operands[0]), [](double x) { return -x; });
            default: break;
        }
        if (const FieldFunction* of_fields = find_field_function(e.name)) return field_call(e, *of_fields);
        if (const Pairwise* row = find_pairwise(e.name)) return pair(*row, field(e.operands[0]), field(e.operands[1]));
        if (e.name == "where") return where(field(e.operands[0]), field(e.operands[1]), field(e.operands[2]));
        const accuracy::Primitive& function = *find_primitive(e.name);
        return each(field(e.operands[0]), [&](double x) { return static_cast<double>(function.quick(x)); });
    }

  private:
    template <class Act>
    static Field each(Field x, const Act& act) {
        for (double& value : x.values) value = act(value);
        return x;
    }
    static Field pair(const Pairwise& row, Field a, Field b) {
        if (b.shape.empty()) return each(std::move(a), [&](double x) { return row.act(x, b.values[0]); });
        if (a.shape.empty()) return each(std::move(b), [&](double y) { return row.act(a.values[0], y); });
        const Shape shape = together(row.name, a.shape, b.shape);
        Field left = repeated(std::move(a), shape);
        const Field right = repeated(std::move(b), shape);
        for (std::size_t i = 0; i < left.values.size(); ++i) left.values[i] = row.act(left.values[i], right.values[i]);
        return left;
    }
    static Field where(Field c, Field x, Field y) {
        const Shape shape = together("where", together("where", c.shape, x.shape), y.shape);
        Field out = repeated(std::move(c), shape);
        const Field left = repeated(std::move(x), shape), right = repeated(std::move(y), shape);
        for (std::size_t i = 0; i < out.values.size(); ++i)
            out.values[i] = out.values[i] > 0 ? left.values[i] : right.values[i];
        return out;
    }
    Field field_call(const Expression& e, const FieldFunction& function) const {
        std::vector<Field> fields;
        std::vector<Shape> shapes;
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < e.operands.size(); ++i) {
            if (i >= function.tensors) {
                numbers.push_back(e.operands[i].whole);
                continue;
            }
            fields.push_back(field(e.operands[i]));
            shapes.push_back(fields.back().shape);
        }
        Field out{function.shape(shapes, numbers), {}};
        function.act(fields, numbers, out);
        return out;
    }

    const std::vector<Tensor>& tensors_;
};

}  // namespace

Reference::Reference(const std::string& text, const Scope& scope)
    : expression_(parse_expression(text)), tensors_(std::make_shared<const std::vector<Tensor>>(scope.tensors)) {
    shape_ = bind(expression_, scope);
}

Field Reference::evaluate() const { return TensorEvaluation(*tensors_).field(expression_); }

}  // namespace tessera::host::job_file
