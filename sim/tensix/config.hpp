// What instructions and stores have written to configuration registers, and what the units read of it. Plain data: a
// copy is a snapshot, == compares.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "sim/tensix/config_fields.hpp"
#include "sim/tensix/fpu.hpp"

namespace tessera::tensix {

// The registers of a thread, or of the core.
template <ConfigSpace space>
class ConfigWords {
  public:
    static constexpr std::size_t words = space == ConfigSpace::thread ? 80 : 256;
    using Word = std::conditional_t<space == ConfigSpace::thread, std::uint16_t, std::uint32_t>;

    // `mask` says which bits are written. Throws Fault tensix_unsupported for a register that no field is known of.
    void write(int column, std::uint32_t word, std::uint32_t mask, std::uint32_t value);

    std::uint32_t word(std::uint32_t word) const { return word < words ? held_[word] : 0; }
    std::uint32_t get(const ConfigField& field, int column, std::uint32_t i = 0) const {
        const ConfigPlace& place = field.at(column);
        return place.word < 0 ? 0 : place.bits.of(held_[place.index(i)]);
    }
    // Whether anybody has written to it since reset.
    bool is_written(const ConfigField& field, int column, std::uint32_t i = 0) const {
        const ConfigPlace& place = field.at(column);
        return place.word >= 0 && place.bits.of(written_[place.index(i)]) != 0;
    }
    // A field of that use that was set to other than zero.
    const ConfigField* set(ConfigUse refused) const { return refused_[static_cast<std::size_t>(refused)]; }
    // Counts changes of fields that are read once for many instructions.
    std::uint32_t version() const { return version_; }

    friend bool operator==(const ConfigWords& one, const ConfigWords& other) {
        return one.held_ == other.held_ && one.written_ == other.written_ && one.refused_ == other.refused_;
    }

  private:
    std::array<Word, words> held_{}, written_{};
    std::array<const ConfigField*, refusing_units> refused_{};  // by the unit that refuses
    std::uint32_t version_ = 0;
};
using ThreadConfig = ConfigWords<ConfigSpace::thread>;

// Those of T1 and of the core, as the matrix unit reads them. The core has two states of its registers; which of them
// T1 writes and the matrix unit reads, T1 says. The other threads have the first.
class MathConfig {
  public:
    // SETC16 and RMWCIB.
    void write(ConfigSpace space, int column, std::uint32_t word, std::uint32_t mask, std::uint32_t value,
               std::size_t state = 0) {
        const auto to = [&](auto& registers) {
            const std::uint32_t before = registers.version();
            registers.write(column, word, mask, value);
            is_read_ = is_read_ && column == column_ && registers.version() == before;
        };
        if (space == ConfigSpace::thread)
            to(thread_);
        else
            to(states_[state]);
        column_ = column;
    }
    void set(const ConfigField& field, int column, std::uint32_t value) {
        const ConfigPlace& place = field.at(column);
        write(field.space, column, place.index(), place.bits.put(~0u), place.bits.put(value));
    }
    std::size_t state() const { return thread_.get(config::state_id, column_); }

    std::uint32_t get(const ConfigField& field) const {
        return field.space == ConfigSpace::thread ? thread_.get(field, column_) : states_[state()].get(field, column_);
    }
    // Whether anybody has written to it since reset; until then the calls of the API decide.
    bool is_written(const ConfigField& field) const {
        return field.space == ConfigSpace::thread ? thread_.is_written(field, column_)
                                                  : states_[state()].is_written(field, column_);
    }
    const ConfigWords<ConfigSpace::core>& core() const { return states_[0]; }
    std::uint32_t word(std::uint32_t word) const { return core().word(word); }

    // What the matrix unit looks at with each instruction.
    struct OfMatrixUnit {
        std::uint32_t dst_base = 0, first_phase = 0;
        std::array<bool, 2> keeps_valid{};  // SETRWC and the like leave the bank of an operand valid
        std::optional<SrcForm> form;        // both sources are read in, where it is not the banks that say so
        std::optional<bool> dst_is_32_bit;
        bool says_32_bit = false, int8_math = false, keeps_zero_exponent = false, rounds_stochastically = false;
        // A field that was set to what tessera does not model and that the matrix unit depends on.
        const ConfigField* refused = nullptr;
    };
    const OfMatrixUnit& of_matrix_unit() const {
        if (!is_read_) of_matrix_unit_ = read();
        is_read_ = true;
        return of_matrix_unit_;
    }
    std::optional<SrcForm> form() const { return of_matrix_unit().form; }
    std::optional<bool> dst_is_32_bit() const { return of_matrix_unit().dst_is_32_bit; }
    // Whether the vector unit takes Dst for 32 bits wide in mode 0 of its loads and stores, and the format code by
    // which it goes where it does not (spec/tensix-core.md 4.2).
    std::optional<bool> vector_dst_is_32_bit() const;
    int vector_format() const;

    friend bool operator==(const MathConfig& one, const MathConfig& other) {
        return one.column_ == other.column_ && one.thread_ == other.thread_ && one.states_ == other.states_;
    }

  private:
    OfMatrixUnit read() const;
    std::optional<SrcForm> read_form() const;
    std::optional<bool> read_dst_is_32_bit() const;

    int column_ = 0;
    ThreadConfig thread_;
    std::array<ConfigWords<ConfigSpace::core>, 2> states_;
    mutable OfMatrixUnit of_matrix_unit_;
    mutable bool is_read_ = false;
};

// The form in which the matrix unit reads a source that is configured for a format code of tensix-core.md 1.1.
SrcForm form_of_format(std::uint32_t code);

}  // namespace tessera::tensix
