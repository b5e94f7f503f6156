// The instruction sequences of the functions that the golden data's README publishes, for value files that
// come without one beside them.
#pragma once

#include <string_view>

#include "host/conformance/numeric_vectors.hpp"

namespace tessera::conformance {

bool is_published(std::string_view name);  // "exp_24f"
// Throws fault::InputError for another name.
Sequence published_sequence(std::string_view name, const arch::Sfpu& arch);

}  // namespace tessera::conformance
