// Where the fields of a Tensix instruction sit in its word, on each architecture (spec/tensix-core.md 4.9, 7.1):
// decoders, encoders and the kernels' macros are made from lists of these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tessera::tensix {

// A column an architecture, by arch::Sfpu::isa_column: Wormhole, Blackhole.
inline constexpr std::size_t isa_columns = 2;

struct Place {
    int shift, width;

    constexpr std::uint32_t ones() const { return width == 32 ? ~0u : (1u << width) - 1; }
    constexpr std::uint32_t of(std::uint32_t word) const { return word >> shift & ones(); }
    constexpr std::uint32_t put(std::uint32_t value) const { return (value & ones()) << shift; }
    friend bool operator==(const Place&, const Place&) = default;
};

struct Field {
    std::string_view argument;  // of the kernels' macro
    std::array<Place, isa_columns> place;

    constexpr Field(std::string_view name, Place on_both) : Field(name, on_both, on_both) {}
    constexpr Field(std::string_view name, Place first, Place second) : argument(name), place{first, second} {}
    // Where sim/abi says it, since kernels and machine share it.
    template <class Shared>
    requires requires(const Shared& shared) { shared.ones; }
    constexpr Field(std::string_view name, const Shared& shared)
        : Field(name, Place{static_cast<int>(shared.shift), width_of(shared.ones)}) {}

    constexpr const Place& at(int column) const { return place[static_cast<std::size_t>(column)]; }
    constexpr bool moves() const { return place[0] != place[1]; }

  private:
    static constexpr int width_of(std::uint32_t ones) {
        int width = 0;
        for (; ones != 0; ones >>= 1) ++width;
        return width;
    }
};

}  // namespace tessera::tensix
