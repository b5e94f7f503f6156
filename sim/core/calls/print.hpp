// DPRINT of one RISC: pieces become whole lines (spec/kernel-api.md 1.5), formatted as an ostream would, or as
// arguments of a format.
#pragma once

#include <fmt/args.h>

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
    // A number as the stream's manipulators want it now.
    std::string real(float value) const;

  private:
    void put(std::string piece);
    std::string integer(std::uint64_t magnitude, bool negative) const;
    void add_enumerator(std::string_view type);
    bool add_argument(abi::Print kind, std::uint32_t value, std::uint32_t value2, std::string_view text);

    std::string line_;
    std::vector<std::string> done_;
    std::uint32_t width_ = 0, precision_ = 6;
    abi::Print base_ = abi::Print::decimal;
    bool fixed_ = false;
    bool collects_ = false;                 // pieces are arguments of a format
    std::vector<std::string> enumerators_;  // of the argument that the name of its type ends
    std::string number_;                    // of that argument, where it has no name
    fmt::dynamic_format_arg_store<fmt::format_context> arguments_;
};

}  // namespace tessera::core
