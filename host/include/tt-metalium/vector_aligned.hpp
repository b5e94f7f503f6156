#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace tt::tt_metal {

// Memory on a boundary of so many bytes.
template <class T, std::size_t alignment>
struct AlignedAllocator {
    using value_type = T;
    template <class U>
    struct rebind {
        using other = AlignedAllocator<U, alignment>;
    };
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U, alignment>&) {}
    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{alignment}));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete (memory, std::align_val_t{alignment}); }
    friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

// As a transfer of the host's wants it.
template <class T, std::size_t alignment = 16>
using vector_aligned = std::vector<T, AlignedAllocator<T, alignment>>;

}  // namespace tt::tt_metal
