// A circular buffer: one region of L1 on each of its cores, seen through one or several indices
// (spec/kernel-api.md 5.2).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>

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
    // Onto an L1 buffer, of which every bank must hold the total size.
    CircularBufferConfig& set_globally_allocated_address(const Buffer& buffer);
    CircularBufferConfig& set_globally_allocated_address_and_total_size(const Buffer& buffer, std::uint32_t bytes);
    CircularBufferConfig& set_tile_dims(std::uint8_t index, const Tile& tile);  // 32x32

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
    // An end of a ring between cores, global_circular_buffer.hpp.
    Builder remote_index(std::uint8_t index);

    std::uint32_t total_size() const { return total_size_; }
    std::optional<std::uint32_t> globally_allocated_address() const { return address_; }
    bool dynamic_cb() const { return address_.has_value(); }
    std::optional<std::uint32_t> max_size() const { return max_size_; }  // of the L1 buffer below it
    std::uint32_t buffer_size() const { return max_size_.value_or(0); }  // the same
    const std::unordered_set<std::uint8_t>& buffer_indices() const { return indices_; }
    const std::unordered_set<std::uint8_t>& local_buffer_indices() const { return local_; }
    const std::unordered_set<std::uint8_t>& remote_buffer_indices() const { return remote_; }
    template <class T>
    using ByIndex = std::array<std::optional<T>, NUM_CIRCULAR_BUFFERS>;
    ByIndex<tt::DataFormat> data_formats() const;
    ByIndex<std::uint32_t> page_sizes() const;
    ByIndex<Tile> tiles() const;

    // InputError when an index lacks its format or its page size. Remote indices have no place in it yet.
    tessera::host::CircularBufferSpec spec(tessera::host::CoreRangeSet cores) const;

    friend bool operator==(const CircularBufferConfig&, const CircularBufferConfig&) = default;

  private:
    void check_size(std::uint32_t bytes) const;
    std::uint32_t total_size_;
    std::map<std::uint8_t, tt::DataFormat> formats_;
    std::map<std::uint8_t, std::uint32_t> page_sizes_;
    std::map<std::uint8_t, Tile> tiles_;
    void add_local(std::uint8_t index);
    std::unordered_set<std::uint8_t> indices_, local_, remote_;  // the first is both others
    std::optional<std::uint32_t> address_, max_size_;
};

}  // namespace tt::tt_metal
