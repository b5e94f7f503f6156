// kernels/embedding: its buffers and arguments are those of embedding.toml there.
#include <algorithm>
#include <array>

#include "products.hpp"

namespace decoder {
namespace {

constexpr std::uint32_t page_of_ids = 4096;

Plan plan_of_plain(std::uint32_t place, std::uint32_t batch) {
    using enum tt::DataFormat;
    Plan plan{
        .reader = "embedding/reader.cpp", .compute = "embedding/as_they_are.cpp", .writer = "embedding/writer.cpp"};
    plan.rings = {{0, Float32, 2 * batch, place}, {1, UInt32, 1}};
    return plan;
}

}  // namespace

Embedding::Embedding(Chip& chip, const Matrix& table, const Rows& y)
    : chip_(&chip), ids_(chip.buffer(1, page_of_ids)), rows_(y.count), launch_(build(table, y)) {}

Launch Embedding::build(const Matrix& table, const Rows& y) {
    const Rows of_table{table.buffer, table.count, table.width}, of_ids{ids_, 1, 1};
    const std::uint32_t bytes = y.page_bytes(), place = (bytes + 63) / 64 * 64;
    const std::uint32_t batch = std::clamp(131072 / place, 1u, 16u);
    Plan plan = table.packed() ? plan_of_unpacking(table, rows_, 2) : plan_of_plain(place, batch);
    if (table.packed()) {
        plan.reader = "embedding/packed_reader.cpp";
        plan.rings.push_back({1, tt::DataFormat::UInt32, 1});
    }
    plan.reader_args = accessors({of_table, of_ids});
    plan.writer_args = accessors({y});
    const std::uint32_t units = table.packed() ? units_of_unpacking(rows_, table.width) : rows_;
    Launch launch(*chip_, plan, units);
    const auto ids = static_cast<std::uint32_t>(ids_->address());
    const std::vector<Share> all = shares(units, launch.cores());
    for (std::uint32_t core = 0; core < launch.cores(); ++core) {
        const auto [first, count] = all[core];
        launch.set(core, {table.address(), ids, first, count, bytes, batch, rows_}, {first, count},
                   table.packed() ? Launch::Args{y.address(), bytes, first, count}
                                  : Launch::Args{y.address(), first, count, bytes, batch});
    }
    return launch;
}

void Embedding::run(std::span<const std::uint32_t> ids) {
    std::array<std::uint32_t, page_of_ids / sizeof(std::uint32_t)> page{};  // rows left over take the first token's
    std::ranges::copy(ids, page.begin());
    metal::EnqueueWriteSubBuffer(chip_->queue(), ids_, page.data(), metal::BufferRegion(0, page_of_ids), false);
    launch_.run();
}

}  // namespace decoder
