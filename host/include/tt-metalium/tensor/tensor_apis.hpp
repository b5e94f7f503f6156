// Tensors between host and device, done when the call returns.
#pragma once

#include <cstddef>
#include <optional>

#include "../mesh_command_queue.hpp"
#include "host_tensor.hpp"
#include "mesh_tensor.hpp"

namespace tt::tt_metal {

HostTensor enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& tensor, bool blocking = true);
void enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& tensor, HostTensor& host,
                         bool blocking = true);
void enqueue_read_tensor(distributed::MeshCommandQueue& queue, const MeshTensor& tensor, std::byte* bytes,
                         const std::optional<BufferRegion>& region = std::nullopt, bool blocking = true);

MeshTensor enqueue_write_tensor(distributed::MeshCommandQueue& queue, const HostTensor& host,
                                distributed::MeshDevice& device,
                                const std::optional<MemoryConfig>& memory = std::nullopt);
// InputError when shape, type or layout differ.
void enqueue_write_tensor(distributed::MeshCommandQueue& queue, const HostTensor& host, MeshTensor& tensor);
void enqueue_write_tensor(distributed::MeshCommandQueue& queue, const std::byte* bytes, MeshTensor& tensor,
                          const std::optional<BufferRegion>& region = std::nullopt);

}  // namespace tt::tt_metal
