// The device with its queue, and matrices of fp32 rows in its DRAM.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <tt-metalium/host_api.hpp>
#include <vector>

namespace decoder {

namespace metal = tt::tt_metal;

// A row is a page.
struct Rows {
    std::shared_ptr<metal::Buffer> buffer;
    std::uint32_t count = 0, width = 0;

    std::uint32_t address() const { return static_cast<std::uint32_t>(buffer->address()); }
    std::uint32_t page_bytes() const { return width * static_cast<std::uint32_t>(sizeof(float)); }
};

class Chip {
  public:
    // kernels: the folder that has gemm, attention and the others.
    Chip(std::string kernels, std::uint32_t cores);
    ~Chip();
    Chip(const Chip&) = delete;
    Chip& operator=(const Chip&) = delete;

    const std::string& kernels() const { return kernels_; }
    std::uint32_t cores() const { return cores_; }
    metal::CoreCoord grid() const { return device_->compute_with_storage_grid_size(); }
    std::uint32_t l1_bytes() const { return device_->l1_size_per_core(); }
    metal::CommandQueue& queue() { return device_->command_queue(); }

    // Zeros at first.
    Rows rows(std::size_t count, std::size_t width);
    Rows rows(std::span<const float> values, std::size_t count);
    // What one launch leaves to the next. Whoever asks for rows of a shape shares them.
    Rows scratch(std::uint32_t count, std::uint32_t width);
    std::shared_ptr<metal::Buffer> buffer(std::size_t pages, std::size_t page_bytes);
    std::shared_ptr<metal::Buffer> buffer(std::span<const std::byte> bytes, std::size_t page_bytes);

    // As many of the first rows as there are values of.
    void write(const Rows& rows, std::span<const float> values);
    std::vector<float> read(const Rows& rows);

  private:
    metal::IDevice* device_;
    std::string kernels_;
    std::uint32_t cores_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Rows> scratch_;
};

}  // namespace decoder
