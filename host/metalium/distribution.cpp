#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"
#include "tt-metalium/buffer_distribution_spec.hpp"
#include "tt-metalium/math.hpp"
#include "tt-metalium/work_split.hpp"

namespace tt::tt_metal {

using tessera::fault::InputError;
using Sizes = tt::stl::SmallVector<std::uint32_t>;

namespace {

Shape in_pages(Shape shape, const Shape2D& page) {
    if (page.height() == 0 || page.width() == 0) throw InputError("a page of a sharded tensor has no elements");
    if (shape.rank() >= 1) shape[-1] = tt::div_up(shape[-1], static_cast<std::uint32_t>(page.width()));
    if (shape.rank() >= 2) shape[-2] = tt::div_up(shape[-2], static_cast<std::uint32_t>(page.height()));
    return shape;
}

void check_shapes(const Shape& tensor, const Shape& shard) {
    if (shard.rank() == 0 || shard.volume() == 0) throw InputError("a shard has no pages; give it a shape");
    if (tensor.rank() < shard.rank())
        throw InputError(fmt::format("a shard of {} dimensions for a tensor of {}; give the tensor as many",
                                     shard.rank(), tensor.rank()));
}

std::vector<CoreCoord> in_order(const CoreRangeSet& cores, ShardOrientation orientation) {
    return corerange_to_cores(cores, std::nullopt, orientation == ShardOrientation::ROW_MAJOR);
}

// The part of the one rectangle of cores that as many shards take.
std::vector<CoreCoord> grid_of_shards(const Shape& tensor, const Shape& shard, const CoreRangeSet& cores,
                                      ShardOrientation orientation) {
    if (shard.rank() > 2 || cores.ranges().size() != 1)
        throw InputError(
            "ShardDistributionStrategy::GRID_2D lays shards of two dimensions onto one rectangle of cores");
    const CoreRange& grid = cores.ranges().front();
    std::size_t wide = std::max(tt::div_up(tensor[-1], shard[-1]), 1U);
    std::size_t high = shard.rank() < 2 ? 1 : std::max(tt::div_up(tensor[-2], shard[-2]), 1U);
    if (orientation == ShardOrientation::COL_MAJOR) std::swap(wide, high);
    if (wide > grid.grid_size().x || high > grid.grid_size().y)
        throw InputError(fmt::format("{} x {} shards do not fit onto {} x {} cores", wide, high, grid.grid_size().x,
                                     grid.grid_size().y));
    const CoreCoord& first = grid.start_coord;
    return in_order(CoreRange(first, {first.x + wide - 1, first.y + high - 1}), orientation);
}

// Steps through the places of a shape, the last dimension first. False behind the last one.
bool next(Sizes& place, tt::stl::Span<const std::uint32_t> shape) {
    for (std::size_t i = place.size(); i-- > 0;) {
        if (++place[i] < shape[i]) return true;
        place[i] = 0;
    }
    return false;
}

}  // namespace

namespace detail {

std::pair<Shape, Shape> squeeze_shape_ranks(const Shape& tensor, const Shape& shard) {
    check_shapes(tensor, shard);
    const auto rank = static_cast<std::int32_t>(shard.rank());
    Sizes tensor_sizes, shard_sizes;  // the last dimension first
    // A dimension joins the one behind it when that one is whole in each shard, or when a shard is one row of
    // dimensions that it divides.
    bool whole = false, divisible = false;
    std::uint64_t tensor_pages = 1, shard_pages = 1;
    for (std::int32_t i = -1; i >= -rank; --i) {
        if (i < -1 && (whole || (shard[i] == 1 && divisible))) {
            tensor_sizes.back() *= tensor[i];
            shard_sizes.back() *= shard[i];
        } else {
            tensor_sizes.push_back(tensor[i]);
            shard_sizes.push_back(shard[i]);
            whole = true;
        }
        whole = whole && tensor[i] == shard[i];
        divisible = tensor[i] % shard[i] == 0;
        tensor_pages *= tensor[i];
        shard_pages *= shard[i];
        if (tensor_pages == tensor.volume() && shard_pages == shard.volume()) break;
    }
    for (std::int32_t i = -rank - 1; i >= -static_cast<std::int32_t>(tensor.rank()); --i)
        tensor_sizes.back() *= tensor[i];
    std::ranges::reverse(tensor_sizes);
    std::ranges::reverse(shard_sizes);
    return {Shape(std::move(tensor_sizes)), Shape(std::move(shard_sizes))};
}

}  // namespace detail

BufferDistributionSpec BufferDistributionSpec::from_shard_spec(Shape tensor_shape, Shape shard_shape,
                                                               Shape2D page_shape, const CoreRangeSet& cores,
                                                               ShardOrientation orientation,
                                                               ShardDistributionStrategy strategy) {
    return {in_pages(std::move(tensor_shape), page_shape), in_pages(std::move(shard_shape), page_shape), cores,
            orientation, strategy};
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor, const Shape& shard, const CoreRangeSet& cores,
                                               ShardOrientation orientation, ShardDistributionStrategy strategy)
    : BufferDistributionSpec(tensor, shard,
                             strategy == ShardDistributionStrategy::GRID_2D
                                 ? (check_shapes(tensor, shard), grid_of_shards(tensor, shard, cores, orientation))
                                 : in_order(cores, orientation)) {
    strategy_ = strategy;
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor, const Shape& shard, std::vector<CoreCoord> cores)
    : cores_(std::move(cores)) {
    std::tie(tensor_shape_, shard_shape_) = detail::squeeze_shape_ranks(tensor, shard);
    if (tensor_shape_.volume() == 0) return;
    if (cores_.empty()) throw InputError("a sharded tensor without cores to lie on");
    num_shards_ = 1;
    for (std::size_t i = 0; i < tensor_shape_.rank(); ++i)
        num_shards_ *= tt::div_up(tensor_shape_.view()[i], shard_shape_.view()[i]);
    cores_with_data_.assign(cores_.begin(),
                            cores_.begin() + static_cast<std::ptrdiff_t>(std::min(num_cores(), num_shards_)));
}

std::size_t BufferDistributionSpec::num_shards_per_core(std::size_t core) const {
    return num_shards_ / num_cores() + (core < num_shards_ % num_cores() ? 1 : 0);
}
std::size_t BufferDistributionSpec::max_num_shards_per_core() const {
    return cores_.empty() ? 0 : tt::div_up(num_shards_, num_cores());
}
std::size_t BufferDistributionSpec::num_dev_pages_per_core(std::size_t core) const {
    return num_shards_per_core(core) * shard_shape_.volume();
}
std::size_t BufferDistributionSpec::max_num_dev_pages_per_core() const {
    return max_num_shards_per_core() * shard_shape_.volume();
}

BufferDistributionSpec::CoreGroups BufferDistributionSpec::core_groups() const {
    CoreGroups groups;
    if (num_shards_ == 0) return groups;
    const auto some = [&](std::size_t first, std::size_t last) {
        return CoreRangeSet(std::span<const CoreCoord>(cores_).subspan(first, last - first));
    };
    const std::size_t more = num_shards_ % num_cores(), each = num_shards_ / num_cores();
    groups.cores_with_data = some(0, num_cores_with_data());
    groups.cores_in_group_1 = more == 0 ? groups.cores_with_data : some(0, more);
    groups.num_shards_per_core_in_group_1 = more == 0 ? each : each + 1;
    if (more != 0 && each != 0) {
        groups.cores_in_group_2 = some(more, num_cores());
        groups.num_shards_per_core_in_group_2 = each;
    }
    return groups;
}

std::tuple<std::uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, std::uint32_t, std::uint32_t>
BufferDistributionSpec::core_groups_tuple() const {
    const CoreGroups groups = core_groups();
    return {static_cast<std::uint32_t>(groups.cores_with_data.num_cores()),
            groups.cores_with_data,
            groups.cores_in_group_1,
            groups.cores_in_group_2,
            static_cast<std::uint32_t>(groups.num_shards_per_core_in_group_1),
            static_cast<std::uint32_t>(groups.num_shards_per_core_in_group_2)};
}

UncompressedBufferPageMapping BufferDistributionSpec::compute_page_mapping() const {
    UncompressedBufferPageMapping mapping;
    mapping.all_cores = cores_;
    if (num_shards_ == 0) return mapping;
    mapping.core_host_page_indices.assign(
        num_cores(), std::vector<std::uint32_t>(max_num_dev_pages_per_core(), UncompressedBufferPageMapping::PADDING));
    const Sizes shard_steps = compute_strides(shard_shape_);
    Sizes counts(tensor_shape_.rank());
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = tt::div_up(tensor_shape_.view()[i], shard_shape_.view()[i]);
    const Sizes count_steps = compute_strides(Shape(counts));
    Sizes place(tensor_shape_.rank(), 0);
    std::uint32_t page = 0;
    do {
        std::size_t shard = 0, within = 0;
        for (std::size_t i = 0; i < place.size(); ++i) {
            shard += std::size_t{place[i] / shard_shape_.view()[i]} * count_steps[i];
            within += std::size_t{place[i] % shard_shape_.view()[i]} * shard_steps[i];
        }
        mapping.core_host_page_indices[shard % num_cores()][shard / num_cores() * shard_shape_.volume() + within] =
            page++;
    } while (next(place, tensor_shape_.view()));
    return mapping;
}

BufferPageMapping::BufferPageMapping(const UncompressedBufferPageMapping& mapping) : all_cores(mapping.all_cores) {
    for (const std::vector<std::uint32_t>& pages : mapping.core_host_page_indices) {
        BufferCorePageMapping core;
        core.num_pages = static_cast<std::uint32_t>(pages.size());
        for (std::uint32_t at = 0; at < core.num_pages; ++at) {
            if (pages[at] == UncompressedBufferPageMapping::PADDING) continue;
            auto& runs = core.host_ranges;
            if (!runs.empty() && runs.back().device_page_offset + runs.back().num_pages == at &&
                runs.back().host_page_start + runs.back().num_pages == pages[at])
                ++runs.back().num_pages;
            else
                runs.push_back({at, pages[at], 1});
        }
        core_page_mappings.push_back({std::move(core)});
    }
}

}  // namespace tt::tt_metal
