// Who holds the bytes of a core's L1 (design.md 6): circular buffers, the host's buffers, semaphores, kernel text,
// nobody. An access is judged by the holder of its first byte: it must not leave what that one holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/fault/fault.hpp"

namespace tessera::core {

class Core;

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

// Behind the configuration of circular buffers between cores.
std::uint32_t remote_cb_end(const arch::L1& map);

// What is wrong with an access of kernels or of the NoC to these bytes, not located; `what` as "NoC write". What lies
// in memory that nobody holds disturbs nobody. Nothing is known of a core that no program has been laid out on.
struct Misplaced {
    fault::Fault fault;
    fault::Severity severity = fault::Severity::error;
};
std::optional<Misplaced> misplaced(const Core& core, std::uint64_t address, std::uint64_t bytes, bool writes,
                                   const char* what);
// Whether a mover keeps to the pages of a circular buffer that it has reserved, or waited for.
std::optional<fault::Fault> outside_window(const Core& core, const Owner& owner, int risc, std::uint32_t address,
                                           std::uint32_t bytes, bool writes, const char* what);

}  // namespace tessera::core
