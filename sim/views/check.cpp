#include "sim/views/check.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tessera::views {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// What exceeds fp32 is infinite there.
bool is_finite(double value) { return std::isfinite(static_cast<float>(value)); }

bool same_special(double got, double expected) {
    if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
    return static_cast<float>(got) == static_cast<float>(expected);
}

}  // namespace

void DeviationMeter::add(double got, double expected) {
    const bool special = !is_finite(got) || !is_finite(expected), differs = special && !same_special(got, expected);
    if (!std::isfinite(got)) ++not_finite_;
    if (differs) ++differ_;
    const double error = differs ? infinity : special ? 0 : std::abs(got - expected);
    if (count_ == 0 || error > worst_.max_abs)
        worst_ = {.max_abs = error, .worst = count_, .got = got, .expected = expected};
    squares_of_error_ += error * error;
    if (!special) squares_ += got * got;
    ++count_;
}

Deviation DeviationMeter::result() const {
    Deviation out = worst_;
    out.nmse = squares_of_error_ == 0 ? 0 : squares_ == 0 ? infinity : squares_of_error_ / squares_;
    out.not_finite = not_finite_;
    out.differ = differ_;
    return out;
}

double distance(float got, double exact) {
    if (std::isnan(exact)) return std::isnan(got) ? 0 : infinity;
    const auto rounded = static_cast<float>(exact);
    if (std::isinf(rounded)) return got == rounded ? 0 : infinity;
    return std::isfinite(got) ? std::abs(got - exact) : infinity;
}

void Checker::hold(std::size_t index, float got, double exact, double bound) {
    const double error = distance(got, exact);
    note(error == 0 ? 0 : error == infinity ? infinity : error / bound, index, got, exact, bound);
}

void Checker::note(double ratio, std::size_t index, double got, double exact, double bound) {
    if (std::isnan(ratio)) ratio = infinity;
    if (ratio > 1) check_.failures.add({index, got, exact, bound, ratio});
    if (!(ratio > check_.worst_ratio)) return;
    check_.worst_ratio = ratio;
    check_.worst = index;
    check_.got = got;
    check_.expected = exact;
    check_.bound = bound;
}

Check Checker::result() const {
    Check out = check_;
    out.deviation = meter_.result();
    out.within = out.worst_ratio <= 1 && out.deviation.differ == 0;
    return out;
}

std::string place(const Check& check, std::size_t index) {
    const std::string out = element_place(check.shape, index);
    return check.what.empty() ? out : fmt::format("{} of {}", out, check.what);
}

std::string worst_element(const Check& c) {
    if (c.worst_ratio <= 1)
        return fmt::format("element {} is {:.9g}, exact {:.9g}", place(c, c.deviation.worst), c.deviation.got,
                           c.deviation.expected);
    return fmt::format("element {} is {:.9g}, exact {:.9g}, error {:.3e} beyond its bound {:.3e}", place(c, c.worst),
                       c.got, c.expected, std::abs(c.got - c.expected), c.bound);
}

std::string to_text(const Check& c, bool verbose, const Screen& screen) {
    const auto line = [&](const char* label, const std::string& text) {
        return labelled(label, text, label_width, screen);
    };
    std::string out = line(
        "error", fmt::format("max {:.3e} at {} (got {:.9g}, exact {:.9g}), NMSE {:.3e}", c.deviation.max_abs,
                             place(c, c.deviation.worst), c.deviation.got, c.deviation.expected, c.deviation.nmse));
    out += line("bound", fmt::format("closest at {}: error {:.3e} of {:.3e} allowed ({:.1f} %)", place(c, c.worst),
                                     std::abs(c.got - c.expected), c.bound, 100.0 * c.worst_ratio));
    if (verbose && !c.terms.empty()) out += c.terms + "\n";
    if (c.deviation.not_finite + c.deviation.differ != 0)
        out += line("values", fmt::format("{} results are not finite; {} differ from the exact one in that",
                                          c.deviation.not_finite, c.deviation.differ));
    if (c.map) out += to_text(*c.map, screen);
    return out +
           fmt::format("check  {}\n", c.within ? screen.paint(Ink::green, "passed") : screen.paint(Ink::red, "FAILED"));
}

nlohmann::ordered_json to_json(const Check& c) {
    nlohmann::ordered_json out{
        {"passed", c.within},
        {"max_abs_error", c.deviation.max_abs},
        {"max_abs_error_at", c.deviation.worst},
        {"nmse", c.deviation.nmse},
        {"not_finite", c.deviation.not_finite},
        {"not_finite_differ", c.deviation.differ},
        {"closest_to_bound",
         {{"index", c.worst}, {"got", c.got}, {"exact", c.expected}, {"bound", c.bound}, {"ratio", c.worst_ratio}}}};
    if (!c.what.empty()) out["output"] = c.what;
    if (c.map) out["failures"] = to_json(*c.map);
    return out;
}

}  // namespace tessera::views
