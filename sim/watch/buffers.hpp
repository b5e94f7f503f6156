// The buffers that the host keeps in DRAM, or in L1: what an access is judged by, instead of lying in some memory that
// somebody holds (design.md 6). A buffer has the same addresses in every bank; pages go round the banks or lie in
// shards.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace tessera::watch {

struct BufferPlace {
    std::uint64_t begin = 0, end = 0;  // of each bank
    std::uint64_t pages = 0;
    std::uint32_t page_bytes = 0, row_bytes = 0, banks = 1;  // row: what a page takes of its bank
    bool round_robin = false;                                // page p in bank p % banks

    // Where the last page of a bank ends; the rest is padding.
    std::uint64_t end_in(std::uint32_t bank) const {
        return round_robin ? begin + (pages + banks - 1 - bank) / banks * row_bytes : end;
    }
    std::uint64_t page_at(std::uint64_t address, std::uint32_t bank) const {
        return (address - begin) / row_bytes * banks + bank;
    }
    std::string name() const {
        return fmt::format("the buffer at 0x{:x} ({} page{} of {} bytes)", begin, pages, pages == 1 ? "" : "s",
                           page_bytes);
    }
};

class Buffers {
  public:
    void add(const BufferPlace& place) {
        std::erase_if(freed_, [&](const BufferPlace& old) { return old.begin < place.end && place.begin < old.end; });
        places_.push_back(place);
    }
    void remove(std::uint64_t begin) {
        const auto found = std::ranges::find(places_, begin, &BufferPlace::begin);
        if (found == places_.end()) return;
        freed_.push_back(*found);
        places_.erase(found);
    }
    // The one made last, where several share memory.
    const BufferPlace* at(std::uint64_t address) const { return holder(places_, address); }
    const BufferPlace* freed_at(std::uint64_t address) const { return holder(freed_, address); }
    const std::vector<BufferPlace>& places() const { return places_; }

  private:
    static const BufferPlace* holder(const std::vector<BufferPlace>& places, std::uint64_t address) {
        const auto found = std::find_if(places.rbegin(), places.rend(), [&](const BufferPlace& place) {
            return address >= place.begin && address < place.end;
        });
        return found == places.rend() ? nullptr : &*found;
    }
    std::vector<BufferPlace> places_, freed_;
};

}  // namespace tessera::watch
