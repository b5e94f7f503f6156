// Lines of kernels by number, so that a profile keeps and counts them cheaply.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/views/view.hpp"

namespace tessera::views {

class Places {
  public:
    using Id = std::uint32_t;
    static constexpr Id unknown = 0;

    Id of(const Spot& spot);
    // "kernels/x/reader.cpp:42", without the line where there is none, empty when unknown.
    const std::string& text(Id id) const { return texts_[id]; }
    std::size_t count() const { return texts_.size(); }

  private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::unordered_map<int, Id>, Hash, std::equal_to<>> ids_;
    std::vector<std::string> texts_{std::string{}};
};

// What the instructions of a line took in one SFPU program.
struct LineCycles {
    Places::Id place;
    Cycle cycles;
};

}  // namespace tessera::views
