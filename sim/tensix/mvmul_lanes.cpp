#include "sim/tensix/mvmul_lanes.hpp"

namespace tessera::tensix {

namespace baseline {
extern const TryMvmul level_mvmul;
}
namespace v3 {
extern const TryMvmul level_mvmul;
}
namespace v4 {
extern const TryMvmul level_mvmul;
}

TryMvmul try_mvmul(lane::Level level) {
    switch (level) {
        case lane::Level::v4: return v4::level_mvmul;
        case lane::Level::v3: return v3::level_mvmul;
        case lane::Level::baseline: break;
    }
    return baseline::level_mvmul;
}

TryMvmul try_mvmul() {
    static const TryMvmul best = try_mvmul(lane::supported(lane::Level::v4)   ? lane::Level::v4
                                           : lane::supported(lane::Level::v3) ? lane::Level::v3
                                                                              : lane::Level::baseline);
    return best;
}

}  // namespace tessera::tensix
