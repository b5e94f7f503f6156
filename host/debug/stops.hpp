// Where the threads of a target stop: breakpoints, watchpoints, steps, an interrupt.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "host/debug/target.hpp"

namespace tessera::host {

enum class Signal : std::uint8_t { none = 0, interrupt = 2, trap = 5, abort = 6 };

struct Stop {
    int thread = 0;
    Signal signal = Signal::trap;
    std::string reason = {};  // as a stop reply has it: "watch:2810;"
};

// How the threads go on. All of them do, whichever steps: time is theirs together.
struct Resume {
    enum class Kind : std::uint8_t { go, detach, kill };
    Kind kind = Kind::go;
    int stepping = 0;                  // the thread that stops behind its next instruction, or 0
    std::uint32_t begin = 0, end = 0;  // and not inside this range
    bool alone = false;                // gdb takes no stop but that of this thread
};

class Stops {
  public:
    explicit Stops(const DebugTarget& target) : target_(target) {}

    // Of a Z or z packet: '0' and '1' are breakpoints, '2' to '4' watch writes, reads and both. A watchpoint is of the
    // memory that `thread` sees, when it is set first: gdb sets all again whenever threads go on. False: no such kind.
    bool insert(char kind, std::uint32_t address, std::uint32_t bytes, int thread);
    bool remove(char kind, std::uint32_t address, std::uint32_t bytes);

    void go_on(const Resume& how);
    void interrupt() { interrupted_ = true; }
    // A thread is about to execute the instruction. True: stopped() decides in its turn, whose stop may be of another.
    bool before(int thread, std::uint32_t pc);
    std::optional<Stop> stopped(int thread);
    // The same once gdb knows of that other.
    std::optional<Stop> at_breakpoint(int thread) const;
    // The thread whose stop is the only one that gdb takes, or 0.
    int alone() const { return how_.alone ? how_.stepping : 0; }

  private:
    struct Watch {
        bool on = false;
        int thread = 0;  // whose memory
        std::vector<std::uint8_t> bytes = {};
        int writer = 0, reader = 0;  // the thread that has accessed it since the last stop, or 0
    };
    using Place = std::tuple<char, std::uint32_t, std::uint32_t>;  // kind, address, bytes
    void note_access(int thread, std::uint32_t pc);
    std::optional<Stop> watched(int thread);
    bool ends_step(int thread, std::uint32_t pc) const;

    const DebugTarget& target_;
    std::set<std::uint32_t> breakpoints_;
    std::map<Place, Watch> watches_;
    std::map<int, MemoryAccess> under_way_;  // by thread: of the instruction that it executes next
    Resume how_;
    bool interrupted_ = false, watching_ = false;
};

}  // namespace tessera::host
