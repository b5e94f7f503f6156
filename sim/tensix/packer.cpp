#include "sim/tensix/packer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/fault/fault.hpp"
#include "sim/tensix/isa.hpp"
#include "sim/tensix/pack_fields.hpp"

namespace tessera::tensix {
namespace {

using fault::Fault;
using fault::Id;
using ops::Pacr;
using ops::refuse;

// What Packing says, for one packer.
class PackRegisters {
  public:
    PackRegisters(int column, const Packing& at, std::size_t packer)
        : at_(at), column_(column), packer_(packer), fields_(config::packers[packer]) {}

    std::uint32_t core(const ConfigField& field, std::uint32_t i = 0) const { return at_.core.get(field, column_, i); }
    std::uint32_t own(const ConfigField& field) const { return core(field, static_cast<std::uint32_t>(packer_)); }
    std::uint32_t needed(const ConfigField& field, std::uint32_t i = 0) const {
        if (!at_.core.is_written(field, column_, i))
            throw Fault(Id::uninitialised, fmt::format("PACR depends on {}{} of packer {}, which nobody has written",
                                                       field.name, i == 0 ? "" : fmt::format(" {}", i), packer_));
        return core(field, i);
    }
    const config::PackerFields& fields() const { return fields_; }
    const AddressCounters& counters() const { return at_.counters[of_packers]; }
    const PackerState& state() const { return at_.state[packer_]; }
    std::size_t packer() const { return packer_; }
    int column() const { return column_; }

    // In units of 16 bytes: base and strides of a channel with its counters; X of the side that is read alone.
    std::uint32_t by_counters(std::size_t channel) const {
        using enum AddressCounters::Dimension;
        const AddressCounters& at = counters();
        return core(config::pack_base[channel]) + at.at(channel, y) * core(config::pack_y_stride[channel]) +
               at.at(channel, z) * core(config::pack_z_stride[channel]) +
               at.at(channel, w) * core(config::pack_w_stride[channel]);
    }

  private:
    const Packing& at_;
    const int column_;
    const std::size_t packer_;
    const config::PackerFields& fields_;
};

void check_refused(const Packing& at) {
    if (const ConfigField* field = at.core.set(ConfigUse::packers_refuse))
        throw Fault(Id::tensix_unsupported, fmt::format("PACR with {} set, which is not modelled", field->name));
}

constexpr std::uint32_t code_of_int8 = hardware_code(DataFormat::int8);

// The formats of both conversions: the intermediate must be what the late one expects. Eight-bit integers come from
// 32 bits, saturated.
void resolve_conversion(const PackRegisters& from, num::PackRules rules, PackStep::Output& out) {
    const config::PackerFields& f = from.fields();
    const std::uint32_t in = from.needed(f.in_format), to = from.needed(f.out_format),
                        between = from.needed(config::format_dst);
    refuse(to == 12 || to == 13 || in == 12 || in == 13, "PACR of a format that there is none of");
    if (in != between)
        throw Fault(Id::format_mismatch,
                    fmt::format("PACR: what Dst becomes is {} by ALU_FORMAT_SPEC_REG2_Dstacc, but the packer takes it "
                                "for {} by In_data_format",
                                name(static_cast<DataFormat>(between)), name(static_cast<DataFormat>(in))));
    const bool wide = from.needed(config::pack_reads_32_bits) != 0;
    const bool is_integer = in == code_of_int8, raw = from.core(config::pack_reads_raw) != 0;
    refuse(is_integer && !wide && !raw, "PACR of eight-bit integers from a 16-bit Dst without Read_int8");
    refuse(!is_integer && raw, "PACR with Read_int8 of what is no eight-bit integer");
    Pack& pack = out.conversion;
    pack.rules = rules;
    pack.dst_is_32_bit = wide;
    pack.intermediate = is_integer && raw ? DataFormat::int8
                        : is_integer      ? DataFormat::int32
                                          : static_cast<DataFormat>(in);
    refuse(from.core(config::pack_rounds) != 0 && pack.intermediate != DataFormat::fp16,
           "PACR that rounds to ten bits what is not fp16");
    pack.out = to != code_of_int8                            ? static_cast<DataFormat>(to)
               : from.core(config::pack_reads_unsigned) != 0 ? DataFormat::uint8
                                                             : DataFormat::int8;
    pack.relu = static_cast<Relu>(from.core(config::relu) & 3);
    pack.relu_threshold = from.core(config::relu_threshold);
    refuse(pack.relu >= Relu::below_threshold && (pack.relu_threshold & 0x8000) != 0, "ReLU with a negative threshold");
    if (pack.relu == Relu::below_threshold && pack.relu_threshold == 0) pack.relu = Relu::zero;
    if (from.core(f.thresholds) != 0) pack.exponent_threshold = from.core(f.threshold);
    out.view = wide                                     ? DstFormat::fp32
               : pack.intermediate == DataFormat::int16 ? DstFormat::raw16
               : has_small_exponent(pack.intermediate)  ? DstFormat::fp16
                                                        : DstFormat::bf16;
    out.accumulates = from.core(f.accumulates) != 0;
}

std::uint32_t bytes_of_input(std::uint32_t in) { return (in & 3) == 0 ? 4 : (in & 3) == 1 ? 2 : 1; }

// The datum of Dst that the counters name.
std::uint32_t first_datum(const PackRegisters& from) {
    const std::uint32_t size = bytes_of_input(from.core(from.fields().in_format)), ones = 16 / size - 1;
    const std::uint32_t x = from.counters().at(0, AddressCounters::x);
    const std::uint32_t address = from.by_counters(0) + x * (from.core(config::pack_x_stride) & 0xF);
    const std::uint32_t offset = from.core(config::pack_dst_offset, static_cast<std::uint32_t>(from.packer())) << 4;
    return (((address / size) & ~ones) + (x & ones) + offset) & 0x3FFF;
}

int datums_of(const PackRegisters& from) {
    const AddressCounters& at = from.counters();
    const auto count =
        static_cast<int>(at.at(1, AddressCounters::x)) - static_cast<int>(at.at(0, AddressCounters::x)) + 1;
    if (count < 1 || count > 2048)
        throw Fault(Id::tensix_unsupported,
                    fmt::format("PACR of datums {} to {}", at.at(0, AddressCounters::x), at.at(1, AddressCounters::x)));
    return count;
}

// Each packer of Wormhole reads one run, from an offset of its own.
void resolve_run(const PackRegisters& from, PackStep::Output& out) {
    out.runs = 1;
    out.run[0] = {first_datum(from), datums_of(from), from.state().position};
}

// Each read interface of Blackhole reads a row: four neighbours at most, or rows sixteen apart.
void resolve_rows(const PackRegisters& from, const Word& word, PackStep::Output& out) {
    const std::uint32_t chosen = word[Pacr::interfaces] == 0 ? 15 : word[Pacr::interfaces];
    const std::uint32_t first = first_datum(from), row = first / row_datums;
    const bool strided = word[Pacr::strided] != 0;
    const int count = datums_of(from);
    if (count + static_cast<int>(first % row_datums) > row_datums)
        throw Fault(Id::tensix_unsupported, fmt::format("PACR of {} datums of a row", count));
    refuse(!strided && chosen << (row & 3) > 15, "PACR with read interfaces beyond the four rows it starts in");
    std::uint32_t taken = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
        if ((chosen >> i & 1) == 0) continue;
        TilePosition at = from.state().position;
        at.row += taken++;
        out.run[static_cast<std::size_t>(out.runs++)] = {(first + (strided ? 16 : 1) * row_datums * i) & 0x3FFF, count,
                                                         at};
    }
}

// A map chooses for each row of a plane which of four masks it goes through; the packers, or Blackhole's planes, choose
// among four maps.
void resolve_masks(const PackRegisters& from, PackStep::Output& out) {
    out.rows_of_plane = from.own(config::rows_of_plane);
    const std::uint32_t select = from.core(config::edge_rows);
    bool all_pass = from.core(config::edge_mask) == 0xFFFF;
    for (std::uint32_t i = 0; i < 4; ++i)
        all_pass = all_pass && from.core(config::edge_row_map, select >> 2 * i & 3) == 0;
    if (all_pass) return;
    out.has_masks = true;
    std::array<std::optional<std::uint16_t>, 4> read;
    const auto mask = [&](std::uint32_t i) {
        if (!read[i]) read[i] = static_cast<std::uint16_t>(from.needed(config::edge_mask, i));
        return *read[i];
    };
    const bool by_plane = from.column() == 1;
    for (std::uint32_t plane = 0; plane < 4; ++plane) {
        if (plane != 0 && !by_plane) {
            out.masks[plane] = out.masks[0];
            continue;
        }
        const std::uint32_t chooser = by_plane ? plane : static_cast<std::uint32_t>(from.packer());
        const std::uint32_t map = from.core(config::edge_row_map, select >> 2 * chooser & 3);
        for (std::uint32_t row = 0; row < 16; ++row) out.masks[plane][row] = mask(map >> 2 * row & 3);
    }
}

// New addresses come from the registers of the packer, those of packers 1 to 3 from the first one's where that has its
// highest bit set; then exponents, if the format is narrow enough to have any, then datums.
void resolve_addresses(const PackRegisters& from, const PackRegisters& first, PackStep::Output& out) {
    const auto base = [](const PackRegisters& of, bool must) {
        const config::PackerFields& f = of.fields();
        return (must ? of.needed(f.address) : of.core(f.address)) + (of.core(f.no_header) == 0 ? 1 : 0);
    };
    const bool begins = from.state().datums.begins || from.state().exponents.begins;
    std::uint32_t address = base(from, begins);
    const std::uint32_t of_first = base(first, begins);
    if (from.packer() != 0 && of_first >> 31 != 0) address += of_first;
    const std::uint32_t by_counters = from.by_counters(1);
    address += from.column() == 1 ? by_counters >> 4 : by_counters & ~15u;
    const auto bytes = [](std::uint32_t units) { return (units & 0x1FFFF) << 4; };
    out.exponents.begin = from.state().exponents.begins ? bytes(address) : from.state().exponents.at;
    if ((hardware_code(out.conversion.out) & 2) != 0) address += from.core(from.fields().exponent_section);
    out.datums.begin = from.state().datums.begins ? bytes(address) : from.state().datums.at;
    const auto count = static_cast<std::uint32_t>(out.count());
    const auto bits = static_cast<std::uint32_t>(datum_bits(out.conversion.out));
    const bool blocks = is_bfp(out.conversion.out);
    refuse(count * bits % 8 != 0, "PACR of half a byte");
    refuse(blocks && count % row_datums != 0, "PACR of a part of sixteen datums with an exponent");
    out.datums.bytes = count * bits / 8;
    out.exponents.bytes = blocks ? count / row_datums : 0;
}

void pad(PackStep::Range& range) { range.padding = (16 - range.end() % 16) % 16; }

// Without datums there is only what has been begun.
void resolve_flush(const PackRegisters& from, num::PackRules rules, PackStep::Output& out) {
    if (!from.state().datums.begins) resolve_conversion(from, rules, out);
    out.datums.begin = from.state().datums.begins ? 0 : from.state().datums.at;
    out.exponents.begin = from.state().exponents.begins ? 0 : from.state().exponents.at;
}

bool may_work_together(std::uint32_t packers) {
    return packers == 0xF || packers == 3 || packers == 12 || (packers & (packers - 1)) == 0;
}

// The channels of an address mode of the packers: what Y and Z do.
struct Stepping {
    std::uint32_t y_by, y_by_return, y_clears, z_by, z_clears;
};
Stepping stepping_of(std::uint32_t mode, std::size_t channel) {
    const auto shift = static_cast<int>(6 * channel), low = static_cast<int>(12 + 2 * channel);
    return {mode >> shift & 15, mode >> (shift + 4) & 1, mode >> (shift + 5) & 1, mode >> low & 1,
            mode >> (low + 1) & 1};
}

}  // namespace

void TilePosition::next_rows(std::uint32_t count, std::uint32_t plane_rows) {
    row = (row + count) & 0xFF;
    if (row != plane_rows) return;
    row = 0;
    ++plane;
}

void TilePosition::next_datums(std::uint32_t count, std::uint32_t plane_rows) {
    for (column += count; column >= row_datums; column -= row_datums) next_rows(1, plane_rows);
}

PackStep resolve_pack(const Word& word, const Packing& at) {
    PackStep step{.word = word.bits(), .isa_column = word.column(), .zeros = word[Pacr::zeros] != 0};
    const bool second = word.column() == 1, flush = word[Pacr::flush] != 0;
    step.ends = flush || word[Pacr::last] != 0;
    step.flushes = flush;
    refuse(word[Pacr::by_context] != 0, "PACR with the counters of another thread");
    refuse(second && (word[Pacr::config_context] != 0 || word[Pacr::counter_context] != 0 ||
                      word[Pacr::context_control] != 0),
           "PACR of another context");
    refuse(second && word[Pacr::pads] != 0, "PACR that pads rows with zeros");
    const std::uint32_t chosen = second ? 1 : std::max(word[Pacr::packers], 1u);
    refuse(!may_work_together(chosen), "PACR of packers that do not work together");
    if (!flush) check_refused(at);
    const PackRegisters first(word.column(), at, 0);
    for (std::size_t p = 0; p < most_packers; ++p) {
        if ((chosen >> p & 1) == 0) continue;
        PackStep::Output& out = step.output[p];
        out.works = true;
        const PackRegisters from(word.column(), at, p);
        if (flush) {
            resolve_flush(from, at.rules, out);
        } else {
            if (from.needed(from.fields().uncompressed) == 0)
                throw Fault(Id::tensix_unsupported, "PACR that compresses");
            resolve_conversion(from, at.rules, out);
            if (second)
                resolve_rows(from, word, out);
            else
                resolve_run(from, out);
            resolve_masks(from, out);
            resolve_addresses(from, first, out);
        }
        if (step.ends) {
            pad(out.datums);
            pad(out.exponents);
        }
    }
    return step;
}

void move_counters(const PackStep& step, const ThreadConfig& thread, CounterSet& counters) {
    const std::uint32_t number = Word(step.word, step.isa_column)[Pacr::address_mode];
    const std::uint32_t mode = thread.get(config::addr_mod_pack, step.isa_column, number);
    for (const std::size_t channel : {0, 1}) {
        const Stepping by = stepping_of(mode, channel);
        auto& y = counters[of_packers].channel[channel][AddressCounters::y];
        auto& z = counters[of_packers].channel[channel][AddressCounters::z];
        const std::uint32_t y_ones = counter_ones(AddressCounters::y, step.isa_column),
                            z_ones = counter_ones(AddressCounters::z, step.isa_column);
        if (by.y_clears != 0)
            y = {};
        else if (by.y_by_return != 0)
            y.value = y.cr = (y.cr + by.y_by) & y_ones;
        else
            y.value = (y.value + by.y_by) & y_ones;
        if (by.z_clears != 0)
            z = {};
        else
            z.value = (z.value + by.z_by) & z_ones;
    }
}

void move_packers(const PackStep& step, PackerStates& state) {
    for (std::size_t p = 0; p < most_packers; ++p) {
        const PackStep::Output& out = step.output[p];
        if (!out.works) continue;
        PackerState& of = state[p];
        if (!step.zeros && step.isa_column == 0)
            of.position.next_datums(static_cast<std::uint32_t>(out.count()), out.rows_of_plane);
        if (!step.zeros && step.isa_column == 1)
            of.position.next_rows(static_cast<std::uint32_t>(out.runs), out.rows_of_plane);
        if (step.ends) {
            of.datums = of.exponents = {};
            of.position.plane = 0;
            continue;
        }
        of.datums = {false, out.datums.end()};
        of.exponents = {false, out.exponents.end()};
    }
}

}  // namespace tessera::tensix
