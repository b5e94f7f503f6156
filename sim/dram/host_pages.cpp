#include "sim/dram/host_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace tessera::dram {
namespace {

std::uint8_t* aligned(std::uint8_t* at) {
    const auto past = reinterpret_cast<std::uintptr_t>(at) % large_page_bytes;
    return past == 0 ? at : at + (large_page_bytes - past);
}

}  // namespace

// A large page lies at a multiple of its size, so the mapping is made longer by one and its ends are given back.
HostPages::HostPages(std::size_t bytes, bool large) : bytes_(bytes) {
    const std::size_t spare = large ? large_page_bytes : 0;
    void* mapped = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    auto* const begin = static_cast<std::uint8_t*>(mapped);
    data_ = large ? aligned(begin) : begin;
    const auto before = static_cast<std::size_t>(data_ - begin);
    if (before != 0) munmap(begin, before);
    if (spare != before) munmap(data_ + bytes, spare - before);
    if (large) prefer_large_pages(data_, bytes);
#ifdef MADV_DONTFORK
    // A compiler that is started is none of its business, and copying the tables of its pages would take longer.
    madvise(data_, bytes, MADV_DONTFORK);
#endif
}

HostPages::~HostPages() { munmap(data_, bytes_); }

void prefer_large_pages(void* begin, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    auto* const first = aligned(static_cast<std::uint8_t*>(begin));
    auto* const end = static_cast<std::uint8_t*>(begin) + bytes;
    const auto whole = end - first;
    if (whole < static_cast<std::ptrdiff_t>(large_page_bytes)) return;
    // A host that has none goes on with small ones.
    madvise(first, static_cast<std::size_t>(whole) / large_page_bytes * large_page_bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace tessera::dram
