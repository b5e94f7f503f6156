#include "host/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/device/allocator.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

using fault::InputError;

namespace {

// The vendor keeps the bottom of each bank for itself; a fixed offset keeps addresses from looking like null.
constexpr std::uint64_t dram_unreserved_base = 64;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

Device::Device(const arch::Arch& arch)
    : machine_(arch),
      allocator_(std::make_shared<Allocator>(dram_unreserved_base, arch.dram.bank_bytes.count(),
                                             arch.l1.unreserved_base, arch.l1.bytes.count())) {}

Device::~Device() = default;

CoreCoord Device::compute_grid() const {
    return {static_cast<std::size_t>(arch().grid.compute_width), static_cast<std::size_t>(arch().grid.compute_height)};
}

std::shared_ptr<Buffer> Device::create_buffer(std::uint64_t size, std::uint32_t page_bytes, BufferType type) {
    if (size == 0 || page_bytes == 0 || size % page_bytes != 0)
        throw InputError(
            fmt::format("a buffer of {} bytes is not a whole number of pages of {} bytes", size, page_bytes));
    std::shared_ptr<Buffer> buffer(new Buffer);
    buffer->size_ = size;
    buffer->page_bytes_ = page_bytes;
    buffer->type_ = type;
    const bool dram = type == BufferType::dram;
    const std::uint64_t alignment = dram ? arch().dram.alignment_bytes.count() : arch().noc.l1_alignment_bytes.count();
    buffer->row_bytes_ = static_cast<std::uint32_t>(round_up(page_bytes, alignment));
    const std::uint64_t banks =
        dram ? static_cast<std::uint64_t>(arch().dram.banks)
             : static_cast<std::uint64_t>(arch().grid.compute_width * arch().grid.compute_height);
    const std::uint64_t per_bank = (buffer->num_pages() + banks - 1) / banks * buffer->row_bytes_;
    const auto address =
        dram ? allocator_->allocate_dram(per_bank, alignment) : allocator_->allocate_l1(per_bank, alignment);
    if (!address)
        throw InputError(fmt::format("{} is full: a buffer of {} bytes needs {} bytes in each of {} banks",
                                     dram ? "DRAM" : "L1", size, per_bank, banks));
    buffer->address_ = static_cast<std::uint32_t>(*address);
    if (dram) machine_.dram().allow(*address, per_bank);
    // A buffer that outlives its device finds no allocator and leaves the device alone.
    buffer->release_ = [this, dram, at = *address, weak = std::weak_ptr(allocator_)] {
        const auto allocator = weak.lock();
        if (!allocator) return;
        dram ? allocator->free_dram(at) : allocator->free_l1(at);
        if (dram) machine_.dram().forbid(at);
    };
    return buffer;
}

Device::Place Device::place(const Buffer& buffer, std::uint64_t page) const {
    const std::uint64_t banks =
        buffer.type() == BufferType::dram
            ? static_cast<std::uint64_t>(arch().dram.banks)
            : static_cast<std::uint64_t>(arch().grid.compute_width * arch().grid.compute_height);
    return {static_cast<int>(page % banks), buffer.address() + page / banks * buffer.row_bytes_};
}

void Device::write(const Buffer& buffer, std::span<const std::uint8_t> data) {
    if (data.size() != buffer.size())
        throw InputError(fmt::format("{} bytes written to a buffer of {}", data.size(), buffer.size()));
    write_pages(buffer, 0, data);
}

std::vector<std::uint8_t> Device::read(const Buffer& buffer, bool* written) {
    std::vector<std::uint8_t> data(buffer.size());
    const bool all = read_pages(buffer, 0, data);
    if (written != nullptr) *written = all;
    return data;
}

namespace {

void check_pages(const Buffer& buffer, std::uint64_t first_page, std::size_t bytes) {
    if (bytes % buffer.page_size() != 0 || first_page + bytes / buffer.page_size() > buffer.num_pages())
        throw InputError(fmt::format("{} bytes from page {} on are no whole pages of a buffer of {} pages of {} bytes",
                                     bytes, first_page, buffer.num_pages(), buffer.page_size()));
}

}  // namespace

void Device::write_pages(const Buffer& buffer, std::uint64_t first_page, std::span<const std::uint8_t> data) {
    check_pages(buffer, first_page, data.size());
    for (std::size_t i = 0; i < data.size(); i += buffer.page_size()) {
        const Place at = place(buffer, first_page++);
        const auto bytes = data.subspan(i, buffer.page_size());
        if (buffer.type() == BufferType::dram)
            machine_.dram().write(at.bank, at.address, bytes);
        else
            machine_.core(at.bank).l1.write(static_cast<std::uint32_t>(at.address), bytes);
    }
}

bool Device::read_pages(const Buffer& buffer, std::uint64_t first_page, std::span<std::uint8_t> out) {
    check_pages(buffer, first_page, out.size());
    bool all = true;
    for (std::size_t i = 0; i < out.size(); i += buffer.page_size()) {
        const Place at = place(buffer, first_page++);
        const auto bytes = out.subspan(i, buffer.page_size());
        if (buffer.type() == BufferType::dram) {
            all = machine_.dram().read(at.bank, at.address, bytes) && all;
        } else {
            const riscv::CheckedMemory& l1 = machine_.core(at.bank).l1;
            const auto raw = l1.raw(static_cast<std::uint32_t>(at.address), buffer.page_size());
            std::copy(raw.begin(), raw.end(), bytes.begin());
            all = l1.valid(static_cast<std::uint32_t>(at.address), buffer.page_size()) && all;
        }
    }
    return all;
}

core::Core& Device::core_with_l1(const CoreCoord& core, std::uint32_t address, std::size_t bytes) {
    const CoreCoord grid = compute_grid();
    if (core.x >= grid.x || core.y >= grid.y)
        throw InputError(
            fmt::format("core ({},{}) is outside the compute grid of {} x {} cores", core.x, core.y, grid.x, grid.y));
    if (address + bytes > arch().l1.bytes.count())
        throw InputError(fmt::format("{} bytes at 0x{:x} do not lie in L1, which ends at 0x{:x}", bytes, address,
                                     arch().l1.bytes.count()));
    return machine_.core(machine_.core_index(static_cast<int>(core.x), static_cast<int>(core.y)));
}

void Device::write_l1(const CoreCoord& core, std::uint32_t address, std::span<const std::uint8_t> data) {
    core::Core& at = core_with_l1(core, address, data.size());
    at.l1.write(address, data);
    host_bytes_.insert({at.index, address, static_cast<std::uint32_t>(data.size())});
}

std::vector<std::uint8_t> Device::read_l1(const CoreCoord& core, std::uint32_t address, std::uint32_t bytes) {
    const auto raw = core_with_l1(core, address, bytes).l1.raw(address, bytes);
    return {raw.begin(), raw.end()};
}

}  // namespace tessera::host
