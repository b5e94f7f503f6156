// How tessera's tile functions of the vector unit compare with the vendor's library on the same machine: counted by a
// test, kept as data beside the kernel API (sim/api/vendor/bits.csv).
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::accuracy {

// Of so many results; `ulp` where both are finite numbers, `other_kind` where one is not.
struct Difference {
    std::size_t words = 0;
    std::uint64_t ulp = 0;
    bool other_kind = false;
    friend bool operator==(const Difference&, const Difference&) = default;
};

// "0", or words:ulp, with * where a NaN or an infinity stands for a number.
std::string to_text(const Difference& difference);

// Wormhole with a bf16 and an fp32 Dst, then Blackhole.
inline constexpr std::array<std::string_view, 4> bit_columns{"wormhole_b0 bf16", "wormhole_b0 fp32", "blackhole bf16",
                                                             "blackhole fp32"};
struct VendorBits {
    std::string function;
    double low = 0, high = 0;
    std::array<std::string, 4> cells;  // to_text(), or "-" where the function was not held against the vendor's
    std::string words() const;         // "vendor's bits", or where it has them and by how much not
};

// function,low,high, then the columns. Throws InputError for a file that is none.
std::vector<VendorBits> read_vendor_bits(const std::filesystem::path& csv);
// What came with tessera.
std::vector<VendorBits> vendor_bits();

}  // namespace tessera::accuracy
