// When registers run short: constants are loaded where they are first needed and not where the source names them. Moves
// nothing past a change of lanes, and changes no bits.
#include <algorithm>

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {

bool sink_constants(Code& code) {
    bool moved = false;
    for (std::size_t i = code.nodes.size(); i-- > 0;) {
        const Node& load = code.nodes[i];
        if (load.op != Op::loadi || load.raw || load.keep || load.old != no_value || load.result == no_value) continue;
        const auto reads = [v = load.result](const Node& node) {
            bool found = false;
            for_each_read(node, [&](Value read) { found |= read == v; });
            return found;
        };
        const auto from = code.nodes.begin() + static_cast<std::ptrdiff_t>(i);
        const auto user = std::find_if(from + 1, code.nodes.end(), reads);
        if (user == code.nodes.end() || user == from + 1 || user->region != load.region || user->block != load.block)
            continue;
        std::rotate(from, from + 1, user);
        moved = true;
    }
    return moved;
}

}  // namespace tessera::sfpu::lowering
