#include "host/ops/rope/fused/rows.hpp"

namespace tessera::host::fused {

void add_in_place(std::vector<RowMove>& rows, const Heads& heads, Positions positions) {
    for (std::size_t token = 0; token < positions.size(); ++token)
        for (std::uint64_t head = 0; head < heads.count; ++head) {
            const std::uint64_t at = heads.element(token, head);
            rows.push_back({heads.tensor, heads.tensor, at, at, true, {positions[token]}, 0});
        }
}

void add_moved(std::vector<RowMove>& rows, const Heads& heads, const Cache& cache, std::uint64_t first,
               std::uint64_t tokens, Positions positions, std::uint32_t weight) {
    for (std::uint64_t token = 0; token < tokens; ++token)
        for (std::uint64_t head = 0; head < heads.count; ++head) {
            RowMove row{.source = heads.tensor,
                        .target = cache.tensor,
                        .source_element = heads.element(token, head),
                        .target_element = cache.element(head, first + token),
                        .turns = !positions.empty(),
                        .weight = weight};
            if (row.turns) row.positions[0] = positions[token];
            rows.push_back(row);
        }
}

}  // namespace tessera::host::fused
