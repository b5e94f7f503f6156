// Numbers of the machine's fp16 that IEEE binary16 has no place for: exponent 31 is an ordinary exponent here, and
// infinity or NaN for every other reader (spec/tensix-core.md 1.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::host {

class BeyondIeee {
  public:
    // The next elements, as real numbers or as their sixteen bits.
    void look_at(std::span<const float> elements);
    void look_at(std::span<const std::uint16_t> elements);

    bool found() const { return count_ != 0; }
    std::size_t first() const { return first_; }  // number of the element
    // "3 of 1024 elements of WHAT have exponent 31; the first, [0, 5], is 65536 here and infinity in IEEE fp16":
    // `place` is what the first one is called.
    std::string text(const std::string& what, const std::string& place) const;

  private:
    std::size_t seen_ = 0, count_ = 0, first_ = 0;
    std::uint32_t first_bits_ = 0;
};

// "[1, 0, 5]" of an element of an array.
std::string place_in(std::span<const std::size_t> shape, std::size_t element);

// One warning of all that were found; nothing where nothing was.
std::optional<fault::Fault> beyond_ieee(const std::vector<std::string>& texts);

}  // namespace tessera::host
