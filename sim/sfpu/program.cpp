#include "sim/sfpu/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {

std::string print(const Program& program, const Position& position) {
    std::size_t width = 0;
    for (const Instr& instr : program.code) width = std::max(width, text(instr).size());
    std::string out = fmt::format("{} instructions, at most {} LRegs in use\n", program.code.size(), program.peak);
    if (std::ranges::find(program.built, 1) != program.built.end()) out += "words marked * are built at run time\n";
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const std::string place = position ? position(program.pc[i]) : fmt::format("{:08x}", program.pc[i]);
        out += fmt::format("{:4}{} {:<{}} {:>2}  {}\n", i, program.built[i] ? '*' : ' ', text(program.code[i]), width,
                           program.live[i], place);
    }
    return out;
}

}  // namespace tessera::sfpu
