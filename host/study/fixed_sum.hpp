// Sums whose bits do not depend on the order of their parts.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace tessera::accuracy {

// A sum in fixed point, two's complement: `size` words of 64 bits, `below` bits of them behind the point. What a part
// has below the last bit is cut off.
template <int below, std::size_t size>
class FixedSum {
  public:
    // std::overflow_error for a part that is not finite, or of which 2^24 would not fit.
    void add(double part) {
        if (part == 0) return;
        if (!std::isfinite(part)) throw std::overflow_error("sum");
        int exponent = 0;
        const auto mantissa = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(part), &exponent), 53));
        const int shift = exponent - 53 + below;
        if (shift > static_cast<int>(size) * 64 - (1 + 24 + 53)) throw std::overflow_error("sum");
        if (shift < 0)
            add_at(0, shift <= -64 ? 0 : mantissa >> -shift, 0, part < 0);
        else
            add_at(static_cast<std::size_t>(shift / 64), mantissa << shift % 64,
                   shift % 64 == 0 ? 0 : mantissa >> (64 - shift % 64), part < 0);
    }
    void add(const FixedSum& other) {
        bool carry = false;
        for (std::size_t i = 0; i < size; ++i) carry = add_word(i, other.words_[i], carry);
    }
    // Correctly rounded.
    double value() const {
        const bool is_negative = words_[size - 1] >> 63 != 0;
        FixedSum sum = *this;
        if (is_negative) {
            bool carry = true;
            for (std::uint64_t& word : sum.words_) {
                word = ~word + (carry ? 1 : 0);
                carry = carry && word == 0;
            }
        }
        std::size_t top = size;
        while (top > 0 && sum.words_[top - 1] == 0) --top;
        if (top == 0) return 0;
        const int zeros = std::countl_zero(sum.words_[top - 1]);
        std::uint64_t window = sum.words_[top - 1] << zeros, rest = 0;
        if (top > 1) {
            if (zeros != 0) window |= sum.words_[top - 2] >> (64 - zeros);
            rest = sum.words_[top - 2] << zeros;
        }
        for (std::size_t i = 0; i + 2 < top; ++i) rest |= sum.words_[i];
        window |= rest != 0 ? 1 : 0;  // sticky: 64 bits are more than a double has
        const double size_of_it =
            std::ldexp(static_cast<double>(window), static_cast<int>(top - 1) * 64 - zeros - below);
        return is_negative ? -size_of_it : size_of_it;
    }
    friend bool operator==(const FixedSum&, const FixedSum&) = default;

    // All words in hexadecimal, the highest first, but for leading ones that only repeat the sign.
    std::string text() const {
        std::size_t top = size;
        while (top > 1 && words_[top - 1] == (words_[top - 2] >> 63 != 0 ? ~std::uint64_t{0} : 0)) --top;
        std::string out;
        for (std::size_t i = top; i-- > 0;)
            for (int digit = 60; digit >= 0; digit -= 4) out += "0123456789abcdef"[words_[i] >> digit & 15];
        return out;
    }
    // std::invalid_argument for what is no such text.
    static FixedSum of_text(const std::string& text) {
        const std::size_t count = text.size() / 16;
        if (text.size() % 16 != 0 || count == 0 || count > size ||
            text.find_first_not_of("0123456789abcdef") != std::string::npos)
            throw std::invalid_argument("sum");
        FixedSum sum;
        for (std::size_t i = 0; i < count; ++i)
            sum.words_[i] = std::stoull(text.substr((count - 1 - i) * 16, 16), nullptr, 16);
        for (std::size_t i = count; i < size; ++i)
            sum.words_[i] = sum.words_[count - 1] >> 63 != 0 ? ~std::uint64_t{0} : 0;
        return sum;
    }

  private:
    bool add_word(std::size_t i, std::uint64_t word, bool carry) {
        const std::uint64_t sum = words_[i] + word, all = sum + (carry ? 1 : 0);
        const bool out = sum < word || all < sum;
        words_[i] = all;
        return out;
    }
    bool take_word(std::size_t i, std::uint64_t word, bool borrow) {
        const std::uint64_t left = words_[i] - word, all = left - (borrow ? 1 : 0);
        const bool out = words_[i] < word || left < all;
        words_[i] = all;
        return out;
    }
    void add_at(std::size_t i, std::uint64_t low, std::uint64_t high, bool is_negative) {
        bool carry = is_negative ? take_word(i, low, false) : add_word(i, low, false);
        for (++i; i < size && (high != 0 || carry); ++i, high = 0)
            carry = is_negative ? take_word(i, high, carry) : add_word(i, high, carry);
    }

    std::array<std::uint64_t, size> words_{};  // the lowest first
};

}  // namespace tessera::accuracy
