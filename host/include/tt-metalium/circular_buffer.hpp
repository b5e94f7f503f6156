// A circular buffer that a program has.
#pragma once

#include <cstdint>
#include <optional>

#include "circular_buffer_config.hpp"
#include "core_coord.hpp"

namespace tt::tt_metal {

using CBHandle = std::uintptr_t;

class CircularBuffer {
  public:
    CircularBuffer(CBHandle id, CoreRangeSet cores, const CircularBufferConfig& config)
        : id_(id), cores_(std::move(cores)), config_(config) {}

    CBHandle id() const { return id_; }
    const CoreRangeSet& core_ranges() const { return cores_; }
    const CircularBufferConfig& config() const { return config_; }
    CircularBufferConfig& config() { return config_; }
    const std::unordered_set<std::uint8_t>& buffer_indices() const { return config_.buffer_indices(); }
    bool uses_buffer_index(std::uint32_t index) const {
        return buffer_indices().contains(static_cast<std::uint8_t>(index));
    }
    std::uint32_t size() const { return config_.total_size(); }  // bytes
    std::uint32_t page_size(std::uint32_t index) const;
    std::uint32_t num_pages(std::uint32_t index) const { return size() / page_size(index); }
    tt::DataFormat data_format(std::uint32_t index) const;
    bool globally_allocated() const { return config_.globally_allocated_address().has_value(); }
    bool is_on_logical_core(const CoreCoord& core) const { return cores_.contains(core); }

  private:
    CBHandle id_;
    CoreRangeSet cores_;
    CircularBufferConfig config_;
};

}  // namespace tt::tt_metal
