#include <fmt/format.h>

#include <array>

#include "sim/fault/fault.hpp"
#include "tt-metalium/buffer.hpp"
#include "tt-metalium/circular_buffer_config.hpp"
#include "tt-metalium/host_api.hpp"

namespace tessera::abi {

std::ostream& operator<<(std::ostream& out, DataFormat format) { return out << tt::to_string(format); }

}  // namespace tessera::abi

namespace tt {
namespace {

struct FormatName {
    DataFormat format;
    const char* text;
};
constexpr std::array<FormatName, 19> format_names{{
    {DataFormat::Float32, "Float32"},     {DataFormat::Float16, "Float16"},   {DataFormat::Bfp8, "Bfp8"},
    {DataFormat::Bfp4, "Bfp4"},           {DataFormat::Tf32, "Tf32"},         {DataFormat::Float16_b, "Float16_b"},
    {DataFormat::Bfp8_b, "Bfp8_b"},       {DataFormat::Bfp4_b, "Bfp4_b"},     {DataFormat::Int32, "Int32"},
    {DataFormat::UInt16, "UInt16"},       {DataFormat::Lf8, "Lf8"},           {DataFormat::Bfp2, "Bfp2"},
    {DataFormat::Int8, "Int8"},           {DataFormat::Bfp2_b, "Bfp2_b"},     {DataFormat::UInt32, "UInt32"},
    {DataFormat::UInt8, "UInt8"},         {DataFormat::RawUInt8, "RawUInt8"}, {DataFormat::RawUInt16, "RawUInt16"},
    {DataFormat::RawUInt32, "RawUInt32"},
}};

// Raw numbers are to the machine what unsigned ones of their width are.
DataFormat without_raw(DataFormat format) {
    switch (format) {
        case DataFormat::RawUInt8: return DataFormat::UInt8;
        case DataFormat::RawUInt16: return DataFormat::UInt16;
        case DataFormat::RawUInt32: return DataFormat::UInt32;
        default: return format;
    }
}

}  // namespace

std::string to_string(DataFormat format) {
    for (const FormatName& name : format_names)
        if (name.format == format) return name.text;
    return "Invalid";
}

tessera::tensix::DataFormat simulated(DataFormat format) {
    for (const FormatName& name : format_names)
        if (name.format == format) return static_cast<tessera::tensix::DataFormat>(without_raw(format));
    throw tessera::fault::InputError(fmt::format("data format {} does not exist", static_cast<int>(format)));
}

std::uint32_t datum_size(DataFormat format) {
    if (tessera::tensix::is_bfp(simulated(format)))
        throw tessera::fault::InputError(fmt::format("a datum of {} shares its exponent; use tile_size", format));
    return static_cast<std::uint32_t>(tessera::tensix::datum_bits(simulated(format))) / 8;
}

bool is_integer_format(DataFormat format) {
    switch (without_raw(format)) {
        case DataFormat::Int32:
        case DataFormat::UInt32:
        case DataFormat::UInt16:
        case DataFormat::Int8:
        case DataFormat::UInt8: return true;
        default: return false;
    }
}

std::uint32_t tile_size(DataFormat format) {
    return static_cast<std::uint32_t>(tessera::tensix::tile_bytes(simulated(format)));
}

}  // namespace tt

namespace tt::tt_metal {

using tessera::fault::InputError;
using tessera::host::CircularBufferSpec;

namespace {

std::uint32_t address_of(const Buffer& buffer) {
    if (!buffer.is_l1()) throw InputError("a circular buffer can lie on a buffer in L1 only, not in DRAM");
    return buffer.address();
}

CircularBufferSpec& spec_of(Program& program, CBHandle handle) {
    program.circular_buffer(handle);
    return program.spec().circular_buffers()[handle];
}

void check_whole_pages(std::uint32_t index, std::uint32_t total, std::uint32_t page) {
    if (page == 0 || page % 4 != 0 || total == 0 || total % page != 0)
        throw InputError(
            fmt::format("circular buffer {}: {} bytes are not a whole number of pages of {} bytes; pages "
                        "are multiples of 4 bytes",
                        index, total, page));
}

}  // namespace

CircularBufferConfig::CircularBufferConfig(std::uint32_t total_size,
                                           const std::map<std::uint8_t, tt::DataFormat>& formats)
    : total_size_(total_size), formats_(formats) {
    for (const auto& [index, format] : formats_) add_local(index);
}

CircularBufferConfig::CircularBufferConfig(std::uint32_t total_size,
                                           const std::map<std::uint8_t, tt::DataFormat>& formats, const Buffer& buffer)
    : CircularBufferConfig(total_size, formats) {
    set_globally_allocated_address(buffer);
}

void CircularBufferConfig::add_local(std::uint8_t index) {
    indices_.insert(index);
    local_.insert(index);
}

void CircularBufferConfig::check_size(std::uint32_t bytes) const {
    if (max_size_ && bytes > *max_size_)
        throw InputError(
            fmt::format("a circular buffer of {} bytes on an L1 buffer that has {} on each core", bytes, *max_size_));
}

CircularBufferConfig& CircularBufferConfig::set_page_size(std::uint8_t index, std::uint32_t bytes) {
    page_sizes_[index] = bytes;
    return *this;
}
CircularBufferConfig& CircularBufferConfig::set_total_size(std::uint32_t bytes) {
    check_size(bytes);
    total_size_ = bytes;
    return *this;
}
CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address(const Buffer& buffer) {
    return set_globally_allocated_address_and_total_size(buffer, total_size_);
}
CircularBufferConfig& CircularBufferConfig::set_globally_allocated_address_and_total_size(const Buffer& buffer,
                                                                                          std::uint32_t bytes) {
    address_ = address_of(buffer);
    max_size_ = static_cast<std::uint32_t>(buffer.aligned_size_per_bank());
    return set_total_size(bytes);
}
CircularBufferConfig& CircularBufferConfig::set_tile_dims(std::uint8_t index, const Tile& tile) {
    if (tile != Tile{})
        throw InputError(fmt::format("circular buffer {}: tiles of {}x{} are not supported; use 32x32", index,
                                     tile.get_height(), tile.get_width()));
    tiles_.insert_or_assign(index, tile);
    return *this;
}

namespace {

template <class T>
CircularBufferConfig::ByIndex<T> by_index(const std::map<std::uint8_t, T>& values) {
    CircularBufferConfig::ByIndex<T> out;
    for (const auto& [index, value] : values)
        if (index < out.size()) out[index] = value;
    return out;
}

}  // namespace

CircularBufferConfig::ByIndex<tt::DataFormat> CircularBufferConfig::data_formats() const { return by_index(formats_); }
CircularBufferConfig::ByIndex<std::uint32_t> CircularBufferConfig::page_sizes() const { return by_index(page_sizes_); }
CircularBufferConfig::ByIndex<Tile> CircularBufferConfig::tiles() const { return by_index(tiles_); }

std::uint32_t CircularBuffer::page_size(std::uint32_t index) const {
    const auto pages = config_.page_sizes();
    if (index >= pages.size() || !pages[index])
        throw InputError(fmt::format("circular buffer {} is not one of this handle's", index));
    return *pages[index];
}
tt::DataFormat CircularBuffer::data_format(std::uint32_t index) const {
    page_size(index);
    return *config_.data_formats()[index];
}

CircularBufferConfig::Builder CircularBufferConfig::index(std::uint8_t index) { return {*this, index}; }
CircularBufferConfig::Builder CircularBufferConfig::remote_index(std::uint8_t index) {
    if (local_.contains(index))
        throw InputError(fmt::format("circular buffer {} is local and remote in one configuration", index));
    indices_.insert(index);
    remote_.insert(index);
    return {*this, index};
}

const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_data_format(tt::DataFormat format) const {
    config_->formats_[index_] = format;
    if (!config_->remote_.contains(index_)) config_->add_local(index_);
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_page_size(std::uint32_t bytes) const {
    config_->set_page_size(index_, bytes);
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_total_size(std::uint32_t bytes) const {
    config_->set_total_size(bytes);
    return *this;
}
const CircularBufferConfig::Builder& CircularBufferConfig::Builder::set_tile_dims(const Tile& tile) const {
    config_->set_tile_dims(index_, tile);
    return *this;
}

CircularBufferSpec CircularBufferConfig::spec(CoreRangeSet cores) const {
    CircularBufferSpec out{std::move(cores), total_size_, {}, address_};
    for (const auto& [index, bytes] : page_sizes_)
        if (!formats_.contains(index))
            throw InputError(fmt::format("circular buffer {} has a page size but no data format", index));
    for (const auto& [index, format] : formats_) {
        const auto page = page_sizes_.find(index);
        if (page == page_sizes_.end())
            throw InputError(fmt::format("circular buffer {} has no page size; call set_page_size", index));
        if (remote_.contains(index))
            out.remote_page_bytes[index] = page->second;
        else
            out.views[index] = {tt::simulated(format), page->second};
    }
    return out;
}

CBHandle CreateCircularBuffer(Program& program, const CoreSpec& cores, const CircularBufferConfig& config) {
    if (!config.remote_buffer_indices().empty())
        throw InputError("a remote index is an end of a global circular buffer; give it to CreateCircularBuffer");
    return program.add(to_core_range_set(cores), config);
}

const CircularBufferConfig& GetCircularBufferConfig(Program& program, CBHandle handle) {
    return program.circular_buffer(handle)->config();
}

void UpdateCircularBufferTotalSize(Program& program, CBHandle handle, std::uint32_t total_size) {
    CircularBufferSpec& spec = spec_of(program, handle);
    for (const auto& [index, view] : spec.views) check_whole_pages(index, total_size, view.page_bytes);
    program.circular_buffer(handle)->config().set_total_size(total_size);
    spec.total_bytes = total_size;
}

void UpdateCircularBufferPageSize(Program& program, CBHandle handle, std::uint8_t index, std::uint32_t page_size) {
    CircularBufferSpec& spec = spec_of(program, handle);
    const auto view = spec.views.find(index);
    if (view == spec.views.end())
        throw InputError(fmt::format("circular buffer {} is not one of this handle's", index));
    check_whole_pages(index, spec.total_bytes, page_size);
    program.circular_buffer(handle)->config().set_page_size(index, page_size);
    view->second.page_bytes = page_size;
}

void UpdateDynamicCircularBufferAddress(Program& program, CBHandle handle, const Buffer& buffer) {
    UpdateDynamicCircularBufferAddressAndTotalSize(program, handle, buffer, spec_of(program, handle).total_bytes);
}

void UpdateDynamicCircularBufferAddressAndTotalSize(Program& program, CBHandle handle, const Buffer& buffer,
                                                    std::uint32_t total_size) {
    CircularBufferSpec& spec = spec_of(program, handle);
    for (const auto& [index, view] : spec.views) check_whole_pages(index, total_size, view.page_bytes);
    program.circular_buffer(handle)->config().set_globally_allocated_address_and_total_size(buffer, total_size);
    spec.fixed_address = address_of(buffer);
    spec.total_bytes = total_size;
}

}  // namespace tt::tt_metal
