#include "host/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/device/kept_kernels.hpp"
#include "sim/core/judges/twice.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::host {

using fault::InputError;

namespace {

// The vendor keeps the bottom of each bank for itself; a fixed offset keeps addresses from looking like null.
constexpr std::uint64_t dram_unreserved_base = 64;

void check_banks(const Shards& shards, std::uint64_t pages, bool dram, const arch::Arch& arch) {
    const auto width = static_cast<std::size_t>(dram ? arch.dram.banks : arch.grid.compute_width);
    const auto height = static_cast<std::size_t>(dram ? 1 : arch.grid.compute_height);
    for (const CoreCoord& bank : shards.banks)
        if (bank.x >= width || bank.y >= height)
            throw InputError(
                dram ? fmt::format("a shard in DRAM bank ({},{}); banks are (0,0) to ({},0)", bank.x, bank.y, width - 1)
                     : fmt::format("a shard on core ({},{}), outside the compute grid of {} x {} cores", bank.x, bank.y,
                                   width, height));
    if (shards.pages.size() != pages)
        throw InputError(fmt::format("shards of {} pages for a buffer of {} pages; their sizes must agree",
                                     shards.pages.size(), pages));
}

}  // namespace

Device::Device(const arch::Arch& arch, Reserved reserved)
    : machine_(arch), kept_kernels_(std::make_shared<KeptKernels>()) {
    const std::uint64_t alignment = arch.dram.alignment_bytes.count();
    const std::uint64_t bank = arch.dram.bank_bytes.count(), l1 = arch.l1.bytes.count();
    const std::uint64_t small = round_up(reserved.l1_small, alignment);
    const std::uint64_t trace = round_up((reserved.trace + static_cast<std::uint64_t>(arch.dram.banks) - 1) /
                                             static_cast<std::uint64_t>(arch.dram.banks),
                                         alignment);
    if (small >= l1 - arch.l1.unreserved_base)
        throw InputError(fmt::format("{} bytes of L1 set aside for small buffers; a core has {} bytes for buffers",
                                     reserved.l1_small, l1 - arch.l1.unreserved_base));
    if (trace >= bank - dram_unreserved_base)
        throw InputError(fmt::format("{} bytes set aside for traces are more than DRAM has", reserved.trace));
    const auto allocator = [&](BufferType type, std::uint64_t begin, std::uint64_t end) {
        allocators_[static_cast<std::size_t>(type)] = std::make_shared<Allocator>(begin, end, alignment);
    };
    allocator(BufferType::dram, dram_unreserved_base, bank - trace);
    allocator(BufferType::trace, bank - trace, bank);
    allocator(BufferType::l1, arch.l1.unreserved_base, l1 - small);
    allocator(BufferType::l1_small, l1 - small, l1);
}

Device::~Device() = default;

CoreCoord Device::compute_grid() const {
    return {static_cast<std::size_t>(arch().grid.compute_width), static_cast<std::size_t>(arch().grid.compute_height)};
}

int Device::num_banks(BufferType type) const {
    return in_dram(type) ? arch().dram.banks : arch().grid.compute_width * arch().grid.compute_height;
}

std::uint32_t Device::row_alignment(BufferType type) const {
    return static_cast<std::uint32_t>(
        (in_dram(type) ? arch().dram.alignment_bytes : arch().noc.l1_alignment_bytes).count());
}

std::shared_ptr<Buffer> Device::create_buffer(std::uint64_t size, std::uint32_t page_bytes,
                                              const Placement& placement) {
    if (size == 0 || page_bytes == 0 || size % page_bytes != 0)
        throw InputError(
            fmt::format("a buffer of {} bytes is not a whole number of pages of {} bytes", size, page_bytes));
    std::shared_ptr<Buffer> buffer(new Buffer);
    buffer->size_ = size;
    buffer->page_bytes_ = page_bytes;
    buffer->type_ = placement.type;
    buffer->shards_ = placement.shards;
    buffer->row_bytes_ = static_cast<std::uint32_t>(round_up(page_bytes, row_alignment(placement.type)));
    const bool dram = in_dram(placement.type);
    if (placement.shards) check_banks(*placement.shards, buffer->num_pages(), dram, arch());
    const auto banks = static_cast<std::uint64_t>(num_banks(placement.type));
    const std::uint64_t rows =
        placement.shards ? placement.shards->rows_per_bank : (buffer->num_pages() + banks - 1) / banks;
    const std::uint64_t per_bank = buffer->bank_bytes_ = rows * buffer->row_bytes_;
    const auto& allocator = allocators_[static_cast<std::size_t>(placement.type)];
    if (placement.address) {
        if (*placement.address < allocator->begin() || *placement.address + per_bank > allocator->end())
            throw InputError(fmt::format("{} bytes at 0x{:x} of each bank: buffers lie between 0x{:x} and 0x{:x}",
                                         per_bank, *placement.address, allocator->begin(), allocator->end()));
        buffer->address_ = *placement.address;
        buffer->release_ = [] {};
        const watch::BufferPlace* held =
            (dram ? machine_.dram().buffers() : machine_.l1_buffers()).at(*placement.address);
        if (held == nullptr || *placement.address + per_bank > held->end) buffer->release_ = hold(*buffer);
        return buffer;
    }
    const auto address = allocator->allocate(per_bank, placement.bottom_up.value_or(dram));
    if (!address)
        throw InputError(fmt::format("{} is full: a buffer of {} bytes needs {} bytes in each of {} banks",
                                     dram ? "DRAM" : "L1", size, per_bank,
                                     placement.shards ? placement.shards->banks.size() : banks));
    buffer->address_ = static_cast<std::uint32_t>(*address);
    buffer->release_ = [allocator, at = *address, held = hold(*buffer)] {
        allocator->free(at);
        held();
    };
    return buffer;
}

// The memory is the buffer's until what is returned is called. A buffer that outlives its device leaves it alone.
std::function<void()> Device::hold(const Buffer& buffer) {
    const bool dram = in_dram(buffer.type());
    if (dram)
        machine_.dram().allow(place_of(buffer));
    else
        machine_.l1_buffers().add(place_of(buffer));
    return [dram, at = buffer.address(), weak = std::weak_ptr(self_)] {
        const auto device = weak.lock();
        if (!device) return;
        if (dram)
            (*device)->machine_.dram().forbid(at);
        else
            (*device)->machine_.l1_buffers().remove(at);
    };
}

watch::BufferPlace Device::place_of(const Buffer& buffer) const {
    return {.begin = buffer.address(),
            .end = buffer.address() + buffer.bank_bytes(),
            .pages = buffer.num_pages(),
            .page_bytes = buffer.page_size(),
            .row_bytes = buffer.row_bytes_,
            .banks = static_cast<std::uint32_t>(num_banks(buffer.type())),
            .round_robin = buffer.shards() == nullptr};
}

Device::Place Device::place(const Buffer& buffer, std::uint64_t page) const {
    if (const auto& shards = buffer.shards()) {
        const Shards::Place& at = shards->pages[page];
        const CoreCoord& bank = shards->banks[at.bank];
        return {in_dram(buffer.type()) ? static_cast<int>(bank.x)
                                       : machine_.core_index(static_cast<int>(bank.x), static_cast<int>(bank.y)),
                buffer.address() + std::uint64_t{at.row} * buffer.row_bytes_};
    }
    const auto banks = static_cast<std::uint64_t>(num_banks(buffer.type()));
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
    if (!buffer.is_allocated()) throw InputError("the buffer is deallocated; use it before DeallocateBuffer");
    if (bytes % buffer.page_size() != 0 || first_page + bytes / buffer.page_size() > buffer.num_pages())
        throw InputError(fmt::format("{} bytes from page {} on are no whole pages of a buffer of {} pages of {} bytes",
                                     bytes, first_page, buffer.num_pages(), buffer.page_size()));
}

}  // namespace

void Device::write_pages(const Buffer& buffer, std::uint64_t first_page, std::span<const std::uint8_t> data) {
    check_pages(buffer, first_page, data.size());
    if (in_dram(buffer.type())) machine_.forget_source(buffer.address());
    for (std::size_t i = 0; i < data.size(); i += buffer.page_size()) {
        const Place at = place(buffer, first_page++);
        const auto bytes = data.subspan(i, buffer.page_size());
        if (in_dram(buffer.type()))
            machine_.dram().write(at.bank, at.address, bytes);
        else
            machine_.core(at.bank).l1.write(static_cast<std::uint32_t>(at.address), bytes);
        machine_.host_wrote(at.bank, in_dram(buffer.type()) ? at.bank : -1, at.address, bytes.size());
    }
}

bool Device::read_pages(const Buffer& buffer, std::uint64_t first_page, std::span<std::uint8_t> out) {
    check_pages(buffer, first_page, out.size());
    bool all = true;
    for (std::size_t i = 0; i < out.size(); i += buffer.page_size()) {
        const Place at = place(buffer, first_page++);
        const auto bytes = out.subspan(i, buffer.page_size());
        if (in_dram(buffer.type())) {
            all = machine_.dram().read(at.bank, at.address, bytes) && all;
        } else {
            const riscv::CheckedMemory& l1 = machine_.core(at.bank).l1;
            const auto raw = l1.raw(static_cast<std::uint32_t>(at.address), buffer.page_size());
            std::copy(raw.begin(), raw.end(), bytes.begin());
            all = l1.valid(static_cast<std::uint32_t>(at.address), buffer.page_size()) && all;
        }
        if (read_listener_) read_listener_(bytes);
    }
    return all;
}

std::optional<fault::Fault> Device::never_written(const Buffer& buffer, const std::string& name, std::uint64_t bytes) {
    const std::uint64_t pages = std::min(buffer.num_pages(), (bytes + buffer.page_size() - 1) / buffer.page_size());
    std::string ranges;
    std::uint64_t missing = 0, shown = 0, begin = 0;
    bool open = false;
    for (std::uint64_t p = 0; p <= pages; ++p) {
        const bool written =
            p == pages ||
            touched(buffer, p, std::min<std::uint64_t>(bytes - p * buffer.page_size(), buffer.page_size()));
        if (!written) ++missing;
        if (written == !open) continue;
        if (!written) begin = p;
        if (written && ++shown <= 8)
            ranges += fmt::format("{}{}", ranges.empty() ? "" : ", ",
                                  p - begin == 1 ? fmt::format("{}", begin) : fmt::format("{}-{}", begin, p - 1));
        open = !written;
    }
    if (missing == 0) return std::nullopt;
    fault::Fault fault(fault::Id::never_written,
                       fmt::format("{} of {} page{} of {} that {}: {}{}", missing, pages, pages == 1 ? "" : "s", name,
                                   has_run_ ? "no kernel wrote" : "nothing has written, since no program has run",
                                   ranges, shown > 8 ? ", ..." : ""));
    if (!has_run_) {
        fault.set_remedy("write to the buffer, or run the program that does, before reading it");
        return fault;
    }
    if (in_dram(buffer.type())) machine_.locate_last_writer(fault, buffer.address());
    if (!fault.where().file.empty()) fault.notes = "note: here a kernel wrote to it last\n";
    return fault;
}

void Device::name_other_writes(fault::Fault& fault, const Named& name_of) const {
    if (!fault.where().file.empty()) return;
    for (const std::uint64_t begin : machine_.written_buffers()) {
        const std::string name = name_of(begin);
        if (name.empty()) continue;
        const std::string text = fmt::format("kernels wrote to {} instead, last here", name);
        fault::Fault there(fault.id(), text);
        machine_.locate_last_writer(there, begin);
        fault.notes += fmt::format("{}:{}: note: {}\n", there.where().file, there.where().line, text);
        fault.related.push_back(there.where());
        fault.set_remedy("check the addresses and accessors that the kernel is given, and their order");
    }
}

std::vector<core::LateWrite> Device::late_writes(const Buffer& buffer, const std::string& what) const {
    std::vector<core::LateWrite> parts;
    const bool dram = in_dram(buffer.type());
    for (int i = 0; i < num_banks(buffer.type()); ++i)
        parts.push_back({dram ? -1 : i, dram ? i : -1, buffer.address(), buffer.address() + buffer.bank_bytes(), what});
    return parts;
}

// Whether somebody has written to the first `bytes` of a page, be it padding that stands for nothing.
bool Device::touched(const Buffer& buffer, std::uint64_t page, std::uint64_t bytes) {
    const Place at = place(buffer, page);
    if (in_dram(buffer.type())) return machine_.dram().covered(at.bank, at.address, bytes);
    const core::Core& core = machine_.core(at.bank);
    const auto begin = static_cast<std::uint32_t>(at.address), size = static_cast<std::uint32_t>(bytes),
               end = begin + size;
    return core.l1.valid(begin, size) || core.arrivals.latest(begin, end) != nullptr;
}

std::optional<Device::OtherBits> Device::with_other_bits(const Buffer& buffer, std::uint64_t first_page,
                                                         std::span<const std::uint8_t> read) {
    OtherBits other;
    const auto flip = [&](std::size_t begin, std::size_t end) {
        if (other.bytes.empty()) other.bytes.assign(read.begin(), read.end());
        for (std::size_t i = begin; i < end; ++i) other.bytes[i] = static_cast<std::uint8_t>(read[i] ^ core::flipped);
    };
    for (std::size_t i = 0; i < read.size(); i += buffer.page_size()) {
        const Place at = place(buffer, first_page++);
        const bool dram = in_dram(buffer.type());
        const auto address = static_cast<std::uint32_t>(at.address);
        for (const ByteRange gap : dram ? machine_.dram().gaps(at.bank, at.address, buffer.page_size())
                                        : machine_.core(at.bank).l1.gaps(address, buffer.page_size()))
            flip(i + gap.offset, i + gap.offset + gap.bytes);
        const watch::Undetermined& depends =
            dram ? machine_.dram().undetermined(at.bank) : machine_.core(at.bank).undetermined;
        for (const watch::Undetermined::Part& part : depends.in(at.address, at.address + buffer.page_size())) {
            flip(i + part.begin - at.address, i + part.end - at.address);
            if (other.why == nullptr || (other.computed < !part.padding)) other.why = part.why;
            other.computed |= !part.padding;
        }
    }
    return other.bytes.empty() ? std::nullopt : std::optional(std::move(other));
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
    machine_.host_wrote(at.index, -1, address, data.size());
    host_bytes_.insert({at.index, address, static_cast<std::uint32_t>(data.size())});
}

std::vector<std::uint8_t> Device::read_l1(const CoreCoord& core, std::uint32_t address, std::uint32_t bytes) {
    const auto raw = core_with_l1(core, address, bytes).l1.raw(address, bytes);
    if (read_listener_) read_listener_(raw);
    return {raw.begin(), raw.end()};
}

}  // namespace tessera::host
