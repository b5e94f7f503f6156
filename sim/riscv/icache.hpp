// Which 16-byte lines of a text are in a core's instruction cache: least recently used out first. Associativity and
// replacement of the hardware are not published (spec/timing.md 8), so the cache is taken as fully associative.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/riscv/memory.hpp"

namespace tessera::riscv {

class Icache {
  public:
    // `text_lines` lines exist, `capacity` of them fit.
    Icache(std::uint32_t text_lines, std::uint32_t capacity)
        : head_(text_lines), capacity_(capacity), room_(capacity), links_(text_lines + 1), resident_(text_lines) {
        links_[head_] = {head_, head_};
    }

    std::uint32_t capacity() const { return capacity_; }

    // True if the line was there; afterwards it is, as the most recently used one.
    bool touch(std::uint32_t line) {
        const bool hit = resident_[line] != 0;
        if (hit) {
            unlink(line);
        } else if (room_ > 0) {
            --room_;
            resident_[line] = 1;
        } else {
            const std::uint32_t oldest = links_[head_].previous;
            unlink(oldest);
            resident_[oldest] = 0;
            resident_[line] = 1;
        }
        const std::uint32_t newest = links_[head_].next;
        links_[line] = {head_, newest};
        links_[newest].previous = line;
        links_[head_].next = line;
        return hit;
    }

  private:
    struct Link {
        std::uint32_t previous, next;
    };
    void unlink(std::uint32_t line) {
        const Link link = links_[line];
        links_[link.previous].next = link.next;
        links_[link.next].previous = link.previous;
    }

    std::uint32_t head_, capacity_, room_;
    std::vector<Link, ZeroMemory<Link>> links_;  // ring from the newest to the oldest line through head_
    std::vector<std::uint8_t, ZeroMemory<std::uint8_t>> resident_;
};

}  // namespace tessera::riscv
