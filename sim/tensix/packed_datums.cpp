// What an instruction of the packers makes of the datums of Dst (spec/pack-instructions.md 2).
#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "sim/tensix/packer.hpp"

namespace tessera::tensix {

namespace {

// Datums of a row of Dst from `column` on: what does not pass becomes zero.
void mask_datums(const PackStep::Output& output, TilePosition& position, std::uint32_t column,
                 std::span<std::uint32_t> datums) {
    while (!datums.empty()) {
        const std::uint32_t mask = output.masks[position.plane & 3][position.row & 15] >> column & 0xFFFF;
        const std::size_t count = std::min<std::size_t>(datums.size(), row_datums - position.column);
        if (mask != 0xFFFF) {
            DstRow passed{};
            for (std::uint32_t left = mask & ((1u << count) - 1); left != 0; left &= left - 1) {
                const auto i = static_cast<std::size_t>(std::countr_zero(left));
                passed[i] = datums[i];
            }
            std::copy_n(passed.begin(), count, datums.begin());
        }
        position.next_datums(static_cast<std::uint32_t>(count), output.rows_of_plane);
        datums = datums.subspan(count);
        column += static_cast<std::uint32_t>(count);
    }
}

}  // namespace

void pack(const PackStep& step, const PackStep::Output& output, const Dst& dst, PackedDatums& packed) {
    const int bits = datum_bits(output.conversion.out);
    const RowPacker pack_one = row_packer(output.conversion);
    const bool masks = output.has_masks && !step.zeros;
    int done = 0;
    const auto put = [&](const DstRow& datums, std::uint32_t count) {
        const PackedRow row = pack_one(output.conversion, datums, static_cast<std::uint64_t>(done));
        if (count == row_datums)
            write_row(packed.datums.data(), done, bits, row.datum);
        else
            for (std::uint32_t i = 0; i < count; ++i)
                write_datum(packed.datums.data(), done + static_cast<int>(i), bits, row.datum[i]);
        if (output.exponents.bytes != 0)
            packed.exponents[static_cast<std::size_t>(done / row_datums)] = static_cast<std::uint8_t>(row.exponent);
        done += static_cast<int>(count);
    };
    const auto read = [&](std::uint32_t row) {
        return step.zeros ? DstRow{} : dst.read_row(static_cast<int>(row), output.view);
    };
    DstRow datums{};
    std::uint32_t filled = 0;
    for (int r = 0; r < output.runs; ++r) {
        const PackStep::Run& run = output.run[static_cast<std::size_t>(r)];
        TilePosition position = run.position;
        const auto count = static_cast<std::uint32_t>(run.datums);
        for (std::uint32_t done_of_run = 0; done_of_run < count;) {
            const std::uint32_t datum = (run.first + done_of_run) & 0x3FFF, column = datum % row_datums;
            const std::uint32_t taken = std::min({count - done_of_run, row_datums - column, row_datums - filled});
            done_of_run += taken;
            DstRow words = read(datum / row_datums);
            if (masks) mask_datums(output, position, column, std::span(words).subspan(column, taken));
            if (taken == row_datums) {
                put(words, row_datums);
                continue;
            }
            std::copy_n(&words[column], taken, &datums[filled]);
            filled += taken;
            if (filled == row_datums) put(datums, std::exchange(filled, 0));
        }
    }
    if (filled != 0) put(datums, filled);
    const auto zeros = [](std::uint8_t* from, std::uint32_t count) { std::fill_n(from, count, std::uint8_t{0}); };
    zeros(packed.datums.data() + output.datums.bytes, output.datums.padding);
    zeros(packed.exponents.data() + output.exponents.bytes, output.exponents.padding);
}

int lost_to_masks(const PackStep::Output& output, const Dst& dst) {
    int lost = 0;
    for (int r = 0; r < output.runs; ++r) {
        const PackStep::Run& run = output.run[static_cast<std::size_t>(r)];
        TilePosition position = run.position;
        for (int i = 0; i < run.datums; ++i) {
            const std::uint32_t datum = (run.first + static_cast<std::uint32_t>(i)) & 0x3FFF, column = datum % 16;
            const bool passes = (output.masks[position.plane & 3][position.row & 15] >> column & 1) != 0;
            if (!passes && dst.read_row(static_cast<int>(datum / 16), output.view)[column] != 0) ++lost;
            position.next_datums(1, output.rows_of_plane);
        }
    }
    return lost;
}

}  // namespace tessera::tensix
