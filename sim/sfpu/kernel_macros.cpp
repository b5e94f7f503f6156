#include "sim/sfpu/kernel_macros.hpp"

#include <fmt/format.h>

#include <vector>

#include "sim/sfpu/isa.hpp"
#include "sim/tensix/isa.hpp"

namespace tessera::sfpu {
namespace {

using Fields = std::vector<tensix::Field>;

// A macro without fields is used without parentheses.
std::string macros(std::string_view name, std::uint32_t opcode, const Fields& fields, int column) {
    std::string names, word = fmt::format("({}u << 24", opcode);
    for (const tensix::Field& field : fields) {
        const tensix::Place& place = field.at(column);
        names += fmt::format("{}{}", names.empty() ? "" : ", ", field.argument);
        word += fmt::format(" | (static_cast<uint32_t>({}) & {:#x}) << {}", field.argument, place.ones(), place.shift);
    }
    const std::string parameters = names.empty() ? names : fmt::format("({})", names);
    return fmt::format(
        "#define TT_OP_{0}{1} {2})\n"
        "#define TTI_{0}{1} TESSERA_TTI(TT_OP_{0}{1})\n"
        "#define TT_{0}{1} TESSERA_TT(TT_OP_{0}{1})\n",
        name, parameters, word);
}

// Where an architecture has its fields at other places, both forms stand there.
std::string macros(std::string_view name, std::uint32_t opcode, const Fields& first, const Fields& second) {
    std::string on_first = macros(name, opcode, first, 0);
    const std::string on_second = macros(name, opcode, second, 1);
    if (on_first == on_second) return on_first;
    return fmt::format("#if TESSERA_ISA_COLUMN == 0\n{}#else\n{}#endif\n", on_first, on_second);
}

std::string macros(const Row& row) {
    const auto fields = fields_of(row.layout);
    const Fields all(fields.begin(), fields.end());
    return macros(row.macro, static_cast<std::uint32_t>(row.op), all, all);
}

std::string macros(const tensix::Row& row) {
    const auto first = row.fields_at(0), second = row.fields_at(1);
    return macros(row.name, static_cast<std::uint32_t>(row.op), {first.begin(), first.end()},
                  {second.begin(), second.end()});
}

}  // namespace

// What only one column has stands under the definition of an architecture that has it (arch::Sfpu::has_compare).
std::string kernel_macros() {
    std::string common, second;
    for (const Row& row : rows) {
        if (row.unit == Unit::counters) continue;
        (row.column[0].legal != 0 ? common : second) += macros(row);
    }
    for (const tensix::Row& row : tensix::rows) (row.on_first ? common : second) += macros(row);
    return fmt::format(
        "// Made by the build from the rows of the instructions.\n#pragma once\n\n{}"
        "#if TESSERA_HAS_COMPARE\n{}#endif\n",
        common, second);
}

}  // namespace tessera::sfpu
