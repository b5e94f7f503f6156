// What T1 has pushed but not run: SFPI operations and raw SFPU words in order (design.md 4).
#pragma once

#include <cstdint>
#include <vector>

#include "sim/abi/vector_op.hpp"
#include "sim/sfpu/program.hpp"
#include "sim/time/cycle.hpp"

namespace tessera::sfpu {

using abi::VectorOp;

inline constexpr std::uint32_t no_value = ~std::uint32_t{0};

// Operands that are handles are numbers of values here: each value is defined once in its segment; no_value is a vector
// never given a value. The first values of a segment are those that live on from the one before.
struct Recorded {
    VectorOp op;
    bool raw = false;       // a Tensix word, in `b`
    bool literal = false;   // the scalar `b` is a compile-time constant
    bool replayed = false;  // played by REPLAY: T1 neither fetched nor pushed it
    std::uint32_t a = 0, b = 0;
    std::uint32_t value = no_value;  // what it defines
    std::uint32_t pc = 0;
    Cycle at = 0;  // T1's clock when it was pushed
};

struct Recording {
    std::vector<Recorded> ops;
    std::vector<std::uint8_t> live_in;    // LReg of values 0..
    std::vector<std::uint32_t> live_out;  // values that the kernel still holds
    std::vector<bool> pushes;             // as Boundary::pushes, at the start
    std::uint32_t values = 0;
};

class Recorder {
  public:
    // At most so many operations in a segment: one more is a Fault tensix_unsupported, so that a loop without an end
    // does not fill the host's memory.
    explicit Recorder(std::size_t most = std::size_t{1} << 23) : most_(most) {}

    // Appends one operation of custom-1 and returns the new handle (0 where the operation has none).
    std::uint32_t record(VectorOp op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc, Cycle now);
    // Appends an unrotated SFPU word, SETRWC or INCRWC.
    void record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed = false);

    bool empty() const { return recording_.ops.empty(); }
    std::size_t size() const { return recording_.ops.size(); }
    // Equal for segments that lower to the same program but for bind(): everything but pc (only where it goes back
    // counts), clock, and scalars and indices of run time.
    std::uint64_t hash() const;

    // Ends the segment: hands it out, and numbers the vectors that live on.
    Recording take();
    // Where the program left those vectors. To be called after take(), before the next record().
    void resume(const Boundary& exit);
    // Condition pushes still open at the end of the kernel, after resume().
    std::size_t open_pushes() const { return recording_.pushes.size(); }

  private:
    [[noreturn]] void refuse_more() const;
    std::uint32_t value_of(std::uint32_t handle) const;
    std::uint32_t new_handle(std::uint32_t value);
    std::vector<std::uint32_t> live_slots() const;
    void append(const Recorded& entry) {
        // Only now, so that segments of many cores in turn take the same memory. The next one is often as long.
        if (recording_.ops.empty()) recording_.ops.reserve(last_size_);
        if (recording_.ops.size() == most_) refuse_more();
        recording_.ops.push_back(entry);
    }

    struct Slot {
        std::uint32_t value = no_value;
        bool used = false;
        bool condition = false;
    };
    Recording recording_;
    std::size_t last_size_ = 0;  // of the segment before
    std::vector<Slot> slots_;    // of handle n: slots_[n - 1]
    std::vector<std::uint32_t> free_;
    std::size_t most_;
};

}  // namespace tessera::sfpu
