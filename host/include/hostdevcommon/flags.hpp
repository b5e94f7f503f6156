#pragma once

#include <type_traits>

// A set of the values of an enumeration of single bits.
template <class E>
class Flags {
  public:
    using Underlying = std::underlying_type_t<E>;
    constexpr Flags() = default;
    constexpr Flags(E bit) : bits_(static_cast<Underlying>(bit)) {}
    constexpr explicit Flags(Underlying bits) : bits_(bits) {}

    constexpr Underlying raw() const { return bits_; }
    constexpr bool test(E bit) const {
        const auto wanted = static_cast<Underlying>(bit);
        return wanted == 0 ? bits_ == 0 : (bits_ & wanted) == wanted;
    }
    constexpr Flags& set(E bit, bool value = true) {
        const auto given = static_cast<Underlying>(bit);
        bits_ = static_cast<Underlying>(value ? bits_ | given : bits_ & ~given);
        return *this;
    }
    friend constexpr Flags operator|(Flags a, Flags b) { return Flags(static_cast<Underlying>(a.bits_ | b.bits_)); }
    friend constexpr Flags operator&(Flags a, Flags b) { return Flags(static_cast<Underlying>(a.bits_ & b.bits_)); }
    friend constexpr bool operator==(Flags, Flags) = default;

  private:
    Underlying bits_ = 0;
};
