// One circular buffer of a core (spec/kernel-api.md 2.1): a ring of pages in L1 with two counters. A compute RISC runs
// ahead of its unit, so each side also has its own count, which the other side sees only when the unit gets there.
// Faults (cb_overflow, cb_underflow, cb_bad_count) are in the terms of the kernel. A push or pop that no reserve or
// wait vouched for, but for which there is room or data, does on silicon what was meant: a warning, as is a page that
// compute kernels rewrite in place. A count that can never be there is thrown.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>

#include "sim/fault/fault.hpp"
#include "sim/time/cycle.hpp"
#include "sim/watch/event.hpp"

namespace tessera::tensix {

struct CircularBuffer {
    bool configured = false;
    int index = 0;
    std::uint32_t base = 0;  // L1 byte address
    std::uint32_t page_bytes = 0;
    std::uint32_t pages = 0;
    std::uint32_t configured_pages = 0;  // which the host gave; a kernel may make the ring smaller
    std::uint32_t tile_bytes = 0;
    int format = 0;  // tensix::DataFormat code
    bool unpack_to_dst = false;
    bool on_buffer = false;  // lies on an L1 buffer, which the host or another program has filled

    std::uint32_t received = 0, acked = 0;                    // what the other side sees, in pages since the start
    std::uint32_t producer_received = 0, consumer_acked = 0;  // what the own side has asked for
    std::uint32_t seen = 0;                                   // pages that somebody has waited for or popped
    std::uint32_t reserved = 0, waited = 0;                   // pages the last reserve / wait vouched for
    std::uint32_t write_ptr = 0, read_ptr = 0;                // L1 byte addresses
    std::uint32_t pack_cursor = 0;                            // pages packed in order since the last push
    int producer = -1, consumer = -1;                         // RISC that has pushed / popped
    int holder = -1, reserver = -1;                           // RISC that has waited / reserved
    bool asked_again = false;  // room asked for once more with pages packed and not pushed

    // Where each call was made last, for reports.
    struct Use {
        int risc = -1;
        std::uint32_t pc = 0;
    };
    Use reserve_use, push_use, wait_use, pop_use;
    std::uint32_t reserves = 0, waits = 0;  // that have been granted since the last push, the last pop
    // By RISC: what it has pushed and popped in all, and the last reserve and wait since its last push and pop.
    struct Open {
        std::uint32_t pages = 0, pc = 0;
    };
    struct User {
        std::uint32_t pushed = 0, popped = 0;
        Open reserve, wait;
        bool packs = false;  // into what it has reserved last
    };
    std::array<User, 5> users{};

    std::uint32_t limit() const { return base + pages * page_bytes; }
    // A compute RISC counts what it has asked of its unit; the others see what the unit has got to.
    std::uint32_t pushed_for(int risc) const { return risc >= watch::trisc0 ? producer_received : received; }
    std::uint32_t popped_for(int risc) const { return risc >= watch::trisc0 ? consumer_acked : acked; }
    std::uint32_t free_pages(int risc = watch::trisc2) const {
        return pages - std::min(pages, pushed_for(risc) - acked);
    }
    std::uint32_t available_pages(int risc = watch::trisc0) const { return received - popped_for(risc); }

    // Pages since the start up to which reserves of T2 and waits of T0 have vouched at some time: units look at what
    // held when the RISC gave them their work. Of those at the back other producers' do not count.
    class Vouched {
      public:
        void grant(Cycle now, std::uint32_t end);
        std::uint32_t at(Cycle cycle) const;

      private:
        struct Grant {
            Cycle since;
            std::uint32_t end;
        };
        std::deque<Grant> grants_;
        std::uint32_t before_ = 0;  // those
    };
    Vouched vouched_back, vouched_front;
    // Pages that T2 has reserved or pushed by that cycle and its unit has not passed on yet.
    std::uint32_t reserved_by(Cycle cycle) const {
        const std::uint32_t by_others = producer_received - users[watch::trisc2].pushed;
        return vouched_back.at(cycle) - (received - by_others);
    }
    // Pages that T0 has waited for by that cycle and its unit has not given back yet.
    std::uint32_t waited_by(Cycle cycle) const { return std::min(vouched_front.at(cycle) - acked, received - acked); }

    // Whether the wait is over; the count is checked at once.
    bool reserve(std::uint32_t n, int risc = watch::trisc2, Cycle now = 0);
    bool wait(std::uint32_t n, int risc = watch::trisc0, Cycle now = 0);

    // The caller's own half of a push or pop: counts and pointer. `unit_bytes` is 1 for data movers, 16 for compute
    // RISCs, whose pointers are in 16-byte units (a smaller page does not move them).
    void push_local(std::uint32_t n, std::uint32_t unit_bytes, int risc, const fault::Raise& raise,
                    bool judged_later = false);
    void pop_local(std::uint32_t n, std::uint32_t unit_bytes, int risc, const fault::Raise& raise);
    // The half the other side sees.
    void publish_push(std::uint32_t n) { received += n; }
    void publish_pop(std::uint32_t n) { acked += n; }

    // L1 address of page `page` counted from the front; checks that it was waited for. A buffer on another one to which
    // nobody pushes is read as it lies.
    std::uint32_t front_page(std::uint32_t page, const fault::Raise& raise) const;
    // A page at the back that the reserve, of `covered` pages, does not cover.
    fault::Fault beyond_reserve(std::uint32_t page, std::uint32_t covered) const;
    // A page at the front that the wait, for `covered` pages, does not cover.
    fault::Fault beyond_wait(std::uint32_t page, std::uint32_t covered) const;
    // T2 runs ahead of its packer, and a kernel that rewrites a buffer in place asks for no room: whether pages that
    // are neither reserved nor free when T2 writes or pushes them have been taken is known when the packer gets there.
    bool lacks_room(std::uint32_t n) const { return n > reserved && n > free_pages(); }
    // Harmless where T0 (`unpacker`) has taken the page, and where the packer adds to a page that nobody has taken yet.
    void check_rewritten(std::uint32_t address, bool accumulates, int unpacker, const fault::Raise& raise) const;
    // Harmless where T0 has taken as many pages as are pushed beyond the buffer's.
    void check_overrun(std::uint32_t n, int unpacker, const fault::Raise& raise) const;

  private:
    std::uint32_t wrapped(std::uint32_t address) const {
        return address < limit() ? address : address - pages * page_bytes;
    }
    bool lies_there() const { return on_buffer && producer < 0; }
    void advance(std::uint32_t& pointer, std::uint32_t n, std::uint32_t unit_bytes, const fault::Raise& raise) const;
    static void refuse(const fault::Fault& fault, bool harmless, const fault::Raise& raise);
    void check_user(int& user, int risc, bool pushes, const fault::Raise& raise) const;
    void check_count(std::uint32_t n, const char* call) const;
};

}  // namespace tessera::tensix
