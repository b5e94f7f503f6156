// NaNs and infinities of the runs of a device: what made each kind of them first, and where they went (design.md 6).
// An origin is a line of a kernel with what it made there, or a buffer that they came in with.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::watch {

enum class NonFinite : std::uint8_t { none, nan, infinity };
inline constexpr std::array non_finites{NonFinite::nan, NonFinite::infinity};
constexpr std::string_view name(NonFinite kind) {
    return kind == NonFinite::nan ? "NaN" : kind == NonFinite::infinity ? "infinity" : "number";
}
constexpr NonFinite non_finite(std::uint32_t fp32) {
    if ((~fp32 & 0x7f800000) != 0) return NonFinite::none;
    return (fp32 & 0x7fffff) != 0 ? NonFinite::nan : NonFinite::infinity;
}

// Bytes of a memory that hold such values.
struct NonFinitePart {
    std::uint64_t begin, end;
    std::uint32_t id;           // NonFinites::Id
    std::uint32_t datum_bytes;  // of each
};

class NonFinites {
  public:
    using Id = std::uint32_t;  // of an origin; 0: none

    // Ordered as things happen: by workload of the device, then by cycle.
    struct When {
        std::uint64_t workload = 0;
        Cycle cycle = 0;
        friend auto operator<=>(const When&, const When&) = default;
    };
    struct Operand {
        std::string name, value;
    };
    struct Stop {
        std::string what;     // "unpacked to SrcA from cb 0"
        fault::Where where;   // of the first
        When when;            // likewise
        std::string element;  // likewise; may be empty
        std::uint64_t count = 0;
    };
    struct Origin {
        NonFinite kind = NonFinite::none;
        // Of the first value: what made it, as an instruction or in words; where, on what, from what.
        std::string made, element;
        fault::Where where;
        When when;
        std::vector<Operand> operands;
        Id because = 0;           // of an infinity that made the NaN
        bool as_bits = false;     // made by what knows no floats; it counts where somebody takes it for one
        std::uint64_t count = 0;  // 0: nobody has yet
        std::set<int> cores;
        std::vector<Stop> stops;  // in the order in which they were reached
    };
    // What of an origin's values lies in a buffer now.
    struct Left {
        std::string buffer;
        std::uint64_t values = 0;
        std::string element;  // of the first
    };

    // The one that the key names, which is made where there is none; `kind` is part of the key.
    Id origin(NonFinite kind, const std::string& key);
    Origin& at(Id id) { return origins_[id - 1]; }
    const Origin& at(Id id) const { return origins_[id - 1]; }
    // Whether a value made at that time comes before the one that describes the origin so far.
    bool is_first(Id id, When when) const { return at(id).made.empty() || when < at(id).when; }
    void made(Id id, std::uint64_t count, int core);
    // Nothing for id 0.
    void reached(Id id, const std::string& what, const fault::Where& where, When when, std::uint64_t count,
                 const std::string& element);

    // The origin of the first value of that kind that a float operation made or took, if any was.
    std::optional<Id> first(NonFinite kind) const;

  private:
    std::vector<Origin> origins_;
    std::map<std::pair<NonFinite, std::string>, Id> ids_;
};

}  // namespace tessera::watch
