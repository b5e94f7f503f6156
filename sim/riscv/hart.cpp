#include "sim/riscv/hart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "sim/fault/fault.hpp"
#include "sim/riscv/bit_field.hpp"

namespace tessera::riscv {

using fault::Fault;
using fault::Id;

namespace {

std::uint32_t lines_of(std::uint32_t text_base, std::uint32_t text_bytes, std::uint32_t line_bytes) {
    return (text_base + text_bytes) / line_bytes - text_base / line_bytes + 1;
}

void require_room(const Program& program, const char* what, std::uint32_t bytes, std::uint64_t room) {
    if (bytes > room)
        throw Fault(Id::kernel_too_large, fmt::format("{}: {} of {} bytes, {} fit", program.name, what, bytes, room));
}

void require_aligned(const char* what, std::uint32_t address, std::uint32_t bytes) {
    if (address % bytes != 0)
        throw Fault(Id::misaligned, fmt::format("{} of {} bytes at {:#010x}, which is not a multiple of {}", what,
                                                bytes, address, bytes));
}

}  // namespace

Hart::Costs::Costs(const arch::Riscv& r)
    : mul(r.mul_cycles.cycles()),
      mispredict(r.mispredict_cycles.cycles()),
      local_load(r.local_load_cycles.cycles()),
      l1_load(r.l1_load_cycles.cycles()),
      icache_miss(r.icache_miss_cycles.cycles()),
      load_window(r.l1_load_window_cycles.cycles()),
      store_interval(r.l1_store_interval_cycles.cycles()),
      divide{static_cast<std::uint32_t>(r.div_trivial_cycles.cycles()),
             static_cast<std::uint32_t>(r.div_min_cycles.cycles()),
             static_cast<std::uint32_t>(r.div_max_cycles.cycles())},
      line_bytes(static_cast<std::uint32_t>(r.icache_line_bytes.count())) {}

Hart::Hart(const arch::Riscv& costs, abi::Risc risc, std::shared_ptr<const Program> program, Coprocessor* coprocessor)
    : program_(std::move(program)),
      code_(program_->code.data()),
      text_base_(program_->text_base),
      text_words_(static_cast<std::uint32_t>(program_->words.size())),
      coprocessor_(coprocessor),
      risc_(risc),
      costs_(costs),
      pc_(program_->entry),
      local_("local memory", abi::local_memory_base,
             static_cast<std::uint32_t>(costs.local_memory_bytes[static_cast<std::size_t>(risc)].count())),
      icache_(
          lines_of(text_base_, program_->text_bytes(), costs_.line_bytes),
          static_cast<std::uint32_t>(costs.icache_bytes[static_cast<std::size_t>(risc)].count()) / costs_.line_bytes),
      extended_(costs.has_zba_zbb_zaamo),
      slow_loads_(costs.l1_loads_per_window.count()) {
    if (costs.keeps_branch_history) branches_.emplace(static_cast<std::uint32_t>(program_->words.size()));
    if (!program_->has_own_place)
        require_room(*program_, "text", program_->text_bytes(),
                     costs.code_limit_bytes[static_cast<std::size_t>(risc)].count());
    require_room(*program_, "data", program_->data_bytes(), local_.size());
    for (const DataSection& segment : program_->data) {
        if (!local_.contains(segment.address, static_cast<std::uint32_t>(segment.bytes.size())))
            throw Fault(Id::kernel_too_large, fmt::format("{}: {} bytes of data at {:#010x}, outside the local memory",
                                                          program_->name, segment.bytes.size(), segment.address));
        local_.write(segment.address, segment.bytes);
    }
}

std::uint32_t Hart::jump_index(std::uint32_t target) const {
    if (target % 4 != 0)
        throw Fault(Id::misaligned, fmt::format("jump to {:#010x}, which is not a multiple of 4", target));
    if (!in_text(target))
        throw Fault(Id::illegal_instruction,
                    fmt::format("jump to {:#010x}, outside the kernel's text {:#010x}..{:#010x}", target, text_base_,
                                text_base_ + 4 * text_words_ - 1));
    return (target - text_base_) / 4;
}

MemoryText& Hart::fetch_from(const CheckedMemory& memory) {
    memory_text_ = std::make_unique<MemoryText>(memory, *program_);
    const std::uint32_t lines = lines_of(0, 4 * memory_text_->words(), costs_.line_bytes);
    code_ = memory_text_->code();
    text_base_ = 0;
    text_words_ = memory_text_->words();
    icache_ = Icache(lines, icache_.capacity());
    if (branches_) branches_.emplace(text_words_);
    return *memory_text_;
}

// Only the program's own text tells what follows.
bool Hart::begins_update(const Decoded& d) const {
    const std::size_t at = (address_of(static_cast<std::uint32_t>(&d - code_)) - program_->text_base) / 4;
    return at < program_->words.size() && updates_bits(*program_, at);
}

void Hart::start_at(std::uint32_t pc) { pc_ = address_of(jump_index(pc)); }

void Hart::fetch(std::uint32_t line, Cycle& clock) {
    line_ = line;
    if (icache_.touch(line)) return;
    ++counters_.fetch_misses;
    counters_.fetch_cycles += costs_.icache_miss;
    clock += costs_.icache_miss;
}

// An instruction issues when the registers it reads are there; one that only overwrites a register does not wait.
void Hart::wait_for_operands(const Decoded& d, Cycle& clock) {
    Cycle issue = clock;
    for (std::uint64_t left = d.sources & pending_; left != 0; left &= left - 1)
        issue = std::max(issue, ready_[static_cast<std::size_t>(std::countr_zero(left))]);
    pending_ &= ~std::uint64_t{d.touched};
    counters_.operand_cycles += issue - clock;
    clock = issue;
}

// At most so many slow loads may begin within one window: a further one waits for the oldest.
void Hart::take_load_slot(Cycle& clock) {
    const Cycle issue = std::max(clock, slow_loads_[slow_load_]);
    counters_.load_window_cycles += issue - clock;
    clock = issue;
}

// One that is back as soon as its slot would be due again keeps none.
void Hart::note_slow_load(std::uint8_t rd, Cycle issue, Cycle latency) {
    expect_ready_after(rd, issue + latency);
    if (latency <= slow_loads_.size()) return;
    slow_loads_[slow_load_] = issue + costs_.load_window;
    slow_load_ = (slow_load_ + 1) % slow_loads_.size();
}

void Hart::take_store_slot(Cycle& clock) {
    const Cycle issue = std::max(clock, store_free_);
    counters_.store_interval_cycles += issue - clock;
    clock = issue;
}

std::uint32_t Hart::text_load(std::uint32_t address) const {
    return program_->words[(address - program_->text_base) / 4] >> (8 * (address % 4));
}

// A load that the local memory did not serve: a fault there, or the own text, which is in L1 and never changes, or
// memory that others see too.
Pause Hart::load_outside(const Decoded& d, Access access, std::uint32_t address, Cycle& clock) {
    if (local_.contains(address)) {
        const bool inside = local_.contains(address, access.bytes) && address % access.bytes == 0;
        if (!inside || !begins_update(d)) local_.load(address, access.bytes);
        local_.mark(address, access.bytes, true);
        x_[d.rd] = extend(access, local_.load(address, access.bytes));
        expect_ready_after(d.rd, clock + costs_.local_load);
        return {};
    }
    require_aligned("load", address, access.bytes);
    take_load_slot(clock);
    if (!in_own_text(address))
        return {.touch = Touch::load,
                .address = address,
                .bytes = access.bytes,
                .sign_extend = access.sign_extend,
                .rd = d.rd};
    x_[d.rd] = extend(access, text_load(address));
    note_slow_load(d.rd, clock, costs_.l1_load);
    return {};
}

Pause Hart::store_outside(Access access, std::uint32_t address, std::uint32_t value, Cycle& clock) {
    if (local_.contains(address)) local_.store(address, access.bytes, value);
    require_aligned("store", address, access.bytes);
    if (in_own_text(address)) refuse_text_store(address, access.bytes);
    if (address < abi::local_memory_base) take_store_slot(clock);
    return {.touch = Touch::store, .address = address, .bytes = access.bytes, .value = value};
}

Pause Hart::atomic(const Decoded& d, std::uint32_t address, Cycle& clock) {
    require_aligned("atomic operation", address, 4);
    if (local_.contains(address)) {
        const std::uint32_t before = local_.load(address, 4), operand = x_[d.rs2];
        local_.store(address, 4, evaluate(static_cast<Op>(d.imm), before, operand));
        x_[d.rd] = before;
        expect_ready_after(d.rd, clock + costs_.local_load);
        return {};
    }
    if (in_own_text(address)) refuse_text_store(address, 4);
    take_load_slot(clock);
    if (address < abi::local_memory_base) take_store_slot(clock);
    return {.touch = Touch::atomic,
            .address = address,
            .bytes = 4,
            .rd = d.rd,
            .value = x_[d.rs2],
            .op = static_cast<Op>(d.imm)};
}

void Hart::check_stack_pointer(std::uint32_t from, std::uint32_t to) const {
    const bool was_stack = from - local_.base() <= local_.size();
    if (was_stack && to < from && to < program_->data_end)
        throw Fault(
            Id::stack_overflow,
            fmt::format("sp moves from {:#010x} to {:#010x}; the data of the local memory ends at {:#010x}: {} bytes "
                        "too many",
                        from, to, program_->data_end, program_->data_end - to));
}

void Hart::refuse_stack_access(std::uint32_t address, std::uint32_t bytes) const {
    throw Fault(
        Id::stack_overflow,
        fmt::format("access of {} bytes at {:#010x} relative to sp {:#010x}; the data of the local memory ends at "
                    "{:#010x}: {} bytes too many",
                    bytes, address, x_[2], program_->data_end, program_->data_end - address));
}

void Hart::refuse_return_slot(std::uint32_t address, std::uint32_t bytes) const {
    throw Fault(Id::out_of_bounds,
                fmt::format("store of {} byte(s) at {:#010x} over the return address of a function that is under way: "
                            "past the end of an array on the stack?",
                            bytes, address));
}

void Hart::refuse_text_store(std::uint32_t address, std::uint32_t bytes) const {
    throw Fault(Id::code_write,
                fmt::format("store of {} bytes at {:#010x}, into the kernel's text {:#010x}..{:#010x}", bytes, address,
                            program_->text_base, program_->text_base + program_->text_bytes() - 1));
}

Pause Hart::run(Cycle limit) {
    pause_ = stops_ == nullptr ? run_until_touch<false>(limit) : run_until_touch<true>(limit);
    pause_.pc = pc_;
    return pause_;
}

void Hart::finish(Touch touch, Cycle cost) {
    if (pause_.touch != touch)
        throw Fault(Id::internal_error, fmt::format("hart at {:#010x}: touch {} finished as {}", pc_,
                                                    static_cast<int>(pause_.touch), static_cast<int>(touch)));
    pause_.touch = Touch::limit;
    pc_ += 4;
    clock_ += cost;
    ++counters_.instructions;
    if (cost == 0) ++counters_.pushed;
    counters_.service_cycles += cost == 0 ? 0 : cost - 1;
}

void Hart::note_zero_division(std::uint32_t pc) {
    if (std::ranges::find(zero_divisions_, pc) == zero_divisions_.end()) zero_divisions_.push_back(pc);
}

void Hart::result(unsigned n, std::uint32_t value) {
    x_[n] = value;
    pending_ &= ~(std::uint64_t{1} << n);
}

void Hart::finish_load(std::uint32_t value, Cycle latency) {
    const Cycle issue = clock_;
    finish(Touch::load, 1);
    x_[pause_.rd] = extend({pause_.bytes, pause_.sign_extend}, value);
    note_slow_load(pause_.rd, issue, latency);
}

void Hart::finish_store(Cycle cost) {
    if (pause_.address < abi::local_memory_base) store_free_ = clock_ + costs_.store_interval;
    finish(Touch::store, cost);
}

void Hart::finish_atomic(std::uint32_t before, Cycle latency) {
    const Cycle issue = clock_;
    finish(Touch::atomic, 1);
    x_[pause_.rd] = before;
    note_slow_load(pause_.rd, issue, latency);
    store_free_ = issue + costs_.store_interval;
}

void Hart::finish_call(Cycle cost) { finish(Touch::call, cost); }

void Hart::finish_call(std::uint32_t a0, Cycle cost) {
    finish(Touch::call, cost);
    result(10, a0);
}

void Hart::finish_call(std::uint32_t a0, std::uint32_t a1, Cycle cost) {
    finish(Touch::call, cost);
    result(10, a0);
    result(11, a1);
}

void Hart::finish_tensix(Cycle cost) { finish(Touch::tensix, cost); }

}  // namespace tessera::riscv
