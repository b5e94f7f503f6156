// What a debugger sees of a machine that stands still: threads, registers, memory, programs. A thread is a RISC that
// runs a kernel; its number is over 0 and stays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::host {

using Registers = std::array<std::uint32_t, 33>;  // x0 to x31, pc

struct LoadedProgram {
    std::string file;
    std::uint32_t text_base, data_base;  // of its two segments
    friend bool operator==(const LoadedProgram&, const LoadedProgram&) = default;
};

// A load or store of the RISC's.
struct MemoryAccess {
    bool writes;
    std::uint32_t address, bytes;
};

class DebugTarget {
  public:
    virtual ~DebugTarget() = default;

    virtual std::vector<int> threads() const = 0;  // that have not ended, in the order of their numbers
    virtual bool is_alive(int thread) const = 0;
    virtual std::string about(int thread) const = 0;  // a line
    virtual Registers registers(int thread) const = 0;
    // As the thread would load it, without what a load sets off; up to the first byte that it cannot load.
    virtual std::vector<std::uint8_t> memory(int thread, std::uint32_t address, std::uint32_t bytes) const = 0;
    // Whether two threads find the same bytes there.
    virtual bool share(int thread, int other, std::uint32_t address) const = 0;
    // What the instruction there does when the thread executes it next; nothing where it is no load or store.
    virtual std::optional<MemoryAccess> access(int thread, std::uint32_t pc) const = 0;
    virtual std::vector<LoadedProgram> programs() const = 0;
    virtual std::string monitor(int thread, std::string_view command) const = 0;  // lines
};

}  // namespace tessera::host
