#include "sim/sfpu/executor.hpp"

#include <fmt/format.h>

#include "sim/fault/fault.hpp"
#include "sim/sfpu/isa.hpp"
#include "sim/sfpu/refuse.hpp"
#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {

namespace baseline {
extern const Executor level_executor;
}
namespace v3 {
extern const Executor level_executor;
}
namespace v4 {
extern const Executor level_executor;
}

namespace {

using fault::Fault;
using fault::Id;

struct Chosen {
    const Executor& executor;
    const lane::Table& mad;
};

const Chosen& chosen() {
    static const lane::Level level = lane::supported(lane::Level::v4)   ? lane::Level::v4
                                     : lane::supported(lane::Level::v3) ? lane::Level::v3
                                                                        : lane::Level::baseline;
    static const Chosen best{executor(level), lane::table(level)};
    return best;
}

}  // namespace

constexpr ModelledModifiers modelled_of_rows() {
    ModelledModifiers table{};
    for (const Row& row : rows) {
        for (std::size_t column = 0; column < row.column.size(); ++column)
            table.of[column][static_cast<std::size_t>(row.op)] = row.column[column].modelled;
        table.enters_template[static_cast<std::size_t>(row.op)] = row.enters_template;
    }
    return table;
}
constinit const ModelledModifiers modelled = modelled_of_rows();

const Executor& executor(lane::Level level) {
    switch (level) {
        case lane::Level::v4: return v4::level_executor;
        case lane::Level::v3: return v3::level_executor;
        case lane::Level::baseline: break;
    }
    return baseline::level_executor;
}

void execute(const arch::Sfpu& arch, State& state, DstPort& port, std::span<const Instr> program) {
    chosen().executor.run(arch, chosen().mad.of(arch.mad), &state, 1, &port, program.data(), program.size());
}

void execute_block(const arch::Sfpu& arch, std::span<State> states, std::span<const Instr> program) {
    chosen().executor.run(arch, chosen().mad.of(arch.mad), states.data(), states.size(), nullptr, program.data(),
                          program.size());
}

void refuse_modifier(const arch::Sfpu& arch, const Instr& instr) {
    const std::int8_t index = row_index[static_cast<std::size_t>(instr.op)];
    if (index < 0)
        throw Fault{Id::tensix_unsupported,
                    fmt::format("opcode {:#04x} is not an SFPU instruction", static_cast<int>(instr.op))};
    const Column& column = row_of(instr.op).column[static_cast<std::size_t>(arch.isa_column)];
    if (column.legal == 0)
        throw Fault{Id::sfpu_mode, fmt::format("{}: this architecture has no such instruction", text(instr))};
    if (!(column.legal >> instr.mod & 1))
        throw Fault{Id::sfpu_mode,
                    fmt::format("{}: modifier {} is reserved on this architecture", text(instr), instr.mod)};
    throw Fault{Id::tensix_unsupported, fmt::format("{}: modifier {} is not modelled", text(instr), instr.mod)};
}

void refuse_contract(const Instr& instr, const char* why) {
    throw Fault{Id::sfpu_mode, fmt::format("{}: {}", text(instr), why)};
}

void refuse_unsupported(const Instr& instr, const char* why) {
    throw Fault{Id::tensix_unsupported, fmt::format("{}: {}", text(instr), why)};
}

void refuse_stack(const Instr& instr, int depth) {
    throw Fault{Id::flag_stack, fmt::format("{} with {} of {} entries in use", text(instr), depth, State::stack_limit)};
}

void refuse_address(const Instr& instr, unsigned address) {
    throw Fault{Id::dst_index, fmt::format("{}: odd Dst address {}", text(instr), address)};
}

}  // namespace tessera::sfpu
