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

Chip::~Chip() { metal::CloseDevice(device_); }

std::shared_ptr<metal::Buffer> Chip::buffer(std::size_t pages, std::size_t page_bytes) {
    return metal::CreateBuffer(
        metal::InterleavedBufferConfig{.device = device_, .size = pages * page_bytes, .page_size = page_bytes});
}

Rows Chip::rows(std::size_t count, std::size_t width) { return rows(std::vector<float>(count * width), count); }

Rows Chip::rows(std::span<const float> values, std::size_t count) {
    const std::size_t width = values.size() / count;
    Rows out{buffer(count, width * sizeof(float)), static_cast<std::uint32_t>(count),
             static_cast<std::uint32_t>(width)};
    write(out, values);
    return out;
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
