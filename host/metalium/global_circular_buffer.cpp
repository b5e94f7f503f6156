#include "tt-metalium/global_circular_buffer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/metalium/shards.hpp"
#include "host/metalium/simulation.hpp"
#include "tt-metalium/host_api.hpp"
#include "tt-metalium/tt_metal.hpp"
#include "tt-metalium/work_split.hpp"

namespace tt::tt_metal::experimental {

using tessera::fault::InputError;

namespace {

// What a core must know of the ring, as sim/api/tessera/remote_cb.h reads it: seven words, the coordinates of the cores
// at the other end, then for each receiver of the sender how much was sent and taken, each in an L1 unit of its own.
struct Layout {
    std::uint32_t base, unit, receivers;
    std::uint32_t places() const { return base + 32; }
    std::uint32_t counters() const { return tt::round_up(places() + 8 * receivers, unit); }
    std::uint32_t bytes() const { return counters() + 2 * unit * receivers - base; }
};

Layout layout(const IDevice& device, const GlobalCircularBuffer::Mapping& mapping, std::uint32_t base) {
    std::size_t most = 0;
    for (const auto& [sender, receivers] : mapping) most = std::max(most, receivers.num_cores());
    const auto unit = static_cast<std::uint32_t>(device.simulation().arch.noc.l1_alignment_bytes.count());
    return {base, unit, static_cast<std::uint32_t>(most)};
}

distributed::AnyBuffer on_each(IDevice* device, const CoreRangeSet& cores, std::uint32_t bytes, BufferType type) {
    const auto count = static_cast<std::uint32_t>(cores.num_cores());
    return distributed::AnyBuffer::create(
        ShardedBufferConfig{.device = device,
                            .size = DeviceAddr{bytes} * count,
                            .page_size = bytes,
                            .buffer_type = type,
                            .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED,
                            .shard_parameters = tessera::host::one_page_on_each(cores)});
}

CoreRangeSet with_others(const CoreRangeSet& a, const CoreRangeSet& b) {
    if (a.intersects(b)) throw InputError("a global circular buffer: a core is in two places of its mapping");
    return a.merge(b);
}

}  // namespace

GlobalCircularBuffer::GlobalCircularBuffer(IDevice* device, const Mapping& mapping, std::uint32_t size, BufferType type)
    : device_(device), mapping_(mapping), size_(size) {
    if (type != BufferType::L1 && type != BufferType::L1_SMALL)
        throw InputError("a global circular buffer lies in L1; give BufferType::L1 or BufferType::L1_SMALL");
    for (const auto& [sender, receivers] : mapping_) {
        if (receivers.empty())
            throw InputError(fmt::format("a global circular buffer: sender {} has no receivers", sender.str()));
        senders_ = with_others(senders_, CoreRangeSet(sender));
        receivers_ = with_others(receivers_, receivers);
    }
    all_ = with_others(senders_, receivers_);
    if (all_.empty()) throw InputError("a global circular buffer without cores");
    const std::uint32_t unit = device->allocator()->get_alignment(type);
    if (size == 0 || size % unit != 0)
        throw InputError(fmt::format("a global circular buffer of {} bytes; give a multiple of {}", size, unit));
    ring_ = on_each(device, all_, size, type);
    config_ = on_each(device, all_, tt::round_up(layout(*device, mapping_, 0).bytes(), unit), type);
    write_configuration();
}

void GlobalCircularBuffer::write_configuration() const {
    const std::uint32_t ring = cb_buffer().address();
    const Layout at = layout(*device_, mapping_, config_address());
    const auto write = [&](const CoreCoord& core, bool sends, const std::vector<CoreCoord>& others,
                           std::uint32_t counters) {
        std::vector<std::uint32_t> words(at.bytes() / sizeof(std::uint32_t));
        const std::uint32_t known[] = {
            sends, static_cast<std::uint32_t>(others.size()), ring, size_, ring, at.places(), counters};
        std::ranges::copy(known, words.begin());
        auto place = words.begin() + (at.places() - at.base) / sizeof(std::uint32_t);
        for (const CoreCoord& other : others) {
            const CoreCoord there = device_->worker_core_from_logical_core(other);
            *place++ = static_cast<std::uint32_t>(there.x);
            *place++ = static_cast<std::uint32_t>(there.y);
        }
        for (IDevice* device : tessera::host::devices_of(*device_))
            tt::tt_metal::detail::WriteToDeviceL1(device, core, at.base, words);
    };
    for (const auto& [sender, set] : mapping_) {
        const std::vector<CoreCoord> receivers = corerange_to_cores(set);
        write(sender, true, receivers, at.counters());
        for (std::size_t i = 0; i < receivers.size(); ++i)
            write(receivers[i], false, {sender}, at.counters() + 2 * at.unit * static_cast<std::uint32_t>(i));
    }
}

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& cores, const CircularBufferConfig& config,
                              const GlobalCircularBuffer& ring) {
    if (config.remote_buffer_indices().empty())
        throw InputError("a circular buffer on a global one has no remote index; call remote_index");
    if (!ring.all_cores().contains(to_core_range_set(cores)))
        throw InputError(fmt::format("a circular buffer on {}: the global one has {}", to_core_range_set(cores).str(),
                                     ring.all_cores().str()));
    const CBHandle handle = program.add(to_core_range_set(cores), config);
    UpdateDynamicCircularBufferAddress(program, handle, ring);
    return handle;
}

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const GlobalCircularBuffer& ring) {
    CircularBufferConfig& config = program.circular_buffer(handle)->config();
    if (config.total_size() > ring.size())
        throw InputError(
            fmt::format("a circular buffer of {} bytes on a global one of {}", config.total_size(), ring.size()));
    config.set_globally_allocated_address(ring.cb_buffer());
    tessera::host::CircularBufferSpec& spec = program.spec().circular_buffers()[handle];
    spec.fixed_address = ring.cb_buffer().address();
    spec.remote_bytes = ring.size();
    spec.remote_config = static_cast<std::uint32_t>(ring.config_address());
}

}  // namespace tt::tt_metal::experimental
