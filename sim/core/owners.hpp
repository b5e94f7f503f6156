// Who holds the bytes of a core's L1 (design.md 6): circular buffers, the host's buffers, semaphores, kernel text,
// nobody. An access is judged by the holder of its first byte: it must not leave what that one holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::core {

struct Owner {
    std::uint32_t begin, end;
    std::string name;
    int cb = -1;  // the first of the circular buffers that share it
};

class Owners {
  public:
    void clear() { all_.clear(); }
    // Where two overlap the first one given keeps its bytes.
    void add(Owner owner);
    bool empty() const { return all_.empty(); }
    const Owner* at(std::uint32_t address) const;
    const Owner* behind(std::uint32_t address) const;  // the first that begins there or later

  private:
    std::vector<Owner> all_;  // by address
};

}  // namespace tessera::core
