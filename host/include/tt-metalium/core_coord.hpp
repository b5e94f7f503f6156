// Cores, rectangles and sets of them: the types of host/cores under the vendor's names (spec/kernel-api.md 5.3). Older
// programs write them without a namespace.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <variant>

#include "host/cores/core_coord.hpp"

namespace tt::tt_metal {

using CoreCoord = tessera::host::CoreCoord;
using CoreRange = tessera::host::CoreRange;
using CoreRangeSet = tessera::host::CoreRangeSet;

// Where something lives; every form stands for a set.
using CoreSpec = std::variant<CoreCoord, CoreRange, CoreRangeSet>;
inline CoreRangeSet to_core_range_set(const CoreSpec& spec) {
    return std::visit([](const auto& cores) { return CoreRangeSet(cores); }, spec);
}

// The first x by y cores of the first range that is as wide and as high.
std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& cores, std::uint32_t x,
                                                                   std::uint32_t y);

}  // namespace tt::tt_metal

using CoreCoord = tessera::host::CoreCoord;
using CoreRange = tessera::host::CoreRange;
using CoreRangeSet = tessera::host::CoreRangeSet;

namespace tessera::host {

inline std::ostream& operator<<(std::ostream& out, const CoreCoord& core) { return out << core.str(); }
inline std::ostream& operator<<(std::ostream& out, const CoreRange& range) { return out << range.str(); }
inline std::ostream& operator<<(std::ostream& out, const CoreRangeSet& set) { return out << set.str(); }

}  // namespace tessera::host

template <>
struct std::hash<tessera::host::CoreCoord> {
    std::size_t operator()(const tessera::host::CoreCoord& core) const noexcept {
        return core.x * 0x9E3779B97F4A7C15 + core.y;
    }
};
template <>
struct fmt::formatter<tessera::host::CoreRange> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const tessera::host::CoreRange& range, Context& context) const {
        return fmt::formatter<std::string>::format(range.str(), context);
    }
};
template <>
struct fmt::formatter<tessera::host::CoreRangeSet> : fmt::formatter<std::string> {
    template <class Context>
    auto format(const tessera::host::CoreRangeSet& set, Context& context) const {
        return fmt::formatter<std::string>::format(set.str(), context);
    }
};
