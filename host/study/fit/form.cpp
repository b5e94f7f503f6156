#include "host/study/fit/form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tessera::accuracy {
namespace {

constexpr double unit = 0x1p-24;

// sfpu-math.md 2 and 4.1. The factors of exp_21f and exp_24f make a quadratic each; to the roundings of its product
// comes the cut to an integer.
const std::vector<Form>& forms() {
    static const std::vector<Form> all{
        {"exp_21f", "exp_21f_z", {}, 0, 1, 2, 5},
        {"exp_24f", "exp_24f_z", {0x200001 * 0x1p-23, 0x400001 * 0x1p-23, 0x600001 * 0x1p-23}, 0, 1, 2, 5},
        {"exp_61f", "exp_61f_z", {}, 0, 1, 6, 5},
        {"sinpi_reduced", "", {}, 1, 2, 9, 6},
        {"sinpi", "", {}, 1, 2, 9, 6, true},
    };
    return all;
}

// The reduced argument of each input: its segment, the variable of the polynomial, what that is multiplied by.
struct Reduced {
    std::size_t segment;
    long double variable, scale;
};

std::size_t segment_of(const Form& form, long double variable) {
    return static_cast<std::size_t>(
        std::ranges::count_if(form.edges, [&](double edge) { return variable >= static_cast<long double>(edge); }));
}

std::vector<Reduced> reduced(const Form& form, const Setting& setting, const TrainingSet& set) {
    std::vector<Reduced> all;
    if (form.reduction.empty()) {
        for (const std::uint32_t x : set.inputs()) {
            const long double at = value_of(x), turns = form.takes_half_turns ? std::nearbyint(at) : 0;
            const bool is_odd = std::fmod(std::abs(turns), 2.0L) == 1;
            const long double variable = at - turns;
            all.push_back(
                {segment_of(form, form.is_of_size ? std::abs(variable) : variable), variable, is_odd ? -1.0L : 1.0L});
        }
        return all;
    }
    Function reduction;
    reduction.name = form.reduction;
    reduction.is_builtin = form.file.empty();
    reduction.file = reduction.is_builtin ? "accuracy/reductions.hpp" : form.file;
    reduction.expression = fmt::format("{}{}(x)", reduction.is_builtin ? "study::" : "", form.reduction);
    reduction.reference = nullptr;
    std::vector<std::uint32_t> z(set.inputs().size());
    build(reduction, setting).recorded.run(set.inputs(), z);
    for (const std::uint32_t pattern : z) {
        const std::uint32_t fraction = pattern & 0x7fffff;
        const long double variable = std::ldexp(static_cast<long double>(fraction), -23);
        all.push_back({segment_of(form, variable), variable, std::ldexp(1.0L, static_cast<int>(pattern >> 23) - 127)});
    }
    return all;
}

// The largest of the segments' least maxima for these targets.
double least(const Form& form, const std::vector<Reduced>& inputs, const TrainingSet& set, ErrorKind kind,
             const std::vector<double>& targets) {
    double most = 0;
    for (std::size_t segment = 0; segment <= form.edges.size(); ++segment) {
        const bool has_none = segment < form.without_constant.size() && form.without_constant[segment];
        const int first = form.first + (has_none ? form.step : 0);
        LinearFamily family(static_cast<std::size_t>((form.last - first) / form.step + 1));
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i].segment != segment) continue;
            const long double weight = set.weight(i, kind);
            std::vector<long double> row;
            for (int power = first; power <= form.last; power += form.step)
                row.push_back(inputs[i].scale * std::pow(inputs[i].variable, power) * weight);
            family.add(row, targets[i] * weight);
        }
        most = std::max(most, static_cast<double>(minimax(family).level));
    }
    return most;
}

}  // namespace

const Form* find_form(std::string_view function) {
    const auto found = std::ranges::find(forms(), function, &Form::function);
    return found == forms().end() ? nullptr : &*found;
}

Form polynomial(int degree, bool odd) { return {"", "", {}, odd ? 1 : 0, odd ? 2 : 1, degree, degree + 2}; }

std::optional<LeastError> least_error(const Form& form, const Recorded& function, const TrainingSet& set,
                                      ErrorKind kind) {
    const std::vector<Reduced> inputs = reduced(form, function.setting(), set);
    std::vector<std::uint32_t> y(inputs.size());
    function.run(set.inputs(), y);
    std::vector<double> results, exact;
    double unit_of_kind = 0, format = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
        results.push_back(value_of(y[i]));
        exact.push_back(set.exact(i));
        const double nearest = rounded(set.exact(i), function.setting().dst);
        format = std::max(format, std::abs(nearest - set.exact(i)) * set.weight(i, kind));
        unit_of_kind = std::max(unit_of_kind, unit * std::abs(set.exact(i)) * set.weight(i, kind));
    }
    const LeastError found{.level = least(form, inputs, set, kind, exact),
                           .distance = least(form, inputs, set, kind, results),
                           .roundings = form.roundings * unit_of_kind,
                           .format = format};
    if (!(found.distance <= found.roundings)) return std::nullopt;
    return found;
}

}  // namespace tessera::accuracy
