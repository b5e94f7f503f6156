#include "host/study/exact_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "host/tensor/numbers.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::accuracy {

ExactTable::ExactTable(const std::string& file) {
    const auto refuse = [&](const std::string& why) { throw fault::InputError(fmt::format("{}: {}", file, why)); };
    const host::NpyArray array = host::read_npy(file);
    if (array.shape.size() != 2 || array.shape[1] != 2 || array.shape[0] == 0)
        refuse(fmt::format("of shape {}; a table of a reference has N rows of x and f(x), shape (N, 2)",
                           host::shape_text(array.shape)));
    const std::vector<double> numbers = host::numbers(array.dtype, array.data);
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        if (static_cast<double>(static_cast<float>(numbers[i])) != numbers[i])
            refuse(fmt::format("row {}: x = {:.17g} is no fp32 number, so that no input can be it", i / 2, numbers[i]));
        rows_.push_back({numbers[i], numbers[i + 1]});
    }
    std::ranges::sort(rows_, {}, &Row::x);
    const auto twice = std::ranges::adjacent_find(rows_, {}, &Row::x);
    if (twice != rows_.end()) refuse(fmt::format("x = {:.9g} is there more than once", twice->x));
}

double ExactTable::value(double x, double) const {
    const auto row = std::ranges::lower_bound(rows_, x, {}, &Row::x);
    return row != rows_.end() && row->x == x ? row->f : std::numeric_limits<double>::quiet_NaN();
}

double ExactTable::nearest(double x, double y, const Format& format) const { return rounded(value(x, y), format); }

// Neighbours as far apart as the two before them go on with their set.
std::vector<Inputs> ExactTable::inputs() const {
    std::vector<Inputs> sets;
    for (const Row& row : rows_) {
        const auto pattern = std::bit_cast<std::uint32_t>(static_cast<float>(row.x));
        if (!sets.empty()) {
            Inputs& last = sets.back();
            const std::uint32_t step = pattern - last.at(last.count - 1);
            if (last.count == 1) last.step = step;
            if (last.step == step) {
                ++last.count;
                continue;
            }
            if (last.count == 1) last.step = 1;
        }
        sets.push_back({pattern, 1, 1});
    }
    return sets;
}

const ExactTable* table_of(const Reference& reference) { return dynamic_cast<const ExactTable*>(reference.exact); }

}  // namespace tessera::accuracy
