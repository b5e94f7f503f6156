// A circular buffer: one region of L1 on each of its cores, seen through one or several indices
// (spec/kernel-api.md 5.2).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "host/device/program.hpp"
#include "tile.hpp"
#include "tt_backend_api_types.hpp"

namespace tt::tt_metal {

class Buffer;

class CircularBufferConfig {
  public:
    // Bytes, and a format for each index. Page sizes are given by set_page_size.
    CircularBufferConfig(std::uint32_t total_size, const std::map<std::uint8_t, tt::DataFormat>& formats);
    // The same on top of an L1 buffer.
    CircularBufferConfig(std::uint32_t total_size, const std::map<std::uint8_t, tt::DataFormat>& formats,
                         const Buffer& buffer);
    explicit CircularBufferConfig(std::uint32_t total_size) : total_size_(total_size) {}

    CircularBufferConfig& set_page_size(std::uint8_t index, std::uint32_t bytes);
    CircularBufferConfig& set_total_size(std::uint32_t bytes);
    CircularBufferConfig& set_globally_allocated_address(const Buffer& buffer);  // of L1
    CircularBufferConfig& set_tile_dims(std::uint8_t index, const Tile& tile);   // 32x32

    class Builder {
      public:
        const Builder& set_data_format(tt::DataFormat format) const;
        const Builder& set_page_size(std::uint32_t bytes) const;
        const Builder& set_total_size(std::uint32_t bytes) const;
        const Builder& set_tile_dims(const Tile& tile) const;

      private:
        friend class CircularBufferConfig;
        Builder(CircularBufferConfig& config, std::uint8_t index) : config_(&config), index_(index) {}
        CircularBufferConfig* config_;
        std::uint8_t index_;
    };
    Builder index(std::uint8_t index);

    std::uint32_t total_size() const { return total_size_; }
    std::optional<std::uint32_t> globally_allocated_address() const { return address_; }

    // InputError when an index lacks its format or its page size.
    tessera::host::CircularBufferSpec spec(tessera::host::CoreRangeSet cores) const;

  private:
    std::uint32_t total_size_;
    std::map<std::uint8_t, tt::DataFormat> formats_;
    std::map<std::uint8_t, std::uint32_t> page_sizes_;
    std::optional<std::uint32_t> address_;
};

}  // namespace tt::tt_metal
