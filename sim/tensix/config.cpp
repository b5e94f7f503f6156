#include "sim/tensix/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/fault/fault.hpp"

namespace tessera::tensix {

namespace {

// What is known of each register of a space and architecture: whether it is modelled, whether a unit reads it once for
// many instructions, and the fields of it that some unit refuses.
struct Known {
    std::array<bool, 256> word{}, is_read_once{}, has_refused{};
    std::vector<const ConfigField*> refused;
};
const Known& known(ConfigSpace space, int column) {
    static const auto tables = [] {
        std::array<std::array<Known, isa_columns>, 2> made;
        for (const ConfigField& field : config::all_fields())
            for (std::size_t c = 0; c < isa_columns; ++c) {
                Known& of = made[static_cast<std::size_t>(field.space)][c];
                const ConfigPlace& place = field.place[c];
                const bool refused = is_refused(field.use);
                if (place.word < 0) continue;
                for (int i = 0; i < place.count; ++i) {
                    const std::uint32_t at = place.index(static_cast<std::uint32_t>(i));
                    of.word[at] = true;
                    if (refused || field.use == ConfigUse::read) of.is_read_once[at] = true;
                    if (refused) of.has_refused[at] = true;
                }
                if (refused) of.refused.push_back(&field);
            }
        return made;
    }();
    return tables[static_cast<std::size_t>(space)][static_cast<std::size_t>(column)];
}

}  // namespace

template <ConfigSpace space>
void ConfigWords<space>::write(int column, std::uint32_t word, std::uint32_t mask, std::uint32_t value) {
    const Known& of = known(space, column);
    if (word >= words || !of.word[word])
        throw fault::Fault(fault::Id::tensix_unsupported,
                           fmt::format("{} of configuration register {}, which is not modelled",
                                       space == ConfigSpace::thread ? "SETC16" : "write", word));
    const Word held = held_[word], written = written_[word];
    held_[word] = static_cast<Word>((held & ~mask) | (value & mask));
    written_[word] = static_cast<Word>(written | mask);
    if (of.is_read_once[word] && (held_[word] != held || written_[word] != written)) ++version_;
    if (!of.has_refused[word]) return;
    refused_ = {};
    for (const ConfigField* field : of.refused)
        for (int i = 0; i < field->at(column).count; ++i)
            if (get(*field, column, static_cast<std::uint32_t>(i)) != 0)
                refused_[static_cast<std::size_t>(field->use)] = field;
}
template class ConfigWords<ConfigSpace::thread>;
template class ConfigWords<ConfigSpace::core>;

SrcForm form_of_format(std::uint32_t code) {
    switch (code) {
        case 1:
        case 2:
        case 3:
        case 10:
        case 11:
        case 14: return SrcForm::fp16;
        case 4: return SrcForm::tf32;
        default: return SrcForm::bf16;
    }
}

MathConfig::OfMatrixUnit MathConfig::read() const {
    const ConfigField* refused_of_thread = thread_.set(ConfigUse::refused);
    return {.dst_base = get(config::dst_base),
            .first_phase = get(config::first_phase),
            .keeps_valid = {get(config::keep_a) != 0, get(config::keep_b) != 0},
            .form = read_form(),
            .dst_is_32_bit = read_dst_is_32_bit(),
            .says_32_bit = get(config::dst_32_bit) != 0,
            .int8_math = get(config::int8_math) != 0,
            .keeps_zero_exponent = get(config::keep_zero_exponent) != 0,
            .rounds_stochastically = get(config::stochastic_fpu) != 0,
            .refused = refused_of_thread != nullptr ? refused_of_thread : states_[state()].set(ConfigUse::refused)};
}

// Wormhole's matrix unit reads both sources in the form of SrcA, Blackhole's in that of the bank unless it is told not
// to (spec/tensix-core.md 7.1).
std::optional<SrcForm> MathConfig::read_form() const {
    if (get(config::fp16_forced) != 0) return SrcForm::fp16;
    if (get(config::int8_math) != 0) return SrcForm::int8;
    if (column_ == 1 && get(config::disable_implied_a) == 0) return std::nullopt;
    if (get(config::format_a_override) != 0) return form_of_format(get(config::format_a_override_value));
    if (!is_written(config::format_a)) return std::nullopt;
    return form_of_format(get(config::format_a));
}

std::optional<bool> MathConfig::vector_dst_is_32_bit() const {
    if (!is_written(config::sfpu_32_bit)) return std::nullopt;
    return get(config::sfpu_32_bit) != 0;
}

int MathConfig::vector_format() const {
    if (get(config::sfpu_names_format) != 0) return static_cast<int>(get(config::sfpu_format));
    const bool overridden = get(config::format_b_override) != 0;
    return static_cast<int>(get(overridden ? config::format_b_override_value : config::format_b));
}

std::optional<bool> MathConfig::read_dst_is_32_bit() const {
    if (get(config::fp16_forced) != 0) return false;
    if (!is_written(config::dst_32_bit) && !is_written(config::int8_math)) return std::nullopt;
    return get(config::dst_32_bit) != 0 || get(config::int8_math) != 0;
}

}  // namespace tessera::tensix
