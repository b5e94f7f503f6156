#include "sim/lane/mad.hpp"

#include <stdexcept>

namespace tessera::lane {

namespace baseline {
extern const Table mad_table;
}
namespace v3 {
extern const Table mad_table;
}
namespace v4 {
extern const Table mad_table;
}

const MadOps& Table::of(const num::MadRules& rules) const {
    if (rules == num::MadRules{}) return none;
    if (rules == num::MadRules{true, true, true, true}) return all;
    throw std::invalid_argument("multiply-add on lanes is built for MadRules all false or all true");
}

bool supported(Level level) {
#ifdef __clang__  // clang 14 does not know the levels by name
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
    const bool v3 = __builtin_cpu_supports("x86-64-v3"), v4 = __builtin_cpu_supports("x86-64-v4");
#endif
    switch (level) {
        case Level::baseline: return true;
        case Level::v3: return v3;
        case Level::v4: return v4;
    }
    return false;
}

const Table& table(Level level) {
    switch (level) {
        case Level::v4: return v4::mad_table;
        case Level::v3: return v3::mad_table;
        case Level::baseline: break;
    }
    return baseline::mad_table;
}

const Table& table() {
    static const Table& best = table(supported(Level::v4)   ? Level::v4
                                     : supported(Level::v3) ? Level::v3
                                                            : Level::baseline);
    return best;
}

}  // namespace tessera::lane
