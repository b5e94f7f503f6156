#include "sim/views/path_kinds.hpp"

#include <algorithm>
#include <initializer_list>

#include "sim/views/totals.hpp"

namespace tessera::views {

PathKind kind_of(const PathShare& piece) {
    if (piece.what.starts_with("read from")) return PathKind::read;
    if (piece.what.starts_with("write to")) return PathKind::write;
    const auto by = [&](std::initializer_list<int> rows) {
        return std::ranges::any_of(rows, [&](int row) { return piece.unit == unit_name(row); });
    };
    return by({brisc, ncrisc}) ? PathKind::movers : by({trisc1, watch::sfpu, fpu}) ? PathKind::math : PathKind::tiles;
}

PathShares path_shares(const PathProfile& path) {
    PathShares out;
    for (const PathShare& piece : path.kinds) {
        const double part = fraction(piece.cycles, path.cycles);
        switch (kind_of(piece)) {
            case PathKind::read: out.reads += part; break;
            case PathKind::write: out.writes += part; break;
            case PathKind::movers: out.movers += part; break;
            case PathKind::math: out.math += part; break;
            case PathKind::tiles: out.tiles += part; break;
        }
    }
    return out;
}

}  // namespace tessera::views
