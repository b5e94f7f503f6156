#include "tt-metalium/experimental/sockets/mesh_socket.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "host/metalium/shards.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt::tt_metal::distributed {

using tessera::fault::InputError;

namespace {

// The words that sim/api/tessera/socket.h reads; the structs there have the names of their fields.
constexpr std::uint32_t sender_words = 7, receiver_words = 11, downstream_words = 4;

std::vector<MeshCoreCoord> cores_of(const SocketConfig& config, SocketEndpoint end) {
    std::vector<MeshCoreCoord> cores;
    for (const SocketConnection& one : config.socket_connection_config) {
        const MeshCoreCoord& core = end == SocketEndpoint::SENDER ? one.sender_core : one.receiver_core;
        if (std::ranges::find(cores, core) == cores.end()) cores.push_back(core);
    }
    return cores;
}

std::vector<MeshCoreCoord> receivers_of(const SocketConfig& config, const MeshCoreCoord& sender) {
    std::vector<MeshCoreCoord> receivers;
    for (const SocketConnection& one : config.socket_connection_config)
        if (one.sender_core == sender) receivers.push_back(one.receiver_core);
    return receivers;
}

void check(const SocketConfig& config, std::uint32_t unit) {
    const auto& connections = config.socket_connection_config;
    const SocketMemoryConfig& memory = config.socket_mem_config;
    if (connections.empty()) throw InputError("a socket without connections");
    if (memory.socket_storage_type != BufferType::L1)
        throw InputError("a socket's FIFO lies in L1; give BufferType::L1");
    if (memory.fifo_size == 0 || memory.fifo_size % unit != 0)
        throw InputError(fmt::format("a socket's FIFO of {} bytes; give a multiple of {}", memory.fifo_size, unit));
    const std::vector<MeshCoreCoord> receivers = cores_of(config, SocketEndpoint::RECEIVER);
    if (receivers.size() != connections.size()) throw InputError("a core receives on two connections of a socket");
    for (const SocketConnection& one : connections) {
        const MeshCoreCoord &from = one.sender_core, &to = one.receiver_core;
        if (std::ranges::find(receivers, from) != receivers.end())
            throw InputError(fmt::format("core {} sends and receives on one socket", from.core_coord.str()));
        if (from.device_coord != to.device_coord)
            throw InputError(
                fmt::format("a socket from device ({}) to device ({}): devices of a mesh have no links here",
                            fmt::join(from.device_coord.coords(), ", "), fmt::join(to.device_coord.coords(), ", ")));
    }
}

// So many bytes of L1 on each of the cores, of whichever devices.
std::shared_ptr<MeshBuffer> on_each(const std::shared_ptr<MeshDevice>& mesh, const std::vector<MeshCoreCoord>& cores,
                                    std::uint32_t bytes) {
    CoreRangeSet all;
    for (const MeshCoreCoord& core : cores) all = all.merge(CoreRangeSet(core.core_coord));
    const auto count = static_cast<std::uint32_t>(all.num_cores());
    return MeshBuffer::create(
        ReplicatedBufferConfig{DeviceAddr{bytes} * count},
        {.page_size = bytes,
         .buffer_type = BufferType::L1,
         .sharding_args = {tessera::host::one_page_on_each(all), TensorMemoryLayout::HEIGHT_SHARDED}},
        mesh.get());
}

}  // namespace

std::pair<MeshSocket, MeshSocket> MeshSocket::create_socket_pair(const std::shared_ptr<MeshDevice>& sender,
                                                                 const std::shared_ptr<MeshDevice>& receiver,
                                                                 const SocketConfig& config) {
    if (sender == nullptr || sender != receiver)
        throw InputError("a socket between two meshes, which have no links here; give one mesh for both ends");
    const std::uint32_t unit = sender->allocator()->get_alignment(BufferType::L1);
    check(config, unit);
    const auto round_up = [unit](std::uint32_t words) { return tt::round_up(words * 4, unit); };
    const std::vector<MeshCoreCoord> senders = cores_of(config, SocketEndpoint::SENDER),
                                     receivers = cores_of(config, SocketEndpoint::RECEIVER);
    std::size_t most = 0;
    for (const MeshCoreCoord& core : senders) most = std::max(most, receivers_of(config, core).size());
    const std::uint32_t head = round_up(sender_words), encoding = round_up(downstream_words);
    const auto data = on_each(sender, receivers, config.socket_mem_config.fifo_size);
    const auto sending = on_each(sender, senders, head + static_cast<std::uint32_t>(most) * (unit + encoding));
    const auto receiving = on_each(sender, receivers, round_up(receiver_words));
    const auto fifo = static_cast<std::uint32_t>(data->address()), fifo_size = config.socket_mem_config.fifo_size;
    const auto at = static_cast<std::uint32_t>(sending->address());
    const auto received_at = static_cast<std::uint32_t>(receiving->address());

    for (const MeshCoreCoord& from : senders) {
        IDevice* device = sender->get_device(from.device_coord);
        const auto place = [device](const MeshCoreCoord& core) {
            return device->worker_core_from_logical_core(core.core_coord);
        };
        const std::vector<MeshCoreCoord> own = receivers_of(config, from);
        const auto count = static_cast<std::uint32_t>(own.size());
        std::vector<std::uint32_t> words(sending->page_size() / 4);
        const std::uint32_t known[sender_words] = {0, count, 0, received_at, fifo, fifo_size, 0};
        std::ranges::copy(known, words.begin());
        for (std::uint32_t i = 0; i < count; ++i) {
            const CoreCoord there = place(own[i]), here = place(from);
            const std::uint32_t to[downstream_words] = {0, 0, static_cast<std::uint32_t>(there.y),
                                                        static_cast<std::uint32_t>(there.x)};
            std::ranges::copy(to, words.begin() + (head + count * unit + i * encoding) / 4);
            const std::vector<std::uint32_t> end{0,
                                                 fifo,
                                                 fifo,
                                                 fifo_size,
                                                 0,
                                                 0,
                                                 0,
                                                 0,
                                                 static_cast<std::uint32_t>(here.y),
                                                 static_cast<std::uint32_t>(here.x),
                                                 at + head + i * unit};
            tt_metal::detail::WriteToDeviceL1(device, own[i].core_coord, received_at, end);
        }
        tt_metal::detail::WriteToDeviceL1(device, from.core_coord, at, words);
    }
    return {MeshSocket(nullptr, sending, config, SocketEndpoint::SENDER),
            MeshSocket(data, receiving, config, SocketEndpoint::RECEIVER)};
}

std::shared_ptr<MeshBuffer> MeshSocket::get_data_buffer() const {
    if (end_ == SocketEndpoint::SENDER) throw InputError("the data of a socket lie at its receivers' end");
    return data_;
}

std::vector<MeshCoreCoord> MeshSocket::get_active_cores() const { return cores_of(config_, end_); }

}  // namespace tt::tt_metal::distributed
