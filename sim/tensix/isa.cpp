#include "sim/tensix/isa.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::tensix {
namespace {

// What each instruction resolves to and what it does, in the order of the rows.
struct Meaning {
    void (*resolve)(const Word&, const Addressing&, Step&) = nullptr;
    void (*run)(const Step&, const MatrixUnit&, SrcBank&, SrcBank&, Dst&) = nullptr;
    void (*run_on_banks)(const Word&, std::array<std::array<SrcBank, 2>, 2>&, const std::array<std::size_t, 2>&,
                         const std::array<std::size_t, 2>&) = nullptr;
};
template <class I>
constexpr Meaning meaning() {
    Meaning of;
    if constexpr (requires { of.resolve = &I::resolve; }) of.resolve = &I::resolve;
    if constexpr (requires { of.run = &I::run; }) of.run = &I::run;
    if constexpr (requires { of.run_on_banks = &I::run; }) of.run_on_banks = &I::run;
    return of;
}
template <class... I>
constexpr std::array<Meaning, sizeof...(I)> meanings_of(std::tuple<I...>*) {
    return {meaning<I>()...};
}
constexpr auto meanings = meanings_of(static_cast<Isa*>(nullptr));
const Meaning& meaning_of(Op op) { return meanings[static_cast<std::size_t>(row_index[static_cast<std::size_t>(op)])]; }

constexpr bool opcodes_are_unique() {
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (rows[i].op == rows[j].op || rows[i].name == rows[j].name) return false;
    return true;
}
static_assert(opcodes_are_unique());

constexpr bool fields_fit() {
    for (const Row& row : rows)
        for (int column = 0; column < static_cast<int>(isa_columns); ++column) {
            std::uint32_t taken = 0xFF000000;
            for (const Field& field : row.fields_at(column)) {
                const std::uint32_t bits = field.at(column).put(~0u);
                if ((taken & bits) != 0 || bits == 0) return false;
                taken |= bits;
            }
        }
    return true;
}
static_assert(fields_fit());

}  // namespace

std::uint32_t encode(Op op, std::span<const std::uint32_t> values, int isa_column) {
    const Row* row = row_of(opcode(op));
    if (row == nullptr) throw fault::Fault(fault::Id::internal_error, "no such instruction");
    std::uint32_t word = opcode(op);
    const auto fields = row->fields_at(isa_column);
    for (std::size_t i = 0; i < fields.size() && i < values.size(); ++i)
        word |= fields[i].at(isa_column).put(values[i]);
    return word;
}

std::string text(std::uint32_t word, int isa_column) {
    const Row* row = row_of(word);
    if (row == nullptr) return fmt::format("0x{:08x}", word);
    std::string out(row->name);
    for (const Field& field : row->fields_at(isa_column))
        if (const std::uint32_t value = field.at(isa_column).of(word); value != 0)
            out += fmt::format(" {}={}", field.argument, value);
    return out;
}

Step resolve(const Word& word, const Addressing& at) {
    Step step{.op = static_cast<Op>(word.bits() >> 24), .word = word.bits(), .isa_column = word.column()};
    if (const auto resolve = meaning_of(step.op).resolve) resolve(word, at, step);
    return step;
}

void run(const Step& step, const MatrixUnit& unit, std::array<std::array<SrcBank, 2>, 2>& src,
         const std::array<std::size_t, 2>& math_bank, const std::array<std::size_t, 2>& unpack_bank, Dst& dst) {
    MatrixUnit in_phase = unit;
    in_phase.phase = step.phase;
    SrcBank &a = src[of_a][math_bank[of_a]], &b = src[of_b][math_bank[of_b]];
    const Meaning& meaning = meaning_of(step.op);
    if (meaning.run != nullptr) meaning.run(step, in_phase, a, b, dst);
    if (meaning.run_on_banks != nullptr)
        meaning.run_on_banks(Word(step.word, step.isa_column), src, math_bank, unpack_bank);
}

void move_counters(const Step& step, std::span<const AddrMod, 8> modes, int base, Rwc& rwc) {
    if (step.op == Op::setrwc) set_counters(step.word, rwc);
    if (step.op == Op::incrwc) increment_counters(step.word, rwc);
    if (step.addr_mod >= 0)
        advance_with_phase(modes[mode_index(static_cast<std::uint32_t>(step.addr_mod), base, rwc)], rwc);
}

}  // namespace tessera::tensix
