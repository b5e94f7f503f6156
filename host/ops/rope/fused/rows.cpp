#include "host/ops/rope/fused/rows.hpp"

namespace tessera::host::fused {

void add_in_place(std::vector<RowMove>& rows, const Heads& heads, Positions positions) {
    for (std::size_t token = 0; token < positions.size(); ++token)
        for (std::uint64_t head = 0; head < heads.count; ++head) {
            const std::uint64_t at = heads.element(token, head);
            rows.push_back({heads.tensor, heads.tensor, at, at, true, {positions[token]}, 0});
        }
}

void add_turned(std::vector<RowMove>& rows, const Heads& heads, const Cache& cache, std::uint64_t first,
                Positions positions, std::uint32_t weight) {
    for (std::size_t token = 0; token < positions.size(); ++token)
        for (std::uint64_t head = 0; head < heads.count; ++head)
            rows.push_back({heads.tensor,
                            cache.tensor,
                            heads.element(token, head),
                            cache.element(head, first + token),
                            true,
                            {positions[token]},
                            weight});
}

void add_copied(std::vector<RowMove>& rows, const Heads& heads, const Cache& cache, std::uint64_t first,
                std::uint64_t tokens) {
    for (std::uint64_t token = 0; token < tokens; ++token)
        for (std::uint64_t head = 0; head < heads.count; ++head)
            rows.push_back({heads.tensor,
                            cache.tensor,
                            heads.element(token, head),
                            cache.element(head, first + token),
                            false,
                            {},
                            0});
}

}  // namespace tessera::host::fused
