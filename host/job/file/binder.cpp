#include "host/job/file/binder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numbers>

#include "host/job/file/element_functions.hpp"
#include "host/job/words.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using Kind = Expression::Kind;

std::vector<std::string> function_names() {
    std::vector<std::string> names = element_function_names();
    names.insert(names.end(), {"where", "epsilon", "matrix_loss"});
    for (const FieldFunction& one : field_functions()) names.emplace_back(one.name);
    return names;
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

// What the matrix unit with all four phases loses of a product, relative (tensix-core.md 1.6): in each group of eight
// seven are aligned to the largest and lose half a unit of its 11 bits in every phase, 7.4 units of epsilon(tf32);
// SrcA's lowest of 11 bits does not count, 2 more of fp16; fp32 is cut to TF32 on both sides, 6 more.
double matrix_loss(tensix::DataFormat format) {
    const double units = format == tensix::DataFormat::fp32 ? 13.4 : format == tensix::DataFormat::fp16 ? 9.4 : 7.4;
    return units * epsilon(tensix::DataFormat::tf32);
}

// Makes of an expression one that nothing but tensors has to be asked for, and says of which shape it is: parameters
// and numbers of functions become numbers, functions that are made of others become these.
class Binder {
  public:
    explicit Binder(const Scope& scope) : scope_(scope) {}

    Shape bind(Expression& e) const {
        Shape shape = shape_of(e);
        if (element_count(shape) > most_in_field)
            throw InputError(fmt::format("{}: {} elements; a reference has at most {}", e.name, element_count(shape),
                                         most_in_field));
        return shape;
    }

  private:
    static void to_number(Expression& e, double value) {
        e.operands.clear();
        e.kind = Kind::real;
        e.real = value;
    }
    Shape shape_of(Expression& e) const {
        switch (e.kind) {
            case Kind::whole: to_number(e, static_cast<double>(e.whole)); return {};
            case Kind::real: return {};
            case Kind::parameter: to_number(e, number_of(e)); return {};
            case Kind::name: return named(e);
            case Kind::negate: return bind(e.operands[0]);
            case Kind::binary: return pair(e);
            case Kind::call: return call(e);
        }
        return {};
    }
    double number_of(const Expression& e) const {
        const Value value = evaluate(e, scope_);
        const auto* whole = std::get_if<std::int64_t>(&value);
        return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    }
    Shape named(Expression& e) const {
        if (const auto let = scope_.lets.find(e.name); let != scope_.lets.end()) {
            e = Expression(let->second);
            return bind(e);
        }
        const bool is_tensor = std::ranges::find(scope_.tensors, e.name, &Tensor::name) != scope_.tensors.end();
        if (!is_tensor && (e.name == "pi" || e.name == "infinity")) {
            to_number(e, e.name == "pi" ? std::numbers::pi : std::numeric_limits<double>::infinity());
            return {};
        }
        const Tensor& tensor = scope_.tensors[tensor_named(e.name, scope_.tensors)];
        if (!tensor.contents)
            throw InputError(
                fmt::format("{} holds what kernels write; a reference is made of tensors that the file fills", e.name));
        return tensor.shape;
    }
    Shape pair(Expression& e) const {
        const Shape a = bind(e.operands[0]), b = bind(e.operands[1]);
        return together(e.name, a, b);
    }
    Shape call(Expression& e) const {
        if (e.name == "epsilon" || e.name == "matrix_loss") {
            expect_operands(e, 1);
            const tensix::DataFormat format = format_of(e, scope_);
            to_number(e, e.name == "epsilon" ? epsilon(format) : matrix_loss(format));
            return {};
        }
        if (const FieldFunction* of_fields = find_field_function(e.name)) return field_call(e, *of_fields);
        if (find_pairwise(e.name) != nullptr) {
            expect_operands(e, 2);
            return pair(e);
        }
        if (e.name == "where") {
            expect_operands(e, 3);
            const Shape c = bind(e.operands[0]), x = bind(e.operands[1]), y = bind(e.operands[2]);
            return together(e.name, together(e.name, c, x), y);
        }
        if (find_primitive(e.name) != nullptr) {
            expect_operands(e, 1);
            return bind(e.operands[0]);
        }
        if (const accuracy::NamedFormula* formula = find_formula_of_x(e.name)) {
            expect_operands(e, 1);
            Shape shape = bind(e.operands[0]);
            Expression made = parse_expression(formula->expression);
            put_in(made, e.operands[0]);
            e = std::move(made);
            return shape;
        }
        throw InputError(fmt::format("unknown function {}; {}", e.name, hint(e.name, function_names())));
    }
    // `x` of a formula becomes the bound operand, what else it holds is bound here.
    void put_in(Expression& made, const Expression& operand) const {
        if (made.kind == Kind::name && made.name == "x") {
            made = operand;
            return;
        }
        for (Expression& part : made.operands) put_in(part, operand);
        if (made.operands.empty()) bind(made);
    }
    Shape field_call(Expression& e, const FieldFunction& function) const {
        const std::size_t least = function.tensors + function.numbers;
        if (e.operands.size() < least || (e.operands.size() > least && !function.more_numbers))
            throw InputError(fmt::format("{}({}) is expected, {} argument(s) are given", e.name, function.arguments,
                                         e.operands.size()));
        std::vector<Shape> shapes;
        std::vector<std::int64_t> numbers;
        for (std::size_t i = 0; i < e.operands.size(); ++i) {
            Expression& operand = e.operands[i];
            if (i < function.tensors) {
                shapes.push_back(bind(operand));
                continue;
            }
            const Value value = evaluate(operand, scope_);
            const auto* whole = std::get_if<std::int64_t>(&value);
            if (whole == nullptr)
                throw InputError(
                    fmt::format("{}({}): argument {} is no whole number", e.name, function.arguments, i + 1));
            numbers.push_back(*whole);
            operand = Expression{.kind = Kind::whole, .whole = *whole};
        }
        try {
            return function.shape(shapes, numbers);
        } catch (const InputError& error) {
            throw InputError(fmt::format("{}({}): {}", e.name, function.arguments, error.what()));
        }
    }

    const Scope& scope_;
};

// Puts what names stand for in their place, and counts what comes of it.
std::size_t put_in_lets(Expression& e, const std::map<std::string, Expression>& lets) {
    if (e.kind == Kind::name)
        if (const auto let = lets.find(e.name); let != lets.end()) e = Expression(let->second);
    std::size_t count = 1;
    for (Expression& operand : e.operands) count += put_in_lets(operand, lets);
    return count;
}
constexpr std::size_t most_nodes = 10000;
constexpr std::string_view included = "included";  // the path of such a file's top

}  // namespace

void read_lets(const Reader& reader, const Item& root, const std::filesystem::path& folder) {
    const auto table = reader.find(root, "let");
    if (!table) return;
    Scope& scope = reader.scope();
    if (const auto include = reader.find(*table, "include")) {
        if (root.path == included) reader.refuse(*include, "a file that is included includes none");
        const std::filesystem::path file = folder / reader.word(*include);
        const Node others = reader.at(*include, [&] { return parse(text_of(file), file.string()); });
        const Reader of_file(file.string(), scope);
        const Item top{&others, std::string(included)};
        of_file.keys(top, {"let"});
        read_lets(of_file, top, file.parent_path());
    }
    for (const Reader::Named& named : reader.members(*table)) {
        if (named.name == "include") continue;
        if (!is_identifier(named.name))
            reader.refuse(named.item, "a name of letters, digits and underscores is expected, no digit first");
        if (std::ranges::find(scope.tensors, named.name, &Tensor::name) != scope.tensors.end())
            reader.refuse(named.item, "a tensor has that name");
        reader.at(named.item, [&] {
            Expression part = parse_expression(reader.text(named.item));
            if (put_in_lets(part, scope.lets) > most_nodes) throw InputError("too large, with those before it");
            Expression bound = part;
            bind(bound, scope);
            scope.lets[named.name] = std::move(part);
        });
    }
}

Shape bind(Expression& expression, const Scope& scope) { return Binder(scope).bind(expression); }

const FieldFunction* find_field_function(std::string_view name) {
    const auto all = field_functions();
    const auto found = std::ranges::find(all, name, &FieldFunction::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace tessera::host::job_file
