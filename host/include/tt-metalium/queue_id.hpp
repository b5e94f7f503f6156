#pragma once

#include <cstdint>
#include <optional>

#include "../tt_stl/strong_type.hpp"

namespace tt::tt_metal {

using QueueId = tt::stl::StrongType<std::uint8_t, struct QueueIdTag>;

inline std::optional<std::uint8_t> raw_optional(const std::optional<QueueId>& id) {
    if (!id) return std::nullopt;
    return **id;
}

}  // namespace tt::tt_metal

namespace ttnn {

using QueueId = tt::tt_metal::QueueId;
inline const QueueId DefaultQueueId{0};

}  // namespace ttnn
