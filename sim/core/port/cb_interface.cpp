#include "sim/core/port/cb_interface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "sim/fault/fault.hpp"

namespace tessera::core {

using fault::Fault;
using fault::Id;
using tensix::CircularBuffer;

void set_cb_pointer(CircularBuffer& cb, abi::CbPointer which, std::uint32_t value) {
    if (which == abi::CbPointer::packed) {
        cb.pack_cursor = value / std::max(cb.page_bytes, 1u);
        return;
    }
    if (which == abi::CbPointer::pages) {
        if (value == 0 || value > cb.configured_pages)
            throw Fault(Id::cb_bad_count, fmt::format("cb {} made a ring of {} pages: the host gave it room for {}",
                                                      cb.index, value, cb.configured_pages));
        cb.pages = value;
        return;
    }
    if (value < cb.base || value > cb.limit())
        throw Fault(Id::cb_bad_count, fmt::format("a pointer of cb {} set to L1 0x{:x}: the buffer is 0x{:x} to 0x{:x}",
                                                  cb.index, value, cb.base, cb.limit()));
    (which == abi::CbPointer::write ? cb.write_ptr : cb.read_ptr) = value;
}

std::uint32_t interface_of(const CircularBuffer& cb, std::uint32_t field) {
    const std::uint32_t fields[] = {
        cb.pages * cb.page_bytes,      cb.limit(), cb.page_bytes, cb.pages, cb.read_ptr, cb.write_ptr,
        cb.pack_cursor * cb.page_bytes};
    if (field >= std::size(fields))
        throw Fault(Id::illegal_instruction,
                    fmt::format("a call for field {} of a circular buffer's interface, which has {}", field,
                                std::size(fields)));
    return fields[field];
}

}  // namespace tessera::core
