// What the user may have meant: the nearest of the known words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::apps {

// The word with the fewest insertions, deletions, replacements and swaps of neighbours, the first of equals; empty when
// more than a third of the letters would have to change.
std::string nearest(std::string_view given, std::span<const std::string> known);

// "did you mean `--width`?" or, when nothing is near, "known are a, b, c".
std::string hint(std::string_view given, const std::vector<std::string>& known);

}  // namespace tessera::apps
