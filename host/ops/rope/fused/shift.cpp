#include "host/ops/rope/fused/shift.hpp"

#include <fmt/format.h>

namespace tessera::host::fused {
namespace {

// What stands at `count` positions from shift.by on: [heads, count, width].
Cache add_before(Rotation& rotation, const Cache& cache, const Shift& shift, std::uint32_t count) {
    const auto old = rotation.tensors[cache.tensor].contents->as<std::uint16_t>();
    std::vector<std::byte> before;
    for (std::uint32_t head = 0; head < shift.heads; ++head) {
        const auto bytes = std::as_bytes(old.subspan(cache.element(head, shift.by), count * cache.width));
        before.insert(before.end(), bytes.begin(), bytes.end());
    }
    rotation.details.push_back(
        {"cache_before",
         fmt::format("{} bytes that other rows overwrite were copied aside by the host", before.size())});
    const std::vector<std::size_t> shape{shift.heads, count, cache.width};
    rotation.tensors.push_back({.name = "cache_before",
                                .format = tensix::DataFormat::fp16,
                                .shape = shape,
                                .contents = contents_of(NpyArray{DType::f2, shape, std::move(before)})});
    return {static_cast<std::uint32_t>(rotation.tensors.size() - 1), count, cache.width};
}

}  // namespace

void add_shift(Rotation& rotation, const Cache& cache, const Shift& shift) {
    // Positions [by, count) are both moved and overwritten; rows that stay where they are overwrite nothing.
    const std::uint32_t both = shift.by == 0 || shift.by >= shift.count ? 0 : shift.count - shift.by;
    const auto add = [&](const Cache& from, std::uint32_t first, std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t head = 0; head < shift.heads; ++head)
            for (std::uint32_t i = begin; i < end; ++i)
                rotation.rows.push_back(
                    {from.tensor, cache.tensor, from.element(head, first + i), cache.element(head, i), false, {}, 0});
    };
    if (both > 0) add(add_before(rotation, cache, shift, both), 0, 0, both);
    add(cache, shift.by, both, shift.count);
}

}  // namespace tessera::host::fused
