// Dst: 1024 rows of 16 cells of 16 bits, seen as 16-bit rows or as 512 rows of 32-bit datums (spec/tensix-core.md 1.4).
// A plain struct: a copy is a snapshot, == compares. Cells hold bits in the hardware's order (sim/num/dst_bits.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace tessera::tensix {

// How a row is read by the packer and written by the FPU and the unpacker. bf16 and fp16 are in the low half of a word,
// in ordinary bit order; raw16 is a cell as it lies; fp32 also serves INT32 and TF32.
enum class DstFormat : std::uint8_t { bf16, fp16, raw16, fp32 };
constexpr std::string_view name(DstFormat format) {
    constexpr std::array<std::string_view, 4> names{"bf16", "fp16", "opaque 16 bits", "32-bit datums"};
    return names[static_cast<std::size_t>(format)];
}

using DstRow = std::array<std::uint32_t, 16>;

struct Dst {
    static constexpr int rows = 1024, columns = 16, rows_of_tile = 64;
    // Double buffering: the matrix unit has one half while the packers have the other.
    static constexpr int first_row(int half) { return half * (rows / 2); }
    static constexpr int half_of(int row) { return row / (rows / 2); }

    std::uint16_t bits[rows][columns] = {};
    std::uint8_t valid[rows] = {};  // 0: the row reads as zero whatever its bits
    std::uint8_t held[rows] = {};   // 1: the row was valid once and has been cleared since

    // The physical row with the upper halves of 32-bit row `row`; the lower halves are 8 rows further. Rows 0..511 are
    // distinct; 512..767, the second half of double buffering, are 256..511 again, and so are 768..1023.
    [[gnu::always_inline]] static constexpr int upper_row(int row) { return (row & 0x1f8) << 1 | (row & 0x207); }

    // Cells as they lie; a cleared row reads as zero.
    std::uint32_t read16(int row, int column) const;
    std::uint32_t read32(int row, int column) const;
    void write16(int row, int column, std::uint32_t cell);
    void write32(int row, int column, std::uint32_t cells);

    // Datums of a row: of the 16-bit view, or of the 32-bit view for fp32. Rows out of range throw Fault dst_index.
    DstRow read_row(int row, DstFormat format) const;
    void write_row(int row, DstFormat format, std::span<const std::uint32_t, columns> datums);

    // Whether anything was written to the row since it was cleared; what is cleared counts as the identity of a
    // maximum.
    bool holds(int row, DstFormat format) const;

    // Whether anything was written to the row at all since forget(), cleared or not.
    bool ever_held(int row, DstFormat format) const;
    void forget();

    // ZEROACC: only the flags are cleared. Half h is physical rows 512 h to 512 h + 511 in either view.
    void clear_rows(int first, int count);

    friend bool operator==(const Dst&, const Dst&) = default;
};

}  // namespace tessera::tensix
