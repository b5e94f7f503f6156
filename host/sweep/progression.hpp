// Lists of values as a sweep takes them: `1,2,4..56`, `R0..R10`, `sfpi-2025,none`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

// Single values, and a progression where `..` stands before the last: the values before it that are numbers, alike up
// to the number they end with, are continued up to the last one, which always belongs to the list. One value counts by
// one, two give a step, three or more a step or else a factor: `1,2,4..56` is 1, 2, 4, 8, 16, 32, 56.
// InputError that begins with `option`.
std::vector<std::string> expand(const std::string& option, std::string_view list);

}  // namespace tessera::host
