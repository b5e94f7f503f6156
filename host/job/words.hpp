// Words and numbers that a user types, in options and in files: what they may be, and what may have been meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

// The word with the fewest insertions, deletions, replacements and swaps of neighbours, the first of equals; empty when
// more than a third of the letters would have to change.
std::string nearest(std::string_view given, std::span<const std::string> known);

// "did you mean `--width`?" or, when nothing is near, "known are a, b, c".
std::string hint(std::string_view given, const std::vector<std::string>& known);

// The word among `names` that was given to `option`; InputError with the nearest or all of them otherwise.
std::size_t choose(const std::string& option, const std::string& given, const std::vector<std::string>& names);

// Empty when the text is a decimal number of the kind, else what is wrong with it. Leading zeros are refused, since
// they are read as octal elsewhere.
std::string whole_number(const std::string& text);
std::string whole_number_from_zero(const std::string& text);
std::string real_number(const std::string& text);

}  // namespace tessera::host
