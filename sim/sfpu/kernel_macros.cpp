#include "sim/sfpu/kernel_macros.hpp"

#include <fmt/format.h>

#include "sim/sfpu/isa.hpp"

namespace tessera::sfpu {
namespace {

// The places of the two fields that differ between architectures are definitions of the compilation.
std::string shift(const Field& field) {
    return field.slot == Slot::addr_mod ? "TESSERA_ADDR_MOD_SHIFT" : fmt::format("{}", field.shift);
}
std::string mask(const Field& field) {
    if (field.slot == Slot::addr_mod) return "((1 << (16 - TESSERA_ADDR_MOD_SHIFT)) - 1)";
    if (field.slot == Slot::rounding) return "((1 << TESSERA_ROUNDING_BITS) - 1)";
    return fmt::format("{:#x}", ones(field));
}

// A macro without fields is used without parentheses.
std::string macros(const Row& row) {
    std::string names, word = fmt::format("({}u << 24", static_cast<unsigned>(row.op));
    for (const Field& field : fields_of(row.layout)) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", field.argument);
        word += fmt::format(" | (static_cast<uint32_t>({}) & {}) << {}", field.argument, mask(field), shift(field));
    }
    const std::string parameters = names.empty() ? names : fmt::format("({})", names);
    return fmt::format(
        "#define TT_OP_{0}{1} {2})\n"
        "#define TTI_{0}{1} TESSERA_TTI(TT_OP_{0}{1})\n"
        "#define TT_{0}{1} TESSERA_TT(TT_OP_{0}{1})\n",
        row.macro, parameters, word);
}

}  // namespace

// What only one column has stands under the definition of an architecture that has it (arch::Sfpu::has_compare).
std::string kernel_macros() {
    std::string common, second;
    for (const Row& row : rows) {
        if (row.unit == Unit::counters) continue;
        (row.column[0].legal != 0 ? common : second) += macros(row);
    }
    return fmt::format(
        "// Made by the build from the rows of the vector unit's instructions.\n#pragma once\n\n{}"
        "#if TESSERA_HAS_COMPARE\n{}#endif\n",
        common, second);
}

}  // namespace tessera::sfpu
