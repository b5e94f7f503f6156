#include "sim/dram/host_pages.hpp"

#include <sys/mman.h>

#include <new>

namespace tessera::dram {

HostPages::HostPages(std::size_t bytes) : bytes_(bytes) {
    void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<std::uint8_t*>(mapped);
#ifdef MADV_DONTFORK
    // A compiler that is started is none of its business, and copying the tables of its pages would take longer.
    madvise(data_, bytes, MADV_DONTFORK);
#endif
}

HostPages::~HostPages() { munmap(data_, bytes_); }

}  // namespace tessera::dram
