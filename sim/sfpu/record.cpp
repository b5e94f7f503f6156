#include "sim/sfpu/record.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/fault/fault.hpp"

namespace tessera::sfpu {
namespace {

// The shape of an operation is its group of sixteen (sim/abi/vector_op.hpp).
struct Shape {
    bool a_handle, b_handle, result;
};
constexpr Shape shapes[] = {{false, false, true}, {true, false, true},  {true, false, true},   {true, true, true},
                            {true, true, true},   {true, false, false}, {false, false, false}, {true, true, false}};

Shape shape(VectorOp op) { return shapes[std::min(static_cast<std::uint32_t>(op) >> 4, 7u)]; }

bool is_condition(VectorOp op) {
    const bool comparison = op >= VectorOp::float_lt && op <= VectorOp::condition_or;
    return comparison || op == VectorOp::condition_not;
}

// Values of run time that lowering never looks at: they go into immediates, by bind().
bool is_bound_later(const Recorded& entry) {
    if (entry.raw || entry.literal) return false;
    const bool place = (entry.op >= VectorOp::load_float && entry.op <= VectorOp::load_fp16b) ||
                       (entry.op >= VectorOp::store_float && entry.op <= VectorOp::store_fp16b);
    const bool field = entry.op >= VectorOp::set_exponent_imm && entry.op <= VectorOp::shift_arithmetic_imm;
    return place || field || entry.op == VectorOp::constant;
}

struct Hash {
    std::uint64_t value = 0xcbf29ce484222325u;
    void add(std::uint64_t word) { add(word, 0); }
    // Two words at once: both halves of their product depend on all bits of each.
    void add(std::uint64_t a, std::uint64_t b) {
        const auto product = static_cast<unsigned __int128>(value ^ a) * (b ^ 0x9e3779b97f4a7c15u);
        value = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64) ^ a;
        value ^= value >> 29;
    }
};

}  // namespace

void Recorder::refuse_more() const {
    throw fault::Fault(
        fault::Id::tensix_unsupported,
        fmt::format("more than {} vector operations in one piece: look for a loop without an end here, or "
                    "divide the work by tile_regs_commit",
                    most_));
}

std::uint32_t Recorder::value_of(std::uint32_t handle) const {
    if (handle == 0) return no_value;
    if (handle > slots_.size() || !slots_[handle - 1].used)
        throw fault::Fault(fault::Id::illegal_instruction,
                           fmt::format("a vector operation on handle {}, which no vector has", handle));
    return slots_[handle - 1].value;
}

std::uint32_t Recorder::new_handle(std::uint32_t value) {
    if (free_.empty()) {
        slots_.push_back({});
        free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = {value, true, false};
    return slot + 1;
}

std::uint32_t Recorder::record(VectorOp op, std::uint32_t a, std::uint32_t b, bool literal, std::uint32_t pc,
                               Cycle now) {
    if (op == VectorOp::free) {
        if (a == 0) return 0;
        value_of(a);
        slots_[a - 1].used = false;
        free_.push_back(a - 1);
        return 0;
    }
    const Shape form = shape(op);
    // A copy is another name for the same value; lowering finds out whether it needs a register of its own.
    if (op == VectorOp::copy) return new_handle(value_of(a));
    Recorded entry{.op = op, .literal = literal, .a = a, .b = b, .pc = pc, .at = now};
    if (form.a_handle) entry.a = value_of(a);
    if (form.b_handle) entry.b = value_of(b);
    if (form.result) entry.value = recording_.values++;
    append(entry);
    if (!form.result) return 0;
    if (op == VectorOp::assign && a != 0) {
        slots_[a - 1].value = entry.value;
        return a;
    }
    const std::uint32_t handle = new_handle(entry.value);
    slots_[handle - 1].condition = is_condition(op);
    return handle;
}

void Recorder::record_word(std::uint32_t word, std::uint32_t pc, Cycle now, bool replayed) {
    append(
        {.op = VectorOp::constant, .raw = true, .literal = true, .replayed = replayed, .b = word, .pc = pc, .at = now});
}

std::vector<std::uint32_t> Recorder::live_slots() const {
    std::vector<std::uint32_t> live;
    for (std::uint32_t s = 0; s < slots_.size(); ++s)
        if (slots_[s].used && !slots_[s].condition && slots_[s].value != no_value) live.push_back(s);
    return live;
}

std::uint64_t Recorder::hash() const {
    Hash hash;
    std::uint32_t pc = 0;
    for (const Recorded& entry : recording_.ops) {
        // A block of the lowering ends where the pc goes back.
        const std::uint64_t kind = static_cast<std::uint64_t>(entry.op) << 3 | std::uint64_t{entry.pc < pc} << 2 |
                                   std::uint64_t{entry.raw} << 1 | std::uint64_t{entry.literal};
        pc = entry.pc;
        hash.add(kind << 32 | entry.value, std::uint64_t{entry.a} << 32 | (is_bound_later(entry) ? 0 : entry.b));
    }
    for (const std::uint8_t reg : recording_.live_in) hash.add(reg);
    hash.add(recording_.pushes.size());
    for (const bool pushed : recording_.pushes) hash.add(pushed);
    for (const std::uint32_t slot : live_slots()) hash.add(slots_[slot].value);
    return hash.value;
}

Recording Recorder::take() {
    std::uint32_t next = 0;
    for (const std::uint32_t slot : live_slots()) {
        recording_.live_out.push_back(slots_[slot].value);
        slots_[slot].value = next++;
    }
    // A condition is worked out where it is applied, so it does not outlive its segment.
    for (Slot& slot : slots_)
        if (slot.condition) slot.value = no_value;
    Recording taken = std::move(recording_);
    recording_ = {};
    last_size_ = taken.ops.size();
    recording_.values = next;
    return taken;
}

void Recorder::resume(const Boundary& exit) {
    if (exit.registers.size() != recording_.values)
        throw fault::Fault(fault::Id::internal_error, "a program of another segment was resumed");
    recording_.live_in = exit.registers;
    recording_.pushes = exit.pushes;
}

}  // namespace tessera::sfpu
