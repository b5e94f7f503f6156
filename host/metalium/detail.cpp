// tt::tt_metal::detail: devices, programs and memory without a queue.
#include <fmt/format.h>

#include <cstring>

#include "host/metalium/simulation.hpp"
#include "sim/fault/fault.hpp"
#include "tt-metalium/hal.hpp"
#include "tt-metalium/tt_metal.hpp"

namespace tt::tt_metal::detail {

using tessera::fault::InputError;

void LaunchProgram(IDevice* device, Program& program, bool, bool) { tessera::host::run(*device, program.spec()); }

std::map<chip_id_t, IDevice*> CreateDevices(const std::vector<chip_id_t>& ids, std::uint8_t num_hw_cqs,
                                            std::size_t l1_small_size, std::size_t trace_region_size,
                                            const DispatchCoreConfig&, const std::vector<std::uint32_t>&, std::size_t) {
    std::map<chip_id_t, IDevice*> devices;
    for (const chip_id_t id : ids) devices[id] = CreateDevice(id, num_hw_cqs, l1_small_size, trace_region_size);
    return devices;
}
void CloseDevices(const std::map<chip_id_t, IDevice*>& devices) {
    for (const auto& [id, device] : devices) CloseDevice(device);
}
std::string get_platform_architecture_name() { return hal::get_arch_name(); }

std::uint32_t EncodePerDeviceProgramID(std::uint32_t program, std::uint32_t device, bool host_fallback) {
    return static_cast<std::uint32_t>(host_fallback) << 31 | program << 10 | device;
}
DeviceProgramId DecodePerDeviceProgramID(std::uint32_t id) {
    return {.base_program_id = id >> 10 & 0x1FFFFF, .device_id = id & 0x3FF, .is_host_fallback_op = id >> 31 != 0};
}

void write_front(Buffer& buffer, const void* data, std::size_t bytes) {
    if (bytes > buffer.size())
        throw InputError(fmt::format("{} bytes written to a buffer of {}", bytes, buffer.size()));
    write_bytes(buffer, data, bytes);
}

std::vector<std::uint8_t> read_shard(Buffer& buffer, std::uint32_t core) {
    const UncompressedBufferPageMapping mapping = generate_buffer_page_mapping(buffer);
    if (core >= mapping.core_host_page_indices.size())
        throw InputError(fmt::format("shard {}; the buffer has {}", core, mapping.core_host_page_indices.size()));
    std::vector<std::uint8_t> all(buffer.size()), out;
    read_bytes(buffer, all.data(), all.size());
    for (const std::uint32_t page : mapping.core_host_page_indices[core]) {
        const std::size_t bytes = buffer.page_size();
        if (page == UncompressedBufferPageMapping::PADDING)
            out.resize(out.size() + bytes);
        else
            out.insert(out.end(), all.begin() + static_cast<std::ptrdiff_t>(page * bytes),
                       all.begin() + static_cast<std::ptrdiff_t>((page + 1) * bytes));
    }
    return out;
}

namespace {

void check_dram(IDevice* device, int channel, std::uint32_t address, std::size_t bytes) {
    device->logical_core_from_dram_channel(static_cast<std::uint32_t>(channel));
    if (!tessera::host::simulated(*device).machine().dram().allowed(address, bytes))
        throw InputError(
            fmt::format("{} bytes at 0x{:x} of DRAM channel {} lie in no buffer", bytes, address, channel));
}

}  // namespace

bool WriteToDeviceDRAMChannel(IDevice* device, int channel, std::uint32_t address,
                              const std::vector<std::uint32_t>& words) {
    const auto bytes = std::as_bytes(std::span(words));
    check_dram(device, channel, address, bytes.size());
    tessera::host::simulated(*device).machine().dram().write(
        channel, address, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return true;
}

bool ReadFromDeviceDRAMChannel(IDevice* device, int channel, std::uint32_t address, std::uint32_t size,
                               std::vector<std::uint32_t>& words) {
    check_dram(device, channel, address, size);
    std::vector<std::uint8_t> bytes(size);
    tessera::host::simulated(*device).machine().dram().read(channel, address, bytes);
    words.assign(tt::div_up(bytes.size(), sizeof(std::uint32_t)), 0);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return true;
}

bool WriteToDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address,
                     const std::vector<std::uint32_t>& words) {
    const auto bytes = std::as_bytes(std::span(words));
    tessera::host::simulated(*device).write_l1(core, address,
                                               {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return true;
}

bool ReadFromDeviceL1(IDevice* device, const CoreCoord& core, std::uint32_t address, std::uint32_t size,
                      std::vector<std::uint32_t>& words) {
    const std::vector<std::uint8_t> bytes = tessera::host::simulated(*device).read_l1(core, address, size);
    words.assign(tt::div_up(bytes.size(), sizeof(std::uint32_t)), 0);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return true;
}

}  // namespace tt::tt_metal::detail
