// Small programs that have a fault, each with its correction.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "sim/fault/fault.hpp"

namespace tessera::apps {

// A job file in which lines that begin with `-` have the fault and those that begin with `+` correct it.
struct Example {
    fault::Id id;
    std::array<std::string_view, 3> parts;  // joined in order; several examples may share one
    std::string_view options = {};          // of `tessera run` that the fault needs

    std::string text() const;
    std::string wrong() const { return without('+'); }
    std::string mended() const { return without('-'); }

  private:
    std::string without(char mark) const;
};

std::span<const Example> buffers_examples();
std::span<const Example> transfers_examples();
std::span<const Example> memory_examples();
std::span<const Example> kernels_examples();
std::span<const Example> units_examples();
std::span<const Example> vectors_examples();
std::span<const Example> formats_examples();
// Null where there is none, which why_no_example() then explains.
const Example* example_of(fault::Id id);
std::string_view why_no_example(fault::Id id);

}  // namespace tessera::apps
