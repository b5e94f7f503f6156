#include "sim/sfpu/program.hpp"

#include <fmt/format.h>

#include "sim/sfpu/text.hpp"

namespace tessera::sfpu {

std::string print(const Program& program, const Position& position) {
    std::string out = fmt::format("{} instructions, at most {} LRegs in use\n", program.code.size(), program.peak);
    for (std::size_t i = 0; i < program.code.size(); ++i) {
        const std::string place = position ? position(program.pc[i]) : fmt::format("{:08x}", program.pc[i]);
        out += fmt::format("{:4}  {:<40} {:>2}  {}{}\n", i, text(program.code[i]), program.live[i], place,
                           program.built[i] ? "  (built at run time)" : "");
    }
    return out;
}

}  // namespace tessera::sfpu
