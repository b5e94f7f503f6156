#include "tt-metalium/global_semaphore.hpp"

#include "host/metalium/shards.hpp"
#include "host/metalium/simulation.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/device.hpp"

namespace tt::tt_metal {
namespace {

// One page of one word on each core.
distributed::AnyBuffer words_on(IDevice* device, const CoreRangeSet& cores, BufferType type) {
    if (type != BufferType::L1 && type != BufferType::L1_SMALL)
        throw tessera::fault::InputError("a global semaphore lies in BufferType::L1 or BufferType::L1_SMALL");
    const auto count = static_cast<std::uint32_t>(cores.num_cores());
    return distributed::AnyBuffer::create(
        ShardedBufferConfig{.device = device,
                            .size = count * sizeof(std::uint32_t),
                            .page_size = sizeof(std::uint32_t),
                            .buffer_type = type,
                            .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED,
                            .shard_parameters = tessera::host::one_page_on_each(cores)});
}

}  // namespace

GlobalSemaphore::GlobalSemaphore(IDevice* device, const CoreRangeSet& cores, std::uint32_t initial_value,
                                 BufferType type)
    : device_(device), cores_(cores), buffer_(words_on(device, cores, type)) {
    reset_semaphore_value(initial_value);
}

void GlobalSemaphore::reset_semaphore_value(std::uint32_t value) const {
    tessera::host::refuse_in_capture(*device_, "a global semaphore reset");
    const std::vector<std::uint32_t> values(cores_.num_cores(), value);
    for (Buffer* buffer : buffer_.on_each_device())
        write_bytes(*buffer, values.data(), values.size() * sizeof(std::uint32_t));
}

GlobalSemaphore CreateGlobalSemaphore(IDevice* device, const CoreRangeSet& cores, std::uint32_t initial_value,
                                      BufferType type) {
    return {device, cores, initial_value, type};
}

}  // namespace tt::tt_metal
