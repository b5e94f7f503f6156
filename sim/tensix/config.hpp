// What T1's instructions have written to configuration registers, and what the matrix unit reads of it. Plain data: a
// copy is a snapshot, == compares.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "sim/tensix/config_fields.hpp"
#include "sim/tensix/fpu.hpp"

namespace tessera::tensix {

class MathConfig {
  public:
    static constexpr std::size_t thread_words = 80, core_words = 256;

    // SETC16 and RMWCIB: `mask` says which bits are written. Throws Fault tensix_unsupported for a register that no
    // field is known of.
    void write(ConfigSpace space, int column, std::uint32_t word, std::uint32_t mask, std::uint32_t value);

    std::uint32_t get(const ConfigField& field) const;
    // Whether anybody has written to it since reset; until then the calls of the API decide.
    bool is_written(const ConfigField& field) const;

    std::uint32_t dst_base() const { return get(config::dst_base); }
    std::uint32_t first_phase() const { return get(config::first_phase); }
    // Whether SETRWC and the like leave the bank of an operand valid.
    bool keeps_valid(std::size_t operand) const { return get(operand == 0 ? config::keep_a : config::keep_b) != 0; }
    // The form that both sources are read in, where it is the registers that say so and not the banks.
    std::optional<SrcForm> form() const;
    std::optional<bool> dst_is_32_bit() const;

    // A field that was set to what tessera does not model and that the matrix unit depends on.
    const ConfigField* refused() const { return refused_; }

    friend bool operator==(const MathConfig&, const MathConfig&) = default;

  private:
    int column_ = 0;
    std::array<std::uint16_t, thread_words> thread_{}, thread_written_{};
    std::array<std::uint32_t, core_words> core_{}, core_written_{};
    const ConfigField* refused_ = nullptr;
};

// The form in which the matrix unit reads a source that is configured for a format code of tensix-core.md 1.1.
SrcForm form_of_format(std::uint32_t code);

}  // namespace tessera::tensix
