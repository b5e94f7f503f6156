#include "host/study/levels.hpp"

#include "host/study/exp_values.hpp"
#include "sim/lane/mad.hpp"

namespace tessera::accuracy {

namespace baseline {
extern const Loops level_loops;
}
namespace v3 {
extern const Loops level_loops;
}
namespace v4 {
extern const Loops level_loops;
}

const Loops& loops() {
    using lane::Level;
    static const Loops& best = lane::supported(Level::v4)   ? v4::level_loops
                               : lane::supported(Level::v3) ? v3::level_loops
                                                            : baseline::level_loops;
    return best;
}

void exp_values(const double* x, double* f, std::size_t count) { loops().exp(x, f, count); }

}  // namespace tessera::accuracy
