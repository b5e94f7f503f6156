// DPRINT of one RISC: pieces become whole lines (spec/kernel-api.md 1.5), formatted as an ostream would.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/abi/abi.hpp"

namespace tessera::core {

class Printer {
  public:
    // Adds one piece; `text` is that of Print::text. Returns the lines it completed, without their ends.
    std::vector<std::string> add(abi::Print kind, std::uint32_t value, std::uint32_t value2,
                                 std::string_view text = {});
    // What stands on the line a kernel did not end.
    std::optional<std::string> rest();

  private:
    void put(std::string piece);
    std::string integer(std::uint64_t magnitude, bool negative) const;
    std::string real(float value) const;

    std::string line_;
    std::vector<std::string> done_;
    std::uint32_t width_ = 0, precision_ = 6;
    abi::Print base_ = abi::Print::decimal;
    bool fixed_ = false;
};

}  // namespace tessera::core
