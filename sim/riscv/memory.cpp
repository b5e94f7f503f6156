#include "sim/riscv/memory.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::riscv {
namespace {

using fault::Fault;
using fault::Id;

// Visits the words of validity bits that [offset, offset + count) touches with the bits inside the range.
template <class Visit>
void each_word(std::uint32_t offset, std::uint32_t count, Visit visit) {
    while (count > 0) {
        const std::uint32_t bit = offset % 64, here = std::min(count, 64 - bit);
        visit(offset / 64, (here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1) << bit);
        offset += here;
        count -= here;
    }
}

}  // namespace

void CheckedMemory::refuse(const char* what, std::uint32_t address, std::uint32_t count, bool aligned) const {
    const std::uint32_t offset = address - base_;
    if (std::uint64_t{offset} + count > bytes_.size())
        throw Fault(Id::out_of_bounds,
                    fmt::format("{} of {} bytes at {:#010x} is outside {}, which is {:#010x}..{:#010x}", what, count,
                                address, name_, base_, base_ + (size() - 1)));
    if (aligned && (offset & (count - 1)) != 0)
        throw Fault(Id::misaligned, fmt::format("{} of {} bytes at {:#010x} in {}, which is not a multiple of {}", what,
                                                count, address, name_, count));
    throw Unwritten(fmt::format("{} of {} bytes at {:#010x} in {}: the byte at {:#010x} was never written", what, count,
                                address, name_, base_ + first_invalid(offset, count)),
                    address, count);
}

void CheckedMemory::require_inside(const char* what, std::uint32_t address, std::size_t count) const {
    if (std::uint64_t{address - base_} + count > bytes_.size())
        refuse(what, address, static_cast<std::uint32_t>(std::min<std::size_t>(count, ~std::uint32_t{0})), false);
}

std::uint32_t CheckedMemory::first_invalid(std::uint32_t offset, std::uint32_t count) const {
    std::uint32_t first = offset + count;
    each_word(offset, count, [&](std::uint32_t word, std::uint64_t mask) {
        const std::uint64_t missing = mask & ~valid_[word];
        if (missing != 0) first = std::min(first, word * 64 + static_cast<std::uint32_t>(std::countr_zero(missing)));
    });
    return first;
}

void CheckedMemory::read(std::uint32_t address, std::span<std::uint8_t> into) const {
    require_inside("read", address, into.size());
    const std::uint32_t offset = address - base_, count = static_cast<std::uint32_t>(into.size());
    if (first_invalid(offset, count) != offset + count) refuse("read", address, count, false);
    std::copy_n(bytes_.begin() + offset, count, into.begin());
}

void CheckedMemory::write(std::uint32_t address, std::span<const std::uint8_t> from) {
    require_inside("write", address, from.size());
    std::copy(from.begin(), from.end(), bytes_.begin() + (address - base_));
    mark(address, static_cast<std::uint32_t>(from.size()), true);
}

std::span<std::uint8_t> CheckedMemory::receive(std::uint32_t address, std::uint32_t count) {
    mark(address, count, true);
    return std::span(bytes_).subspan(address - base_, count);
}

void CheckedMemory::fill(std::uint32_t address, std::uint32_t count, std::uint8_t value) {
    require_inside("fill", address, count);
    std::fill_n(bytes_.begin() + (address - base_), count, value);
    mark(address, count, true);
}

void CheckedMemory::mark(std::uint32_t address, std::uint32_t count, bool valid) {
    require_inside("mark", address, count);
    each_word(address - base_, count, [&](std::uint32_t word, std::uint64_t mask) {
        valid_[word] = valid ? valid_[word] | mask : valid_[word] & ~mask;
    });
}

bool CheckedMemory::valid(std::uint32_t address, std::uint32_t count) const {
    require_inside("validity", address, count);
    std::uint64_t missing = 0;
    each_word(address - base_, count, [&](std::uint32_t word, std::uint64_t mask) { missing |= mask & ~valid_[word]; });
    return missing == 0;
}

std::vector<ByteRange> CheckedMemory::gaps(std::uint32_t address, std::uint32_t count) const {
    std::vector<ByteRange> all;
    if (valid(address, count)) return all;
    const std::uint32_t begin = address - base_;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (all_valid(begin + i, 1)) continue;
        if (!all.empty() && all.back().offset + all.back().bytes == i)
            ++all.back().bytes;
        else
            all.push_back({i, 1});
    }
    return all;
}

std::span<const std::uint8_t> CheckedMemory::raw(std::uint32_t address, std::uint32_t count) const {
    require_inside("look", address, count);
    return std::span(bytes_).subspan(address - base_, count);
}

}  // namespace tessera::riscv
