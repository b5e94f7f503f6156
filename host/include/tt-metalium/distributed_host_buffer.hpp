// Memory of the host for each device of a mesh.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "host_buffer.hpp"
#include "mesh_coord.hpp"

namespace tt::tt_metal {

class DistributedHostBuffer {
  public:
    enum class ProcessShardExecutionPolicy { SEQUENTIAL, PARALLEL };  // the same here: one shard at a time

    static DistributedHostBuffer create(const distributed::MeshShape& shape) { return DistributedHostBuffer(shape); }

    // Nothing where no shard was put. InputError outside the shape, as below.
    std::optional<HostBuffer> get_shard(const distributed::MeshCoordinate& at) const { return shards_.at(at); }
    void emplace_shard(const distributed::MeshCoordinate& at, const std::function<HostBuffer()>& make) {
        shards_.at(at) = make();
        places_.insert(at);
    }
    DistributedHostBuffer transform(const std::function<HostBuffer(const HostBuffer&)>& change,
                                    ProcessShardExecutionPolicy = ProcessShardExecutionPolicy::SEQUENTIAL) const {
        DistributedHostBuffer out(shape());
        for (const auto& at : places_) out.emplace_shard(at, [&] { return change(*shards_.at(at)); });
        return out;
    }
    void apply(const std::function<void(const HostBuffer&)>& look,
               ProcessShardExecutionPolicy = ProcessShardExecutionPolicy::SEQUENTIAL) const {
        for (const auto& at : places_) look(*shards_.at(at));
    }
    const distributed::MeshShape& shape() const { return shards_.shape(); }
    const std::set<distributed::MeshCoordinate>& shard_coords() const { return places_; }

  private:
    explicit DistributedHostBuffer(const distributed::MeshShape& shape) : shards_(shape, std::nullopt) {}
    distributed::MeshContainer<std::optional<HostBuffer>> shards_;
    std::set<distributed::MeshCoordinate> places_;
};

}  // namespace tt::tt_metal
