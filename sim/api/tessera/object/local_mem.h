// A typed place in this core's memory (the vendor's CoreLocalMem), as a pointer and as an end of transactions.
#pragma once

#include <type_traits>

#include "tessera/object/lock.h"
#if !defined(COMPILE_FOR_TRISC)
#include "tessera/object/noc.h"
#endif

namespace tessera::object {

template <class T, class AddressType = uintptr_t>
class CoreLocalMem {
    using difference_type = ptrdiff_t;
    static_assert(std::is_integral_v<AddressType> && std::is_unsigned_v<AddressType>, "an address is unsigned");
    static_assert(sizeof(AddressType) >= sizeof(difference_type), "the type does not hold every address");

  public:
    CoreLocalMem(AddressType address) : address_(address) {}
    CoreLocalMem(T* pointer) : address_(reinterpret_cast<AddressType>(pointer)) {}

    T* get_unsafe_ptr() const { return reinterpret_cast<T*>(address_); }
    AddressType get_address() const { return address_; }
    T& operator[](uint32_t index) const { return get_unsafe_ptr()[index]; }
    T& operator*() const { return *get_unsafe_ptr(); }
    T* operator->() const { return get_unsafe_ptr(); }

    CoreLocalMem& operator+=(difference_type n) {
        address_ += n * sizeof(T);
        return *this;
    }
    CoreLocalMem& operator-=(difference_type n) { return *this += -n; }
    CoreLocalMem& operator++() { return *this += 1; }
    CoreLocalMem& operator--() { return *this += -1; }
    CoreLocalMem operator++(int) {
        const CoreLocalMem before = *this;
        ++*this;
        return before;
    }
    CoreLocalMem operator--(int) {
        const CoreLocalMem before = *this;
        --*this;
        return before;
    }
    CoreLocalMem operator+(difference_type n) const { return CoreLocalMem(*this) += n; }
    CoreLocalMem operator-(difference_type n) const { return CoreLocalMem(*this) -= n; }
    difference_type operator-(const CoreLocalMem& other) const {
        return static_cast<difference_type>(address_ - other.address_) / static_cast<difference_type>(sizeof(T));
    }
    bool operator==(const CoreLocalMem& other) const { return address_ == other.address_; }
    bool operator!=(const CoreLocalMem& other) const { return address_ != other.address_; }
    bool operator<(const CoreLocalMem& other) const { return address_ < other.address_; }
    bool operator<=(const CoreLocalMem& other) const { return address_ <= other.address_; }
    bool operator>(const CoreLocalMem& other) const { return address_ > other.address_; }
    bool operator>=(const CoreLocalMem& other) const { return address_ >= other.address_; }
    explicit operator bool() const { return address_ != 0; }

    [[nodiscard]] auto scoped_lock() { return no_lock(); }
    [[nodiscard]] auto scoped_lock([[maybe_unused]] size_t elements) { return no_lock(); }

  private:
    AddressType address_;
};

#if !defined(COMPILE_FOR_TRISC)
template <class T, class AddressType>
struct noc_traits_t<CoreLocalMem<T, AddressType>> {
    struct src_args_type {
        AddressType offset_bytes = 0;
    };
    using dst_args_type = src_args_type;
    struct dst_args_mcast_type {};
    template <Noc::AddressType type>
    static uint32_t src_addr(const CoreLocalMem<T, AddressType>& memory, const Noc&, const src_args_type& args) {
        static_assert(type == Noc::AddressType::LOCAL_L1, "CoreLocalMem is the end on this core");
        return memory.get_address() + args.offset_bytes;
    }
    template <Noc::AddressType type>
    static uint32_t dst_addr(const CoreLocalMem<T, AddressType>& memory, const Noc& noc, const dst_args_type& args) {
        return src_addr<type>(memory, noc, args);
    }
};
#endif

}  // namespace tessera::object
