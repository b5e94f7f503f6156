#include "sim/tensix/unpacker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "sim/fault/fault.hpp"
#include "sim/num/src.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::tensix {
namespace {

using fault::Fault;
using fault::Id;
using ops::refuse;
using Unpacr = ops::Unpacr;
using Nop = ops::UnpacrNop;

[[noreturn, gnu::cold, gnu::noinline]] void refuse_unwritten(const ConfigField& field, std::uint32_t i,
                                                             std::size_t unpacker) {
    throw Fault(Id::uninitialised, fmt::format("UNPACR depends on {}{} of unpacker {}, which nobody has written",
                                               field.name, i == 0 ? "" : fmt::format(" {}", i), unpacker));
}

// What Unpacking says, for one unpacker and context.
struct Reader {
    const UnpackRegisters& registers;
    const Unpacking& at;
    const AddressCounters& counters;
    std::size_t unpacker;
    int column;
    std::uint32_t context;
    bool by_context;

    const config::UnpackerFields& fields() const { return config::unpackers[unpacker]; }
    std::uint32_t thread(const ConfigField& field) const { return at.thread.get(field, column); }
    // Where its tiles lie, which the kernels write for each.
    std::uint32_t base(bool must) const {
        const ConfigField& field = fields().base;
        if (must && !at.core.is_written(field, column, context)) refuse_unwritten(field, context, unpacker);
        return at.core.get(field, column, context);
    }
    std::uint32_t offset() const { return at.core.get(fields().offset, column, by_context ? context & 3 : 0); }
    [[gnu::cold, gnu::noinline]] void refuse_formats() const {
        if (!registers.in_is_written) refuse_unwritten(fields().in_format, 0, unpacker);
        unpacked_format(registers.in_code, false);
        if (!registers.out_is_written) refuse_unwritten(fields().out_format, 0, unpacker);
        unpacked_format(registers.out_code, false);
    }
    void check() const {
        for (const ConfigField* field : {registers.refused, at.thread.set(ConfigUse::unpackers_refuse)})
            if (field != nullptr)
                throw Fault(Id::tensix_unsupported,
                            fmt::format("UNPACR with {} set, which is not modelled", field->name));
    }
};

// Where it reads: a tile is exponents, if there are any, and datums, row after row.
void resolve_input(const Reader& from, UnpackStep& step) {
    using enum AddressCounters::Dimension;
    const UnpackRegisters& r = from.registers;
    const AddressCounters& at = from.counters;
    const std::uint32_t begin = at.at(0, x), end = at.at(1, x) + 1;
    const std::uint32_t first =
        (((at.at(0, w) & 0xFF) * r.z_dim + (at.at(0, z) & 0xFF)) * r.y_dim + at.at(0, y)) * r.x_dim + begin;
    if (end < begin || (end - begin) % 16 != 0 || first % 16 != 0)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("UNPACR of datums {} to {} from datum {}: only whole rows of sixteen are modelled",
                                begin, end - 1, first));
    step.rows = static_cast<int>(end - begin) / 16;
    refuse(r.compressed && !step.zeros, "UNPACR of compressed data");
    step.tile = (from.base(!step.zeros) + from.offset() + 1) * 16;
    if (r.in_blocks) step.exponents = step.tile + first / 16;
    step.datums = step.tile + r.exponent_bytes;
    step.end = step.datums + r.datum_bytes;
    step.datums += first / 8 * r.in_bits;
    step.row_bytes = 2 * r.in_bits;
    step.rows_apart = r.tilizes;
    // Blackhole takes a whole tile at once, in lines of 32 datums.
    if (step.rows_apart && from.column == 1 && step.rows == SrcBank::rows) step.rows_together = 2;
    step.row_stride = step.rows_apart ? (r.shift & 0xFFF) << 4 : step.row_bytes;
    refuse(!step.rows_apart && from.unpacker == 0 && (r.shift >> (4 * (from.context & 3)) & 15) != 0,
           "UNPACR that shifts columns");
    if ((step.transposed || step.rows_apart) && step.datums % 16 != 0)
        throw Fault(Id::misaligned, fmt::format("UNPACR that {} from L1 0x{:x}: datums must begin at 16 bytes",
                                                step.transposed ? "transposes" : "tilizes", step.datums));
}

// The first row that it writes.
void resolve_output(const Reader& from, UnpackStep& step) {
    using enum AddressCounters::Dimension;
    const UnpackRegisters& r = from.registers;
    const AddressCounters& at = from.counters;
    std::uint32_t address = r.first + at.at(1, y) * r.y_stride + at.at(1, z) * r.z_stride + at.at(1, w) * r.w_stride;
    refuse((address & (r.out_bytes - 1)) != 0, "UNPACR to half a datum");
    address >>= std::countr_zero(r.out_bytes);
    if (from.by_context && from.unpacker == 0)
        address = step.to_dst() || r.adds_counters ? address + r.of_context : r.of_context;
    refuse(address % 16 != 0, "UNPACR to the middle of a row");
    step.row = static_cast<int>(address / 16);
    if (from.unpacker == 1) {
        step.row &= 63;
        return;
    }
    step.row -= 4;
    if (step.to_dst()) {
        refuse(from.thread(config::src_a_by_address) != 0, "UNPACR to Dst while SRCA_SET_SetOvrdWithAddr is set");
        step.row &= 0x3FF;
        return;
    }
    const int limit = from.thread(config::src_a_by_address) != 0 ? SrcBank::rows : 16;
    // The vendor's library ends each tile to Dst with a row of zeros behind the last of SrcA.
    if (step.zeros) step.rows = std::clamp(limit - step.row, 0, step.rows);
    if (step.row + step.rows > limit)
        throw Fault(Id::src_bank,
                    fmt::format("UNPACR to rows {} to {} of SrcA, which has {}{}", step.row, step.row + step.rows - 1,
                                limit, limit == 16 ? " unless SRCA_SET_SetOvrdWithAddr is set" : ""));
}

void refuse_bits(const Word& word) {
    refuse(word[Unpacr::counts] != 0 || word[Unpacr::next_context] != 0, "UNPACR that counts contexts");
    refuse(word[Unpacr::search] != 0, "UNPACR that searches rows");
    refuse(word[Unpacr::broadcast] != 0, "UNPACR that broadcasts");
    refuse(word[Unpacr::counters] != 0, "UNPACR with the counters of another thread");
}

UnpackStep resolve_unpacr(const Word& word, const Unpacking& at) {
    const std::size_t unpacker = word[Unpacr::unpacker];
    UnpackStep step{.word = word.bits(), .unpacker = unpacker};
    if (word[Unpacr::flush] != 0) return step;
    refuse_bits(word);
    const bool by_context = word[Unpacr::by_context] != 0;
    const std::uint32_t context =
        by_context ? word[Unpacr::context] + at.thread.get(config::context_offset[unpacker], word.column()) : 0;
    const bool is_context = context < static_cast<std::uint32_t>(config::contexts);
    std::optional<UnpackRegisters> read;
    const UnpackRegisters& r = at.kept != nullptr && is_context
                                   ? at.kept->of(at.core, word.column(), unpacker, by_context, context)
                                   : read.emplace(at.core, word.column(), unpacker, by_context, context);
    const Reader from{r, at, at.counters[unpacker], unpacker, word.column(), context, by_context};
    from.check();
    refuse(!is_context, "UNPACR of a context beyond the last");
    step.kind = UnpackStep::Kind::unpack;
    step.waits_for_bank = true;
    step.sets_valid = word[Unpacr::sets_valid] != 0;
    step.zeros = word[Unpacr::zeros] != 0;
    if (!r.has_formats) from.refuse_formats();
    step.conversion = {.in = r.in, .out = r.out, .fp8_is_e4m3 = r.e4m3};
    if (r.to_dst) step.conversion.target = Target::dst;
    step.transposed = unpacker == 0 && !step.to_dst() && r.transposes;
    step.form = r.form;
    resolve_input(from, step);
    resolve_output(from, step);
    step.behind_face =
        step.sets_valid && word[Unpacr::steps] == 0 && step.rows == 1 && step.row > 0 && step.row % 16 == 0;
    return step;
}

UnpackStep resolve_nop(const Word& word, const Unpacking& at) {
    const std::size_t unpacker = word[Unpacr::unpacker];
    UnpackStep step{.word = word.bits(), .unpacker = unpacker};
    bool clears = false, lowest = false;
    if (word.column() == 0) {
        enum : std::uint32_t { clear = 1, nop = 2, set_valid = 7, both_banks = 1 << 3, waits = 1 << 4 };
        const std::uint32_t what = word[Nop::what];
        clears = (what & 3) == clear && (what & ~0x1Fu) == 0;
        step.sets_valid = what == set_valid;
        refuse(!clears && !step.sets_valid && what != nop, "UNPACR_NOP that writes registers of other units");
        refuse(clears && (what & both_banks) != 0, "UNPACR_NOP that clears both banks");
        lowest = clears && (what & 4) != 0 && unpacker == 0;
        step.waits_for_bank = clears && (what & waits) != 0;
    } else {
        enum : std::uint32_t { pop, clear, nop, to_zero = 0, to_lowest = 1 };
        const std::uint32_t kind = word[Nop::kind], value = word[Nop::value];
        clears = kind == clear;
        step.sets_valid = (word[Nop::sets_valid] & 1) != 0;
        refuse(!clears && kind != nop && !step.sets_valid, "UNPACR_NOP that writes registers of other units");
        refuse(clears && word[Nop::both_banks] != 0, "UNPACR_NOP that clears both banks");
        refuse(clears && value != to_zero && value != to_lowest, "UNPACR_NOP that sets a bank to one");
        lowest = clears && value == to_lowest;
        step.waits_for_bank = clears && word[Nop::waits] != 0;
    }
    step.waits_for_math = clears && !step.waits_for_bank;
    if (clears) step.kind = UnpackStep::Kind::clear;
    step.clear_value = lowest ? num::src_all_ones : 0;
    const config::UnpackerFields& f = config::unpackers[unpacker];
    const auto get = [&](const ConfigField& field) { return at.core.get(field, word.column()); };
    if (at.core.is_written(f.out_format, word.column()))
        step.form = form_in_bank(unpacked_format(get(f.out_format), get(f.is_unsigned) != 0));
    return step;
}

// Makes the rows from the first that is not dropped, each where `place(row)` says, and calls `made(row)`.
template <class Place, class Made>
void each_row(const UnpackStep& step, std::span<const std::uint8_t> l1, Place place, Made made) {
    UnpackRule rule;
    if (!step.zeros) rule = unpack_rule(step.conversion);
    for (int r = 0; r < step.rows; ++r) {
        if (step.row + r < 0) continue;
        std::uint32_t* const words = place(step.row + r);
        if (step.zeros) {
            std::fill_n(words, row_datums, 0u);
        } else {
            const auto i = static_cast<std::uint32_t>(r);
            const std::uint8_t* datums = l1.data() + (step.datums - step.read_begin()) + step.offset_of(r);
            const std::uint32_t exponent = is_bfp(step.conversion.in) ? l1[step.exponents - step.read_begin() + i] : 0u;
            rule.row(step.conversion.rules, datums, 0, exponent, words);
        }
        made(step.row + r);
    }
}

}  // namespace

UnpackStep resolve_unpack(const Word& word, const Unpacking& at) {
    return static_cast<Op>(word.bits() >> 24) == Op::unpacr ? resolve_unpacr(word, at) : resolve_nop(word, at);
}

void move_counters(const Word& word, CounterSet& counters) {
    switch (static_cast<Op>(word.bits() >> 24)) {
        case Op::unpacr: {
            if (word[Unpacr::flush] != 0) return;
            AddressCounters& set = counters[word[Unpacr::unpacker]];
            for (std::size_t channel : {0, 1})
                for (const auto dimension : {AddressCounters::y, AddressCounters::z}) {
                    std::uint32_t& value = set.channel[channel][dimension].value;
                    value = (value + Unpacr::step(word[Unpacr::steps], channel, dimension == AddressCounters::y)) &
                            counter_ones(dimension, word.column());
                }
            return;
        }
        case Op::setadc: return ops::Setadc::run(word, counters);
        case Op::setadcxx: return ops::Setadcxx::run(word, counters);
        case Op::setadcxy: return ops::Setadcxy::run(word, counters);
        case Op::setadczw: return ops::Setadczw::run(word, counters);
        case Op::incadcxy: return ops::Incadcxy::run(word, counters);
        case Op::incadczw: return ops::Incadczw::run(word, counters);
        case Op::addrcrxy: return ops::Addrcrxy::run(word, counters);
        case Op::addrcrzw: return ops::Addrcrzw::run(word, counters);
        default: return;
    }
}

void unpack(const UnpackStep& step, std::span<const std::uint8_t> l1, SrcBank& bank) {
    if (!step.transposed) {
        const auto place = [&](int row) { return &bank.at(row & (SrcBank::rows - 1), 0); };
        return each_row(step, l1, place, [](int) {});
    }
    DstRow words;
    const auto column = [&](int row) {
        std::uint32_t* const to = &bank.at(row / 16 * 16, row % 16);
        for (std::size_t c = 0; c < words.size(); ++c) to[c * row_datums] = words[c];
    };
    each_row(
        step, l1, [&](int) { return words.data(); }, column);
}

void unpack(const UnpackStep& step, std::span<const std::uint8_t> l1, Dst& dst) {
    DstRow words;
    const auto write = [&](int row) { dst.write_row(row & (Dst::rows - 1), DstFormat::fp32, words); };
    each_row(
        step, l1, [&](int) { return words.data(); }, write);
}

}  // namespace tessera::tensix
