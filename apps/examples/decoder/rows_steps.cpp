// Steps whose rows are taken one by one: kernels/rms_rows and kernels/gated_rows.
#include <algorithm>
#include <bit>

#include "steps.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t tile_elements = 1024;

std::uint32_t tiles(std::uint32_t elements) { return (elements + tile_elements - 1) / tile_elements; }

std::uint32_t units_of_norm(std::uint32_t width, std::uint32_t rows) {
    const std::uint32_t together = std::max(16 / ((width + 63) / 64), 1u);
    return (rows + together - 1) / together;
}

Plan plan_of_norm(const Rows& x, const Rows& weight, const Rows& y) {
    using enum tt::DataFormat;
    const std::uint32_t row = tiles(x.width);
    Plan plan{.reader = "rms_rows/reader.cpp", .compute = "rms_rows/compute.cpp", .writer = "rms_rows/writer.cpp"};
    plan.rings = {{0, Float32, row}, {1, Float32, row}, {16, Float32, row}, {24, Float32, 1}};
    plan.exact = {0, 1, 24};
    plan.defines = {{"RMS_ROWS_FORMAT", "fp32"}};
    plan.named = {{"cols", x.width}};
    plan.reader_args = accessors({x, weight});
    plan.writer_args = accessors({y});
    return plan;
}

}  // namespace

Norm::Norm(Chip& chip, const Rows& x, const Rows& weight, const Rows& y, std::uint32_t rows, double eps)
    : x_(x),
      weight_(weight),
      y_(y),
      rows_(rows),
      eps_(static_cast<float>(eps)),
      launch_(chip, plan_of_norm(x, weight, y), units_of_norm(x.width, rows)) {
    set_first(0);
}

void Norm::set_first(std::uint32_t first_row) {
    const auto mean = std::bit_cast<std::uint32_t>(1 / static_cast<float>(x_.width));
    const std::vector<Share> all = shares(units_of_norm(x_.width, rows_), launch_.cores());
    for (std::uint32_t core = 0; core < launch_.cores(); ++core) {
        const auto [first, count] = all[core];
        launch_.set(core, {first, count, rows_, x_.address(), first_row, weight_.address()},
                    {first, count, rows_, mean, std::bit_cast<std::uint32_t>(eps_)},
                    {first, count, rows_, y_.address(), 0});
    }
}

Launch gate(Chip& chip, const Rows& gated, std::uint32_t distance, const Rows& y, std::uint32_t rows,
            bool approximate) {
    using enum tt::DataFormat;
    Plan plan{
        .reader = "gated_rows/reader.cpp", .compute = "elementwise/compute.cpp", .writer = "gated_rows/writer.cpp"};
    plan.rings = {{0, Float32, 2}, {1, Float32, 2}, {16, Float32, 2}};
    plan.exact = {0, 1};
    plan.defines = {{"ELEMENTWISE_OP", "silu_multiply"}, {"ELEMENTWISE_BINARY", "1"}, {"ELEMENTWISE_FORMAT", "fp32"}};
    if (approximate) plan.defines.emplace("ELEMENTWISE_APPROXIMATE", "1");
    plan.reader_args = accessors({gated});
    plan.writer_args = accessors({y});
    const std::uint32_t chunks = tiles(y.width), units = rows * chunks;
    Launch launch(chip, plan, units);
    const std::vector<Share> all = shares(units, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core, {first, count, chunks, y.width, gated.address(), distance}, {count},
                   {first, count, chunks, y.width, y.address()});
    }
    return launch;
}

}  // namespace decoder
