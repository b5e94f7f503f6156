#include "host/tensor/loops.hpp"

#include "sim/lane/mad.hpp"

namespace tessera::host {

namespace baseline {
extern const Loops tensor_loops;
}
namespace v3 {
extern const Loops tensor_loops;
}
namespace v4 {
extern const Loops tensor_loops;
}

const Loops& loops() {
    using lane::Level;
    static const Loops& best = lane::supported(Level::v4)   ? v4::tensor_loops
                               : lane::supported(Level::v3) ? v3::tensor_loops
                                                            : baseline::tensor_loops;
    return best;
}

}  // namespace tessera::host
