// Memory whose every access is checked (design.md 6): bounds, alignment, and one validity bit per byte, so that a read
// of what nobody wrote is a fault and not a silent zero. Serves a baby core's local data RAM and the L1 of a core.
// Little endian. Plain data: a copy is a snapshot, == compares contents and validity.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "sim/fault/fault.hpp"
#include "sim/riscv/byte_range.hpp"

namespace tessera::riscv {

// Elements that begin as zero bytes, of which the host provides only what is touched.
template <class T>
struct ZeroMemory {
    using value_type = T;
    ZeroMemory() = default;
    template <class U>
    ZeroMemory(const ZeroMemory<U>&) {}
    T* allocate(std::size_t count) {
        void* zeros = std::calloc(count, sizeof(T));
        if (zeros == nullptr) throw std::bad_alloc();
        return static_cast<T*>(zeros);
    }
    void deallocate(T* at, std::size_t) { std::free(at); }
    void construct(T*) {}
    template <class From>
    void construct(T* at, const From& from) {
        *at = from;
    }
    friend bool operator==(const ZeroMemory&, const ZeroMemory&) { return true; }
};

// Of a load or read, its bytes as far as faults name them. The memory can be marked as written and read again.
struct Unwritten : fault::Fault {
    Unwritten(const std::string& detail, std::uint32_t at, std::uint32_t count)
        : Fault(fault::Id::uninitialised, detail), address(at), bytes(count) {}
    std::uint32_t address, bytes;
};

class CheckedMemory {
  public:
    // `name` is how faults call the memory ("L1", "local memory"); `size` in bytes. Nothing is valid at first.
    CheckedMemory(std::string name, std::uint32_t base, std::uint32_t size)
        : name_(std::move(name)), base_(base), bytes_(size), valid_((std::size_t{size} + 63) / 64 + 1) {}

    std::uint32_t base() const { return base_; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    const std::string& name() const { return name_; }
    bool contains(std::uint32_t address, std::uint32_t count = 1) const {
        return std::uint64_t{address - base_} + count <= bytes_.size();
    }

    // One access of a load or store: `count` is 1, 2 or 4. The value is zero-extended.
    // Throws out_of_bounds, misaligned, and for a load uninitialised.
    std::uint32_t load(std::uint32_t address, std::uint32_t count) const {
        std::uint32_t value;
        if (!try_load(address, count, value)) [[unlikely]]
            refuse("load", address, count, true);
        return value;
    }
    void store(std::uint32_t address, std::uint32_t count, std::uint32_t value) {
        if (!try_store(address, count, value)) [[unlikely]]
            refuse("store", address, count, true);
    }
    // The same, false instead of a fault.
    bool try_load(std::uint32_t address, std::uint32_t count, std::uint32_t& value) const {
        const std::uint32_t offset = address - base_;
        if (!ordinary(offset, count) || !all_valid(offset, count)) [[unlikely]]
            return false;
        value = 0;
        std::memcpy(&value, &bytes_[offset], count);
        return true;
    }
    bool try_store(std::uint32_t address, std::uint32_t count, std::uint32_t value) {
        const std::uint32_t offset = address - base_;
        if (!ordinary(offset, count)) [[unlikely]]
            return false;
        std::memcpy(&bytes_[offset], &value, count);
        valid_[offset / 64] |= ((std::uint64_t{1} << count) - 1) << (offset % 64);
        return true;
    }

    // Blocks of any length and alignment, as transfers move them.
    void read(std::uint32_t address, std::span<std::uint8_t> into) const;           // out_of_bounds, uninitialised
    void write(std::uint32_t address, std::span<const std::uint8_t> from);          // out_of_bounds; makes valid
    std::span<std::uint8_t> receive(std::uint32_t address, std::uint32_t count);    // to be written; makes valid
    void fill(std::uint32_t address, std::uint32_t count, std::uint8_t value);      // out_of_bounds; makes valid
    void mark(std::uint32_t address, std::uint32_t count, bool valid);              // out_of_bounds; bytes stay
    bool valid(std::uint32_t address, std::uint32_t count) const;                   // out_of_bounds
    std::vector<ByteRange> gaps(std::uint32_t address, std::uint32_t count) const;  // what is not; out_of_bounds
    // The bytes themselves, valid or not: for reports and for moving memory that may hold gaps.
    std::span<const std::uint8_t> raw(std::uint32_t address, std::uint32_t count) const;  // out_of_bounds

    friend bool operator==(const CheckedMemory&, const CheckedMemory&) = default;

  private:
    bool ordinary(std::uint32_t offset, std::uint32_t count) const {
        return std::uint64_t{offset} + count <= bytes_.size() && (offset & (count - 1)) == 0;
    }
    // An aligned access of up to 4 bytes never straddles a word of validity bits.
    bool all_valid(std::uint32_t offset, std::uint32_t count) const {
        const std::uint64_t mask = (std::uint64_t{1} << count) - 1;
        return (valid_[offset / 64] >> (offset % 64) & mask) == mask;
    }
    std::uint32_t first_invalid(std::uint32_t offset, std::uint32_t count) const;  // offset + count when none
    void require_inside(const char* what, std::uint32_t address, std::size_t count) const;
    [[noreturn, gnu::cold, gnu::noinline]] void refuse(const char* what, std::uint32_t address, std::uint32_t count,
                                                       bool aligned) const;

    std::string name_;
    std::uint32_t base_;
    std::vector<std::uint8_t, ZeroMemory<std::uint8_t>> bytes_;
    std::vector<std::uint64_t> valid_;
};

}  // namespace tessera::riscv
