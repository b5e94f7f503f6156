// One instruction of an unpacker with everything resolved that does not depend on data: which bank it waits for and
// hands over, where it reads L1, which rows it writes and how (spec/unpack-instructions.md 2).
#pragma once

#include <span>

#include "sim/num/rules.hpp"
#include "sim/tensix/config.hpp"
#include "sim/tensix/counters.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/instruction.hpp"
#include "sim/tensix/src_bank.hpp"
#include "sim/tensix/unpack.hpp"
#include "sim/tensix/unpack_registers.hpp"

namespace tessera::tensix {

// What of a thread and the core an instruction reads.
struct Unpacking {
    const CounterSet& counters;
    const ThreadConfig& thread;
    const ConfigWords<ConfigSpace::core>& core;
    UnpackRegistersKept* kept = nullptr;  // or the registers are read again
};

struct UnpackStep {
    enum class Kind : std::uint8_t { nothing, unpack, clear };
    Kind kind = Kind::nothing;
    std::uint32_t word = 0;
    std::size_t unpacker = 0;
    // For the unpackers' bank to be theirs, or for that which the matrix unit works on.
    bool waits_for_bank = false, waits_for_math = false;
    bool sets_valid = false;
    SrcForm form = SrcForm::bf16;   // of what the bank is handed over as
    std::uint32_t clear_value = 0;  // of every datum, as Src holds it

    Unpack conversion = {};
    bool transposed = false;  // within each face
    bool zeros = false;       // whatever lies in L1
    int row = 0, rows = 0;    // first of the bank or of Dst; rows before 0 are dropped
    // L1 byte addresses: of the tile as the descriptor has it, of its first datums, their exponents, and of the tile's
    // end where its rows follow each other.
    std::uint32_t tile = 0, datums = 0, exponents = 0, end = 0;
    std::uint32_t row_stride = 0, row_bytes = 0;
    bool rows_apart = false;  // lie row_stride from each other
    int rows_together = 1;    // or so many follow each other first
    // Gathering a face row by row, the low-level kernels hand its bank over with a row more, behind the face and maybe
    // behind the buffer. Nothing of it is used.
    bool behind_face = false;

    bool to_dst() const { return conversion.target == Target::dst; }
    // What lies between the first byte it reads and the last.
    std::uint32_t read_begin() const { return rows_apart || !is_bfp(conversion.in) ? datums : exponents; }
    std::uint32_t read_end() const { return rows == 0 ? datums : datums + offset_of(rows - 1) + row_bytes; }
    // Of a row from the first.
    std::uint32_t offset_of(int nth) const {
        if (rows_together == 1) return static_cast<std::uint32_t>(nth) * row_stride;
        return static_cast<std::uint32_t>(nth / rows_together) * row_stride +
               static_cast<std::uint32_t>(nth % rows_together) * row_bytes;
    }
    // Bytes that it takes.
    std::uint32_t bytes() const {
        const auto count = static_cast<std::uint32_t>(rows);
        return count * row_bytes + (is_bfp(conversion.in) ? count : 0);
    }
};

// Throws Fault tensix_unsupported for what is not modelled of it, uninitialised for a register it depends on that
// nobody has written.
UnpackStep resolve_unpack(const Word& word, const Unpacking& at);
// How it leaves the counters; also what the instructions about counters do.
void move_counters(const Word& word, CounterSet& counters);

// Its bits: into a bank, or into Dst. `l1` begins at read_begin().
void unpack(const UnpackStep& step, std::span<const std::uint8_t> l1, SrcBank& bank);
void unpack(const UnpackStep& step, std::span<const std::uint8_t> l1, Dst& dst);

}  // namespace tessera::tensix
