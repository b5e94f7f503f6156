// A tensor of uint32 in pages of 1024, of which c_1 holds one at a time: the one an id of which was asked for last.
// Movers only.
#pragma once

#include <cstdint>

#include "dataflow_api.h"

namespace ids {

constexpr uint32_t of_page = 1024;

template <class Accessor>
class Ids {
  public:
    Ids(const Accessor& tensor, uint32_t count) : tensor_(tensor), count_(count) {}
    uint32_t count() const { return count_; }
    uint32_t operator[](uint32_t i) {
        if (i / of_page != page_) read(i / of_page);
        return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1_)[i % of_page];
    }

  private:
    void read(uint32_t page) {
        const uint32_t left = count_ - page * of_page;
        noc_async_read(get_noc_addr(page, tensor_), l1_, (left < of_page ? left : of_page) * sizeof(uint32_t));
        noc_async_read_barrier();
        page_ = page;
    }

    const Accessor& tensor_;
    uint32_t count_, page_ = UINT32_MAX, l1_ = get_write_ptr(tt::CBIndex::c_1);
};

}  // namespace ids
