#include "host/accuracy/reference.hpp"

#include <cmath>

namespace tessera::accuracy {

namespace reference {
constinit const Reference exp{"exp", [](double x) { return std::exp(x); }, [](long double x) { return std::exp(x); }};
constinit const Reference exp2{"exp2", [](double x) { return std::exp2(x); },
                               [](long double x) { return std::exp2(x); }};
constinit const Reference expm1{"expm1", [](double x) { return std::expm1(x); },
                                [](long double x) { return std::expm1(x); }};
constinit const Reference reciprocal{"recip", [](double x) { return 1 / x; }, [](long double x) { return 1 / x; }};
constinit const Reference sqrt{"sqrt", [](double x) { return std::sqrt(x); },
                               [](long double x) { return std::sqrt(x); }};
constinit const Reference rsqrt{"rsqrt", [](double x) { return 1 / std::sqrt(x); },
                                [](long double x) { return 1 / std::sqrt(x); }};
constinit const Reference log{"log", [](double x) { return std::log(x); }, [](long double x) { return std::log(x); }};
constinit const Reference sin{"sin", [](double x) { return std::sin(x); }, [](long double x) { return std::sin(x); }};
constinit const Reference cos{"cos", [](double x) { return std::cos(x); }, [](long double x) { return std::cos(x); }};
constinit const Reference tan{"tan", [](double x) { return std::tan(x); }, [](long double x) { return std::tan(x); }};
constinit const Reference tanh{"tanh", [](double x) { return std::tanh(x); },
                               [](long double x) { return std::tanh(x); }};
constinit const Reference sigmoid{"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); },
                                  [](long double x) { return 1 / (1 + std::exp(-x)); }};
}  // namespace reference

// Within 2^-45 of a tie the double value may lie on its wrong side: the long double one decides which side is right.
double nearest(const Reference& reference, double x, double exact, const Format& format) {
    const double candidate = rounded(exact, format);
    const double half = spacing(exact, format) / 2;
    const double offset = exact - candidate;
    if (std::abs(std::abs(offset) - half) > std::abs(exact) * 0x1p-45 || !std::isfinite(candidate)) return candidate;
    const double tie = candidate + std::copysign(half, offset);
    const auto precise = reference.precise(static_cast<long double>(x));
    if (precise > tie) return tie + half;
    if (precise < tie) return tie - half;
    return candidate;
}

}  // namespace tessera::accuracy
