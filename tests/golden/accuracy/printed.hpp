// Numbers as papers and reports print them: 2.97e-5, 0.029-0.030, about 1, (1216).
#pragma once

#include <cmath>
#include <string>

namespace tessera::accuracy::printed {

// Half a unit in the last digit that a number shows, zeros before a missing point aside.
inline double half_unit(const std::string& number) {
    const std::size_t exponent = number.find('e');
    std::string digits = number.substr(0, exponent);
    int power = exponent == std::string::npos ? 0 : std::stoi(number.substr(exponent + 1));
    const std::size_t point = digits.find('.');
    if (point != std::string::npos) {
        power -= static_cast<int>(digits.size() - point - 1);
    } else {
        while (digits.size() > 1 && digits.back() == '0') {
            digits.pop_back();
            ++power;
        }
    }
    return 0.5 * std::pow(10.0, power);
}

// Without words before it and brackets around it.
inline std::string bare(const std::string& text) {
    const std::size_t first = text.find_first_of("-0123456789i");
    return text.substr(first, text.find_last_not_of(')') + 1 - first);
}

// Significant digits shown; of a range, of its first end.
inline int digits(const std::string& text) {
    const std::string number = bare(text);
    int count = 0;
    for (const char c : number.substr(0, number.find_first_of("e-", 1)))
        count += c >= '0' && c <= '9' && (c != '0' || count > 0);
    return count;
}

// The two ends of a range; of one number that twice.
struct Ends {
    std::string low, high;
};
inline Ends ends(const std::string& text) {
    const std::string number = bare(text);
    for (std::size_t dash = number.find('-', 1); dash != std::string::npos; dash = number.find('-', dash + 1))
        if (number[dash - 1] != 'e') return {number.substr(0, dash), number.substr(dash + 1)};
    return {number, number};
}

// Whether a value, rounded to the digits shown, is what the text says. Whole numbers in full are counts: no rounding.
inline bool is_shown_as(double value, const std::string& text) {
    const auto [low, high] = ends(text);
    const bool is_count = high.find_first_not_of("0123456789") == std::string::npos && half_unit(high) < 1;
    const double unit = is_count && value == std::floor(value) ? 0 : half_unit(high) * 1.0001;
    if (std::isinf(value)) return std::stod(high) == value;
    return value >= std::stod(low) - unit && value <= std::stod(high) + unit;
}

}  // namespace tessera::accuracy::printed
