// Circular buffers whose producer and consumers are different cores: a ring in L1 at the same address on a sender and
// on each of its receivers, which outlives programs (kernels: api/remote_circular_buffer.h).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "circular_buffer.hpp"
#include "core_coord.hpp"
#include "device.hpp"
#include "mesh_buffer.hpp"
#include "program.hpp"

namespace tt::tt_metal::experimental {

class GlobalCircularBuffer {
  public:
    using Mapping = std::vector<std::pair<CoreCoord, CoreRangeSet>>;  // a sender and its receivers

    // Takes `size` bytes of L1 on every core of the mapping. InputError for a core in two places of it, a sender
    // without receivers, a size that is no multiple of the alignment of L1, and memory other than L1.
    GlobalCircularBuffer(IDevice* device, const Mapping& sender_receiver_core_mapping, std::uint32_t size,
                         BufferType buffer_type = BufferType::L1);

    const Buffer& cb_buffer() const { return *ring_.get_buffer(); }
    const CoreRangeSet& sender_cores() const { return senders_; }
    const CoreRangeSet& receiver_cores() const { return receivers_; }
    const CoreRangeSet& all_cores() const { return all_; }
    DeviceAddr buffer_address() const { return cb_buffer().address(); }
    DeviceAddr config_address() const { return config_.get_buffer()->address(); }
    std::uint32_t size() const { return size_; }
    const Mapping& sender_receiver_core_mapping() const { return mapping_; }
    IDevice* get_device() const { return device_; }

  private:
    void write_configuration() const;

    IDevice* device_;
    Mapping mapping_;
    std::uint32_t size_;
    CoreRangeSet senders_, receivers_, all_;
    distributed::AnyBuffer ring_, config_;
};

inline GlobalCircularBuffer CreateGlobalCircularBuffer(
    IDevice* device, const GlobalCircularBuffer::Mapping& sender_receiver_core_mapping, std::uint32_t size,
    BufferType buffer_type = BufferType::L1) {
    return {device, sender_receiver_core_mapping, size, buffer_type};
}

// The remote indices of the configuration are ends of the ring, its other indices buffers of a core on the ring's
// memory. InputError without a remote index, and for cores that are none of the ring's.
CBHandle CreateCircularBuffer(Program& program, const CoreSpec& cores, const CircularBufferConfig& config,
                              const GlobalCircularBuffer& global_circular_buffer);
void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle,
                                        const GlobalCircularBuffer& global_circular_buffer);

}  // namespace tt::tt_metal::experimental
