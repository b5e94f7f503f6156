#include "host/metalium/shards.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "tt-metalium/math.hpp"
#include "tt-metalium/work_split.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;

std::array<std::uint32_t, 2> ShardSpecBuffer::shape_in_pages() const {
    const auto pages = [&](std::size_t i) { return page_shape[i] == 0 ? 0 : shape()[i] / page_shape[i]; };
    return {pages(0), pages(1)};
}

DeviceAddr ShardSpecBuffer::num_pages() const { return DeviceAddr{shape_in_pages()[0]} * shape_in_pages()[1]; }

std::ostream& operator<<(std::ostream& out, const ShardSpec& spec) {
    return out << "ShardSpec(grid=" << spec.grid << ",shape=[" << spec.shape[0] << ", " << spec.shape[1]
               << "],orientation=" << spec.orientation << ')';
}

}  // namespace tt::tt_metal

namespace tessera::host {

using fault::InputError;
using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t padding = UncompressedBufferPageMapping::PADDING;

void check_shards(const ShardSpecBuffer& spec) {
    const auto [high, wide] = spec.shape_in_pages();
    if (high == 0 || wide == 0)
        throw InputError(fmt::format("a shard of {} x {} elements is smaller than a page of {} x {}", spec.shape()[0],
                                     spec.shape()[1], spec.page_shape[0], spec.page_shape[1]));
}

// The page of the matrix at row and column of a shard, or padding.
std::uint32_t page_at(const ShardSpecBuffer& spec, bool by_height, std::size_t shard, std::uint32_t row,
                      std::uint32_t column) {
    const auto [shard_high, shard_wide] = spec.shape_in_pages();
    const auto [high, wide] = spec.tensor2d_shape_in_pages;
    if (by_height) {
        const std::uint64_t page = shard * spec.num_pages() + std::uint64_t{row} * shard_wide + column;
        return page < std::uint64_t{high} * wide ? static_cast<std::uint32_t>(page) : padding;
    }
    const std::size_t across = tt::div_up(wide, shard_wide);
    const std::size_t y = shard / across * shard_high + row, x = shard % across * shard_wide + column;
    return y < high && x < wide ? static_cast<std::uint32_t>(y * wide + x) : padding;
}

std::shared_ptr<const Shards> shards_of(const UncompressedBufferPageMapping& mapping) {
    auto out = std::make_shared<Shards>();
    out->banks = mapping.all_cores;
    for (std::uint32_t bank = 0; bank < mapping.core_host_page_indices.size(); ++bank) {
        const std::vector<std::uint32_t>& rows = mapping.core_host_page_indices[bank];
        out->rows_per_bank = std::max<std::uint64_t>(out->rows_per_bank, rows.size());
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            if (rows[row] == padding) continue;
            if (rows[row] >= out->pages.size()) out->pages.resize(rows[row] + 1, {padding, padding});
            out->pages[rows[row]] = {bank, row};
        }
    }
    for (std::size_t page = 0; page < out->pages.size(); ++page)
        if (out->pages[page].bank == padding)
            throw InputError(
                fmt::format("page {} of the tensor lies in none of its shards; give more cores or larger "
                            "shards",
                            page));
    return out;
}

}  // namespace

ShardSpecBuffer one_page_on_each(const CoreRangeSet& cores) {
    return {cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {static_cast<std::uint32_t>(cores.num_cores()), 1}};
}

std::shared_ptr<const Shards> shards_of(const BufferShardingArgs& sharding) {
    if (const auto& distribution = sharding.buffer_distribution_spec())
        return shards_of(distribution->compute_page_mapping());
    return shards_of(page_mapping(*sharding.shard_spec(), sharding.buffer_layout()));
}

UncompressedBufferPageMapping page_mapping(const ShardSpecBuffer& spec, TensorMemoryLayout layout) {
    check_shards(spec);
    const auto [high, wide] = spec.shape_in_pages();
    UncompressedBufferPageMapping out;
    out.all_cores =
        tt::tt_metal::corerange_to_cores(spec.grid(), std::nullopt, spec.orientation() == ShardOrientation::ROW_MAJOR);
    for (std::size_t shard = 0; shard < out.all_cores.size(); ++shard) {
        std::vector<std::uint32_t>& pages = out.core_host_page_indices.emplace_back();
        for (std::uint32_t row = 0; row < high; ++row)
            for (std::uint32_t column = 0; column < wide; ++column)
                pages.push_back(page_at(spec, layout == TensorMemoryLayout::HEIGHT_SHARDED, shard, row, column));
    }
    return out;
}

BufferDistributionSpec distribution_of(const ShardSpecBuffer& spec, TensorMemoryLayout layout) {
    check_shards(spec);
    const auto [high, wide] = spec.shape_in_pages();
    const auto& tensor = spec.tensor2d_shape_in_pages;
    BufferDistributionSpec out({tensor[0], tensor[1]}, {high, wide}, spec.grid(), spec.orientation());
    if (out.num_shards() > out.num_cores() ||
        out.compute_page_mapping().core_host_page_indices != page_mapping(spec, layout).core_host_page_indices)
        throw InputError(
            fmt::format("{}: shards of {} x {} pages do not cut a tensor of {} x {} pages, so no accessor "
                        "finds them",
                        layout, high, wide, tensor[0], tensor[1]));
    return out;
}

std::shared_ptr<Buffer> part_of(Device& device, const Buffer& whole, std::uint64_t first_page, std::uint64_t pages) {
    auto shards = std::make_shared<Shards>();
    shards->rows_per_bank = whole.bank_bytes() / whole.row_size();
    if (const auto& all = whole.shards()) {
        shards->banks = all->banks;
        shards->pages.assign(all->pages.begin() + static_cast<std::ptrdiff_t>(first_page),
                             all->pages.begin() + static_cast<std::ptrdiff_t>(first_page + pages));
    } else {
        const auto banks = static_cast<std::uint32_t>(device.num_banks(whole.type()));
        const std::size_t width = in_dram(whole.type()) ? banks : device.compute_grid().x;
        for (std::size_t bank = 0; bank < banks; ++bank) shards->banks.emplace_back(bank % width, bank / width);
        for (std::uint64_t page = first_page; page < first_page + pages; ++page)
            shards->pages.push_back(
                {static_cast<std::uint32_t>(page % banks), static_cast<std::uint32_t>(page / banks)});
    }
    return device.create_buffer(
        pages * whole.page_size(), whole.page_size(),
        Placement{.type = whole.type(), .shards = std::move(shards), .address = whole.address()});
}

}  // namespace tessera::host
