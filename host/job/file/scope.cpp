#include "host/job/file/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "host/job/words.hpp"
#include "host/tensor/numbers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host::job_file {
namespace {

using fault::InputError;
using Kind = Expression::Kind;

[[noreturn]] void overflow() { throw InputError("the result is out of range"); }

std::int64_t calculate(std::string_view sign, std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (sign == "+"   ? __builtin_add_overflow(a, b, &out)
        : sign == "-" ? __builtin_sub_overflow(a, b, &out)
                      : sign == "*" && __builtin_mul_overflow(a, b, &out))
        overflow();
    if (sign == "+" || sign == "-" || sign == "*") return out;
    if (b == 0) throw InputError(fmt::format("{} {} 0 divides by zero", a, sign));
    if (a == INT64_MIN && b == -1) overflow();
    return sign == "/" ? a / b : a % b;
}

double calculate(std::string_view sign, double a, double b) {
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return a * b;
    if (b == 0) throw InputError(fmt::format("{} {} 0 divides by zero", a, sign));
    return sign == "/" ? a / b : std::fmod(a, b);
}

// Comparisons and what joins them; nothing for other signs.
template <class T>
std::optional<bool> judged(std::string_view sign, T a, T b) {
    if (sign == "<") return a < b;
    if (sign == "<=") return a <= b;
    if (sign == ">") return a > b;
    if (sign == ">=") return a >= b;
    if (sign == "==") return a == b;
    if (sign == "!=") return a != b;
    if (sign == "&&") return a != 0 && b != 0;
    if (sign == "||") return a != 0 || b != 0;
    return std::nullopt;
}

template <class T>
Value combined(std::string_view sign, T a, T b) {
    if (const std::optional<bool> is = judged(sign, a, b)) return std::int64_t{*is};
    return calculate(sign, a, b);
}

class Evaluation {
  public:
    Evaluation(const Scope& scope, const Variables& variables) : scope_(scope), variables_(variables) {}

    Value value(const Expression& e) const {
        switch (e.kind) {
            case Kind::whole: return e.whole;
            case Kind::real: return e.real;
            case Kind::parameter: return parameter_value(e.name, scope_);
            case Kind::name: return variable(e.name);
            case Kind::call: return call(e);
            case Kind::negate: return binary("-", std::int64_t{0}, value(e.operands[0]));
            default: return binary(e.name, value(e.operands[0]), value(e.operands[1]));
        }
    }

  private:
    static Value binary(std::string_view sign, const Value& a, const Value& b) {
        if (std::holds_alternative<AddressOf>(a) || std::holds_alternative<AddressOf>(b))
            throw InputError("address(...) is known to the run only and stands alone; add to it in the kernel");
        const auto *left = std::get_if<std::int64_t>(&a), *right = std::get_if<std::int64_t>(&b);
        if (left != nullptr && right != nullptr) return combined(sign, *left, *right);
        return combined(sign, left ? static_cast<double>(*left) : std::get<double>(a),
                        right ? static_cast<double>(*right) : std::get<double>(b));
    }

    Value variable(const std::string& name) const {
        if (const auto at = variables_.find(name); at != variables_.end()) return at->second;
        if (scope_.settings->find(name) != nullptr || scope_.values.contains(name))
            throw InputError(fmt::format("unknown name {}; a parameter is written ${}", name, name));
        std::vector<std::string> names;
        for (const auto& [known, value] : variables_) names.push_back(known);
        throw InputError(fmt::format("unknown name {}; {}", name,
                                     names.empty() ? "names of a core are known in kernel arguments only, parameters "
                                                     "are written $name"
                                                   : hint(name, names)));
    }

    std::int64_t whole(const Expression& call, std::size_t operand, std::int64_t least) const {
        const Value given = value(call.operands[operand]);
        const auto* number = std::get_if<std::int64_t>(&given);
        if (number == nullptr || *number < least)
            throw InputError(fmt::format("{}: a whole number of {} or more is expected", call.name, least));
        return *number;
    }
    tensix::DataFormat format(const Expression& call) const { return format_of(call, scope_); }
    const std::string& name(const Expression& call, const char* what) const {
        if (call.operands[0].kind != Kind::name)
            throw InputError(fmt::format("{}({}): the name of {} is expected", call.name, what, what));
        return call.operands[0].name;
    }
    std::size_t index(const Expression& call) const { return tensor_named(name(call, "tensor"), scope_.tensors); }
    const Tensor& tensor(const Expression& call) const { return scope_.tensors[index(call)]; }

    Value size(const Expression& call) const {
        const Tensor& of = tensor(call);
        const auto dimension = static_cast<std::uint64_t>(whole(call, 1, 0));
        if (dimension >= of.shape.size())
            throw InputError(
                fmt::format("size({}, {}): it has {} dimension(s), from 0 on", of.name, dimension, of.shape.size()));
        return static_cast<std::int64_t>(of.shape[dimension]);
    }
    Value element(const Expression& call) const {
        const Tensor& of = tensor(call);
        const auto at = static_cast<std::uint64_t>(whole(call, 1, 0));
        if (!of.contents || (of.contents->dtype != DType::i4 && of.contents->dtype != DType::u4))
            throw InputError(fmt::format("element({}, {}): it is not filled with 32-bit whole numbers", of.name, at));
        const auto values = of.contents->as<std::uint32_t>();
        if (at >= values.size())
            throw InputError(fmt::format("element({}, {}): it has {} element(s)", of.name, at, values.size()));
        return of.contents->dtype == DType::u4 ? std::int64_t{values[at]}
                                               : std::int64_t{static_cast<std::int32_t>(values[at])};
    }
    // Of whole numbers and of others.
    Value extreme(const Expression& call, bool largest) const {
        const Tensor& of = tensor(call);
        if (!of.contents) throw InputError(fmt::format("{}({}): nothing fills it", call.name, of.name));
        const std::vector<double> values = numbers(of.contents->dtype, of.contents->data);
        const double found = largest ? std::ranges::max(values) : std::ranges::min(values);
        if (found == std::floor(found) && std::abs(found) < 0x1p53) return static_cast<std::int64_t>(found);
        return found;
    }
    Value noc(const Expression& call, bool x_wanted) const {
        const arch::Grid& grid = scope_.arch->grid;
        const std::int64_t x = whole(call, 0, 0), y = whole(call, 1, 0);
        if (x >= grid.compute_width || y >= grid.compute_height)
            throw InputError(fmt::format("{}({}, {}): outside the compute grid of {} x {} cores", call.name, x, y,
                                         grid.compute_width, grid.compute_height));
        return std::int64_t{x_wanted ? grid.tensix_columns[static_cast<std::size_t>(x)]
                                     : grid.tensix_rows[static_cast<std::size_t>(y)]};
    }
    Value semaphore(const Expression& call) const {
        const std::string& wanted = name(call, "semaphore");
        for (std::size_t i = 0; i < scope_.semaphores.size(); ++i)
            if (scope_.semaphores[i] == wanted) return static_cast<std::int64_t>(i);
        throw InputError(fmt::format("unknown semaphore {}; {}", wanted,
                                     scope_.semaphores.empty() ? "there is none" : hint(wanted, scope_.semaphores)));
    }
    Value float_bits(const Expression& call) const {
        const Value given = value(call.operands[0]);
        if (std::holds_alternative<AddressOf>(given)) throw InputError("float_bits: a number is expected");
        const double number = std::holds_alternative<double>(given)
                                  ? std::get<double>(given)
                                  : static_cast<double>(std::get<std::int64_t>(given));
        return std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(number))};
    }
    bool is_true(const Expression& e) const {
        const Value given = value(e);
        const auto* whole = std::get_if<std::int64_t>(&given);
        return whole != nullptr ? *whole != 0 : std::get<double>(given) != 0;
    }
    Value ceil_div(const Expression& call) const {
        const std::int64_t a = whole(call, 0, 0), b = whole(call, 1, 1);
        return a / b + (a % b != 0);
    }

    Value call(const Expression& e) const {
        using Self = const Evaluation&;
        struct Row {
            const char* name;
            std::size_t operands;
            Value (*act)(Self, const Expression&);
        };
        static constexpr Row rows[] = {
            {"address", 1, [](Self s, const Expression& c) -> Value { return AddressOf{s.index(c)}; }},
            {"accessor", 1,
             [](Self s, const Expression& c) -> Value { return std::int64_t{accessor_word(s.tensor(c))}; }},
            {"page_bytes", 1,
             [](Self s, const Expression& c) -> Value { return std::int64_t{page_bytes(s.tensor(c))}; }},
            {"pages", 1,
             [](Self s, const Expression& c) -> Value {
                 return static_cast<std::int64_t>(buffer_bytes(s.tensor(c)) / page_bytes(s.tensor(c)));
             }},
            {"size", 2, [](Self s, const Expression& c) { return s.size(c); }},
            {"element", 2, [](Self s, const Expression& c) { return s.element(c); }},
            {"tile_bytes", 1,
             [](Self s, const Expression& c) -> Value {
                 return static_cast<std::int64_t>(tensix::tile_bytes(s.format(c)));
             }},
            {"noc_x", 2, [](Self s, const Expression& c) { return s.noc(c, true); }},
            {"noc_y", 2, [](Self s, const Expression& c) { return s.noc(c, false); }},
            {"semaphore", 1, [](Self s, const Expression& c) { return s.semaphore(c); }},
            {"float_bits", 1, [](Self s, const Expression& c) { return s.float_bits(c); }},
            {"ceil_div", 2, [](Self s, const Expression& c) { return s.ceil_div(c); }},
            {"given", 1,
             [](Self s, const Expression& c) -> Value {
                 return std::int64_t{s.scope_.settings->gave(s.name(c, "parameter"))};
             }},
            {"most_of", 1, [](Self s, const Expression& c) { return s.extreme(c, true); }},
            {"least_of", 1, [](Self s, const Expression& c) { return s.extreme(c, false); }},
            {"where", 3,
             [](Self s, const Expression& c) { return s.value(c.operands[s.is_true(c.operands[0]) ? 1 : 2]); }},
            {"min", 2,
             [](Self s, const Expression& c) -> Value {
                 return std::min(s.whole(c, 0, INT64_MIN), s.whole(c, 1, INT64_MIN));
             }},
            {"max", 2,
             [](Self s, const Expression& c) -> Value {
                 return std::max(s.whole(c, 0, INT64_MIN), s.whole(c, 1, INT64_MIN));
             }},
        };
        std::vector<std::string> names;
        for (const Row& row : rows) {
            if (row.name != e.name) {
                names.emplace_back(row.name);
                continue;
            }
            if (e.operands.size() != row.operands)
                throw InputError(
                    fmt::format("{} takes {} argument(s), {} are given", row.name, row.operands, e.operands.size()));
            return row.act(*this, e);
        }
        throw InputError(fmt::format("unknown function {}; {}", e.name, hint(e.name, names)));
    }

    const Scope& scope_;
    const Variables& variables_;
};

}  // namespace

Value evaluate(const Expression& expression, const Scope& scope, const Variables& variables) {
    return Evaluation(scope, variables).value(expression);
}

}  // namespace tessera::host::job_file
