#include "chip.hpp"

#include <algorithm>

#include "file.hpp"

namespace decoder {

Chip::Chip(std::string kernels, std::uint32_t cores)
    : device_(metal::CreateDevice(0)), kernels_(std::move(kernels)), cores_(cores) {
    const std::size_t most = grid().x * grid().y;
    if (cores == 0 || cores > most) {
        metal::CloseDevice(device_);
        throw FileError(joined("--cores ", cores, ": expected 1 to ", most, ", the cores of the chip"));
    }
}

Chip::~Chip() {
    scratch_.clear();
    metal::CloseDevice(device_);
}

std::shared_ptr<metal::Buffer> Chip::buffer(std::size_t pages, std::size_t page_bytes) {
    return metal::CreateBuffer(
        metal::InterleavedBufferConfig{.device = device_, .size = pages * page_bytes, .page_size = page_bytes});
}

std::shared_ptr<metal::Buffer> Chip::buffer(std::span<const std::byte> bytes, std::size_t page_bytes) {
    auto out = buffer(bytes.size() / page_bytes, page_bytes);
    metal::EnqueueWriteSubBuffer(queue(), out, bytes.data(), metal::BufferRegion(0, bytes.size()), false);
    return out;
}

Rows Chip::rows(std::size_t count, std::size_t width) { return rows(std::vector<float>(count * width), count); }

Rows Chip::rows(std::span<const float> values, std::size_t count) {
    const std::size_t width = values.size() / count;
    Rows out{buffer(count, width * sizeof(float)), static_cast<std::uint32_t>(count),
             static_cast<std::uint32_t>(width)};
    write(out, values);
    return out;
}

Rows Chip::scratch(std::uint32_t count, std::uint32_t width) {
    Rows& kept = scratch_[{count, width}];
    if (!kept.buffer) kept = {buffer(count, width * sizeof(float)), count, width};
    return kept;
}

void Chip::write(const Rows& rows, std::span<const float> values) {
    const metal::BufferRegion region(0, values.size_bytes());
    metal::EnqueueWriteSubBuffer(queue(), rows.buffer, values.data(), region, false);
}

std::vector<float> Chip::read(const Rows& rows) {
    std::vector<float> out;
    metal::EnqueueReadBuffer(queue(), rows.buffer, out, true);
    return out;
}

}  // namespace decoder
