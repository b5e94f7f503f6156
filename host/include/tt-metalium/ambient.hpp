// What programs written against the vendor's headers find in scope without including it: these parts of the standard
// library, fmt, and fmt::println, which fmt has from version 10 on (spec/kernel-api.md 5.1).
#pragma once

#include <fmt/core.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#if FMT_VERSION < 100000
namespace fmt {

template <class... T>
void println(std::FILE* file, format_string<T...> text, T&&... values) {
    print(file, "{}\n", format(text, std::forward<T>(values)...));
}
template <class... T>
void println(format_string<T...> text, T&&... values) {
    println(stdout, text, std::forward<T>(values)...);
}

}  // namespace fmt
#endif
