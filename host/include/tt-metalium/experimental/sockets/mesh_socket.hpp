// Sockets between cores: FIFOs in L1 that kernels of two programs, or of one, send bytes through (kernels:
// api/socket_api.h). Both ends of a connection are on one device: devices of a mesh have no links here (InputError).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../../core_coord.hpp"
#include "../../mesh_buffer.hpp"
#include "../../mesh_coord.hpp"
#include "../../mesh_device.hpp"

namespace tt::tt_metal::distributed {

struct MeshCoreCoord {
    MeshCoreCoord() = default;
    MeshCoreCoord(const MeshCoordinate& device, const CoreCoord& core) : device_coord(device), core_coord(core) {}
    MeshCoordinate device_coord = MeshCoordinate(0, 0);
    CoreCoord core_coord = CoreCoord(0, 0);
    friend bool operator==(const MeshCoreCoord&, const MeshCoreCoord&) = default;
};
struct SocketConnection {
    SocketConnection() = default;
    SocketConnection(const MeshCoreCoord& sender, const MeshCoreCoord& receiver)
        : sender_core(sender), receiver_core(receiver) {}
    MeshCoreCoord sender_core, receiver_core;
    friend bool operator==(const SocketConnection&, const SocketConnection&) = default;
};
struct SocketMemoryConfig {
    SocketMemoryConfig() = default;
    SocketMemoryConfig(BufferType type, std::uint32_t bytes, std::optional<SubDeviceId> sender = std::nullopt,
                       std::optional<SubDeviceId> receiver = std::nullopt)
        : socket_storage_type(type), fifo_size(bytes), sender_sub_device(sender), receiver_sub_device(receiver) {}
    BufferType socket_storage_type = BufferType::L1;  // of the FIFOs: L1 only
    std::uint32_t fifo_size = 0;                      // bytes of each
    std::optional<SubDeviceId> sender_sub_device = std::nullopt, receiver_sub_device = std::nullopt;  // no effect
};
struct SocketConfig {
    SocketConfig() = default;
    SocketConfig(std::vector<SocketConnection> connections, const SocketMemoryConfig& memory)
        : socket_connection_config(std::move(connections)), socket_mem_config(memory) {}
    std::vector<SocketConnection> socket_connection_config;
    SocketMemoryConfig socket_mem_config;
};
enum class SocketEndpoint : std::uint8_t { SENDER, RECEIVER };

// One end of all connections of a configuration: every sender core has the same words at the same place, and so has
// every receiver core.
class MeshSocket {
  public:
    // First the senders' end. InputError for no connection, a core that receives twice or does both, ends on two
    // devices, two meshes, and a FIFO that is no multiple of the alignment of L1.
    static std::pair<MeshSocket, MeshSocket> create_socket_pair(const std::shared_ptr<MeshDevice>& sender,
                                                                const std::shared_ptr<MeshDevice>& receiver,
                                                                const SocketConfig& config);
    std::shared_ptr<MeshBuffer> get_data_buffer() const;  // the FIFOs; InputError at the senders' end
    std::shared_ptr<MeshBuffer> get_config_buffer() const { return configuration_; }
    const SocketConfig& get_config() const { return config_; }
    SocketEndpoint get_socket_endpoint_type() const { return end_; }
    std::vector<MeshCoreCoord> get_active_cores() const;  // of this end, each once
    MeshDevice* get_mesh_device() const { return configuration_->device(); }

  private:
    MeshSocket(std::shared_ptr<MeshBuffer> data, std::shared_ptr<MeshBuffer> configuration, SocketConfig config,
               SocketEndpoint end)
        : data_(std::move(data)), configuration_(std::move(configuration)), config_(std::move(config)), end_(end) {}
    std::shared_ptr<MeshBuffer> data_, configuration_;
    SocketConfig config_;
    SocketEndpoint end_;
};

}  // namespace tt::tt_metal::distributed
