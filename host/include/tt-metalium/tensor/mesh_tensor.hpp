// A tensor in the memory of a device, which is free again when it goes.
#pragma once

#include <memory>
#include <utility>

#include "../mesh_buffer.hpp"
#include "spec/tensor_spec.hpp"
#include "topology/tensor_topology.hpp"

namespace tt::tt_metal {

class MeshTensor {
  public:
    using volume_type = std::uint64_t;

    static MeshTensor allocate_on_device(distributed::MeshDevice& device, const TensorSpec& spec,
                                         const TensorTopology& topology = {});
    MeshTensor(std::shared_ptr<distributed::MeshBuffer> buffer, TensorSpec spec, TensorTopology topology = {})
        : buffer_(std::move(buffer)), spec_(std::move(spec)), topology_(topology) {}
    MeshTensor(MeshTensor&&) = default;
    MeshTensor& operator=(MeshTensor&&) = default;

    // InputError for a tensor that was moved from.
    const distributed::MeshBuffer& mesh_buffer() const { return *shared_buffer(); }
    const std::shared_ptr<distributed::MeshBuffer>& shared_buffer() const;
    distributed::MeshDevice& device() const { return *mesh_buffer().device(); }
    DeviceAddr address() const { return mesh_buffer().address(); }

    const TensorSpec& tensor_spec() const { return spec_; }
    const TensorTopology& tensor_topology() const { return topology_; }
    DataType dtype() const { return spec_.data_type(); }
    Layout layout() const { return spec_.layout(); }
    const Shape& logical_shape() const { return spec_.logical_shape(); }
    const Shape& padded_shape() const { return spec_.padded_shape(); }
    volume_type logical_volume() const { return spec_.logical_shape().volume(); }
    volume_type physical_volume() const { return spec_.padded_shape().volume(); }
    const MemoryConfig& memory_config() const { return spec_.memory_config(); }
    bool is_sharded() const { return memory_config().is_sharded(); }
    const std::optional<ShardSpec>& legacy_shard_spec() const { return memory_config().shard_spec(); }
    const std::optional<NdShardSpec>& nd_shard_spec() const { return memory_config().nd_shard_spec(); }
    std::size_t element_size() const { return tt::datum_size(datatype_to_dataformat_converter(dtype())); }
    Strides strides() const { return spec_.compute_strides(); }

  private:
    std::shared_ptr<distributed::MeshBuffer> buffer_;
    TensorSpec spec_;
    TensorTopology topology_;
};

}  // namespace tt::tt_metal
