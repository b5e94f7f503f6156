#include "sim/tensix/config.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"

namespace tessera::tensix {

void MathConfig::write(ConfigSpace space, int column, std::uint32_t word, std::uint32_t mask, std::uint32_t value) {
    column_ = column;
    const bool of_thread = space == ConfigSpace::thread;
    bool known = false;
    for (const ConfigField& field : config::fields) known |= field.space == space && field.at(column).of(word);
    if (!known || word >= (of_thread ? thread_words : core_words))
        throw fault::Fault(fault::Id::tensix_unsupported,
                           fmt::format("{} of configuration register {}, which is not modelled",
                                       of_thread ? "SETC16" : "RMWCIB", word));
    if (of_thread) {
        thread_[word] = static_cast<std::uint16_t>((thread_[word] & ~mask) | (value & mask));
        thread_written_[word] = static_cast<std::uint16_t>(thread_written_[word] | mask);
    } else {
        core_[word] = (core_[word] & ~mask) | (value & mask);
        core_written_[word] |= mask;
    }
    refused_ = nullptr;
    for (const ConfigField& field : config::fields)
        for (int i = 0; field.use == ConfigUse::refused && i < field.at(column).count; ++i) {
            if (field.at(column).word < 0) break;
            const std::uint32_t at = field.at(column).index(static_cast<std::uint32_t>(i));
            const std::uint32_t held = field.space == ConfigSpace::thread ? thread_[at] : core_[at];
            if (field.at(column).bits.of(held) != 0) refused_ = &field;
        }
}

std::uint32_t MathConfig::get(const ConfigField& field) const {
    const ConfigPlace& place = field.at(column_);
    if (place.word < 0) return 0;
    const std::uint32_t at = place.index();
    return place.bits.of(field.space == ConfigSpace::thread ? thread_[at] : core_[at]);
}

bool MathConfig::is_written(const ConfigField& field) const {
    const ConfigPlace& place = field.at(column_);
    if (place.word < 0) return false;
    const std::uint32_t at = place.index();
    return place.bits.of(field.space == ConfigSpace::thread ? thread_written_[at] : core_written_[at]) != 0;
}

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

// Wormhole's matrix unit reads both sources in the form of SrcA, Blackhole's in that of the bank unless it is told not
// to (spec/tensix-core.md 7.1).
std::optional<SrcForm> MathConfig::form() const {
    if (get(config::fp16_forced) != 0) return SrcForm::fp16;
    if (get(config::int8_math) != 0) return SrcForm::int8;
    if (column_ == 1 && get(config::disable_implied_a) == 0) return std::nullopt;
    if (get(config::format_a_override) != 0) return form_of_format(get(config::format_a_override_value));
    if (!is_written(config::format_a)) return std::nullopt;
    return form_of_format(get(config::format_a));
}

std::optional<bool> MathConfig::dst_is_32_bit() const {
    if (get(config::fp16_forced) != 0) return false;
    if (!is_written(config::dst_32_bit) && !is_written(config::int8_math)) return std::nullopt;
    return get(config::dst_32_bit) != 0 || get(config::int8_math) != 0;
}

}  // namespace tessera::tensix
