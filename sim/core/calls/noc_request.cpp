#include "sim/core/calls/noc_request.hpp"

#include "sim/core/calls/noc_options.hpp"

namespace tessera::core {

noc::Transfer request_of(const RiscContext& context, noc::Kind kind, std::uint32_t options) {
    noc::Transfer made;
    made.kind = kind;
    made.core = context.core.index;
    made.risc = static_cast<int>(context.risc);
    made.noc = static_cast<int>(options & 1);
    made.self = context.core.physical;
    made.pc = context.standing_at();
    made.posted = (options & abi::noc_posted) != 0;
    made.channel = channel_of(options);
    return made;
}

}  // namespace tessera::core
