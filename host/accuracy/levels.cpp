#include "host/accuracy/levels.hpp"

#include "host/accuracy/exp_values.hpp"
#include "sim/lane/mad.hpp"

namespace tessera::accuracy {

#define TESSERA_LOOPS(level)                                                          \
    namespace level {                                                                 \
    void exp_values(const double* x, double* f, std::size_t count);                   \
    bool errors(const ErrorRules& rules, const ErrorLanes& lanes, std::size_t count); \
    PieceSums sums(const PieceLanes& lanes, std::size_t count);                       \
    }
TESSERA_LOOPS(baseline)
TESSERA_LOOPS(v3)
TESSERA_LOOPS(v4)
#undef TESSERA_LOOPS

const Loops& loops() {
    using lane::Level;
    static const Loops best = lane::supported(Level::v4) ? Loops{v4::exp_values, v4::errors, v4::sums}
                              : lane::supported(Level::v3)
                                  ? Loops{v3::exp_values, v3::errors, v3::sums}
                                  : Loops{baseline::exp_values, baseline::errors, baseline::sums};
    return best;
}

void exp_values(const double* x, double* f, std::size_t count) { loops().exp(x, f, count); }

}  // namespace tessera::accuracy
