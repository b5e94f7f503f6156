// The loop behind local_polynomial.hpp, built once per x86 level; every level rounds alike, since nothing here is
// fused.
#include <cstddef>
#include <cstdint>

#include "host/study/levels.hpp"

namespace tessera::accuracy::TESSERA_LEVEL {

namespace {

template <std::size_t used>
[[gnu::always_inline]] inline void by_terms(const Polynomial& p, const double* x, double* f, std::size_t count) {
    double a[used];
    for (std::size_t k = 0; k < used; ++k) a[k] = p.a[k];
    const double middle = p.middle, scale = p.scale, low = p.a0_low;
    for (std::size_t i = 0; i < count; ++i) {
        const double s = (x[i] - middle) * scale;
        double rest = a[used - 1];
        for (std::size_t k = used - 1; k-- > 1;) rest = rest * s + a[k];
        f[i] = a[0] + (low + rest * s);
    }
}

}  // namespace

void polynomial(const Polynomial& p, const double* x, double* f, std::size_t count) {
    if (p.used == 1)
        for (std::size_t i = 0; i < count; ++i) f[i] = p.a[0];
    else if (p.used <= 5)
        by_terms<5>(p, x, f, count);
    else if (p.used <= 9)
        by_terms<9>(p, x, f, count);
    else
        by_terms<13>(p, x, f, count);
}

}  // namespace tessera::accuracy::TESSERA_LEVEL
