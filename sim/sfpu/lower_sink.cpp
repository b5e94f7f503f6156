// When registers run short: constants are loaded where they are first needed and not where the source names them. Moves
// nothing past a change of lanes, and changes no bits.
#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

bool is_movable(const Node& load) {
    return load.op == Op::loadi && !load.raw && !load.keep && load.old == no_value && load.result != no_value;
}

}  // namespace

// From the end, so that loads of one user keep their order. `next` and `before` are the order as it becomes, with the
// end of the code as a last entry.
bool sink_constants(Code& code) {
    const auto size = static_cast<std::uint32_t>(code.nodes.size());
    std::vector<std::uint32_t> next(size + 1), before(size + 1), first_user(code.values.size(), nobody);
    for (std::uint32_t i = 0; i <= size; ++i) next[i] = i + 1, before[i] = i - 1;
    std::uint32_t first = 0;
    bool moved = false;
    for (std::uint32_t i = size; i-- > 0;) {
        const Node& load = code.nodes[i];
        for_each_read(load, [&](Value v) { first_user[v] = i; });
        if (!is_movable(load)) continue;
        const std::uint32_t user = first_user[load.result];
        if (user == nobody || user == next[i] || code.nodes[user].region != load.region ||
            code.nodes[user].block != load.block)
            continue;
        (i == first ? first : next[before[i]]) = next[i];
        before[next[i]] = before[i];
        before[i] = before[user];
        next[before[user]] = i;
        next[i] = user;
        before[user] = i;
        moved = true;
    }
    if (!moved) return false;
    std::vector<Node> nodes;
    nodes.reserve(size);
    for (std::uint32_t i = first; i != size; i = next[i]) nodes.push_back(std::move(code.nodes[i]));
    code.nodes = std::move(nodes);
    return true;
}

}  // namespace tessera::sfpu::lowering
