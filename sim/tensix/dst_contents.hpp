// The kind of datums that each row of Dst holds, and which instruction wrote them: a reader that takes them for another
// kind gets other numbers (spec/tensix-core.md 4.2). Even and odd columns apart, as the vector unit writes them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/tensix/dst.hpp"

namespace tessera::tensix {

enum class DatumKind : std::uint8_t {
    unknown,  // nothing written since the row was cleared, or lanes of several kinds
    bf16,
    fp16,
    int8,    // sign and ten bits of magnitude in the place of an fp16
    raw16,   // sixteen opaque bits, or a sign-magnitude integer of 16 bits
    fp32,    // from here on datums of the 32-bit view; TF32 too
    int32,   // sign-magnitude
    any32,   // fp32 or int32: what SFPSTORE moved as it was
    bits32,  // opaque, without the order of bits that fp32 has in Dst
};
constexpr bool is_wide(DatumKind kind) { return kind >= DatumKind::fp32; }
constexpr std::string_view name(DatumKind kind) {
    constexpr std::array<std::string_view, 9> names{"nothing known",  "bf16",           "fp16",
                                                    "8-bit integers", "opaque 16 bits", "fp32",
                                                    "int32",          "32-bit datums",  "opaque 32 bits"};
    return names[static_cast<std::size_t>(kind)];
}

// Whether a reader of that view, such as the packer, takes the datums for what they are. Opaque bits may be those of
// any 16-bit datums, which vector code moved as bits.
constexpr bool fits(DstFormat view, DatumKind held) {
    if (held == DatumKind::unknown) return true;
    switch (view) {
        case DstFormat::bf16: return held == DatumKind::bf16 || held == DatumKind::raw16;
        case DstFormat::fp16: return held == DatumKind::fp16 || held == DatumKind::raw16;
        case DstFormat::raw16: return held == DatumKind::raw16;
        case DstFormat::fp32: return is_wide(held);
    }
    return true;
}

class DstContents {
  public:
    struct Entry {
        DatumKind kind = DatumKind::unknown;
        std::uint8_t thread = 0;  // of the coprocessor: whose RISC has the pc
        std::uint32_t pc = 0;
    };
    static constexpr int row_columns = 2;  // even, odd

    // Physical rows. Those of the 32-bit view have two each.
    const Entry& at(int row, int column) const {
        return of_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
    // Calls f(physical row) for each row of the view that `wide` names.
    template <class F>
    static void each_row(int first, int count, bool wide, F f) {
        for (int row = first; row < first + count; ++row) {
            if (row < 0 || row >= Dst::rows) continue;
            f(wide ? Dst::upper_row(row) : row);
            if (wide) f(Dst::upper_row(row) + 8);
        }
    }
    // Whole rows of the view that the kind lies in.
    void wrote(int first, int count, Entry entry) {
        each_row(first, count, is_wide(entry.kind), [&](int row) {
            of_[static_cast<std::size_t>(row)] = {entry, entry};
        });
    }
    // Columns of four rows. With some lanes off, rows keep what is no other kind and are of unknown kind else.
    void stored(int first, int column, bool wide, Entry entry, bool some_lanes) {
        each_row(first, 4, wide, [&](int row) {
            Entry& held = of_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            const bool mixed = some_lanes && held.kind != entry.kind;
            held = mixed ? Entry{} : entry;
        });
    }
    // Physical rows.
    void forget(int first, int count) {
        for (int row = first; row < first + count; ++row) of_[static_cast<std::size_t>(row)] = {};
    }

  private:
    std::array<std::array<Entry, row_columns>, Dst::rows> of_{};
};

}  // namespace tessera::tensix
