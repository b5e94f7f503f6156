#include "sim/core/matmul_order.hpp"

#include <algorithm>

namespace tessera::core {
namespace {

// What the vendor's library issues for one product: the place in Dst, sixteen MVMULs a phase, and where there are
// several a SETRWC that goes back to the first (a single phase ends with its last MVMUL).
std::size_t instructions_of(std::size_t phases) { return 1 + 16 * phases + (phases > 1 ? 1 : 0); }

}  // namespace

MatmulOrder matmul_order(std::uint32_t rows, std::uint32_t columns, std::size_t phases, std::uint32_t banks) {
    const bool keeps_b = columns >= rows;
    MatmulOrder out;
    out.kept = keeps_b ? src_b : src_a;
    out.streamed = keeps_b ? src_a : src_b;
    const std::uint32_t many = keeps_b ? columns : rows, few = keeps_b ? rows : columns;
    const bool turns = banks > 1 && few > 1;  // between the kept tiles, by an instruction of its own
    for (std::uint32_t t = 0; t < few; t += banks) {
        const std::uint32_t held = std::min(few - t, banks);
        for (std::uint32_t h = 0; h < held; ++h) out.tiles.push_back({out.kept, t + h, false});
        for (std::uint32_t s = 0; s < many; ++s) {
            const bool last = s + 1 == many;
            out.tiles.push_back({out.streamed, s, s == 0});
            for (std::uint32_t h = 0; h < held; ++h) {
                // The last streamed tile meets each kept one for the last time: its bank is free from then on.
                const bool ends_streamed = h + 1 == held;
                const std::size_t between = turns ? 1 + (last && ends_streamed ? 1 : 0) : last ? 1 : 0;
                out.products.push_back({.row = keeps_b ? t + h : s,
                                        .column = keeps_b ? s : t + h,
                                        .bank = last ? 0 : static_cast<int>(h),
                                        .frees_streamed = ends_streamed,
                                        .frees_kept = last,
                                        .instructions = instructions_of(phases) + between});
            }
        }
    }
    return out;
}

}  // namespace tessera::core
