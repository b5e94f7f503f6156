#include "sim/views/places.hpp"

#include <fmt/format.h>

namespace tessera::views {

Places::Id Places::of(const Spot& spot) {
    if (spot.file.empty()) return unknown;
    auto file = ids_.find(spot.file);
    if (file == ids_.end()) file = ids_.emplace(std::string(spot.file), std::unordered_map<int, Id>{}).first;
    const auto [at, first] = file->second.try_emplace(spot.line, static_cast<Id>(texts_.size()));
    if (first) texts_.push_back(spot.line == 0 ? std::string(spot.file) : fmt::format("{}:{}", spot.file, spot.line));
    return at->second;
}

}  // namespace tessera::views
