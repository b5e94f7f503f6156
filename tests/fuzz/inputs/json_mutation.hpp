// Changes values of a JSON text, so that readers are tried behind the parser too: numbers that index, size or divide,
// values of other types, members that are missing.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace tessera::fuzz {

// One to three changes drawn from `random`; the text as it is where it is not JSON.
std::string mutated_json(std::string_view text, std::mt19937& random);

}  // namespace tessera::fuzz
