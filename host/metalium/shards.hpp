// From the vendor's words for shards to places of pages.
#pragma once

#include <memory>

#include "host/device/device.hpp"
#include "tt-metalium/buffer.hpp"

namespace tessera::host {

std::shared_ptr<const Shards> shards_of(const tt::tt_metal::BufferShardingArgs& sharding);

// A page on each of the cores, in a buffer that is HEIGHT_SHARDED.
tt::tt_metal::ShardSpecBuffer one_page_on_each(const CoreRangeSet& cores);

// Height: pages one after the other, as many to a core as a shard has. Width and block: the grid of shards in rows,
// one to each core. Pages beyond the matrix pad its last shards; a matrix that the shards do not cover is an
// InputError.
tt::tt_metal::UncompressedBufferPageMapping page_mapping(const tt::tt_metal::ShardSpecBuffer& spec,
                                                         tt::tt_metal::TensorMemoryLayout layout);

// What an accessor is told of a buffer of the older kind: shards of rank 2. InputError where pages would lie elsewhere.
tt::tt_metal::BufferDistributionSpec distribution_of(const tt::tt_metal::ShardSpecBuffer& spec,
                                                     tt::tt_metal::TensorMemoryLayout layout);

// Some of the pages of a buffer, where they lie; holds no memory.
std::shared_ptr<Buffer> part_of(Device& device, const Buffer& whole, std::uint64_t first_page, std::uint64_t pages);

}  // namespace tessera::host
