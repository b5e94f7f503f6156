// Where the kernels of a launch begin the lines that dumps wait for.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/debug/dump_request.hpp"
#include "sim/core/machine/machine.hpp"
#include "sim/riscv/program.hpp"

namespace tessera::host {

class DumpLines {
  public:
    static constexpr std::size_t most = 64;  // requests: a bit each
    using Bits = std::uint64_t;

    DumpLines(const core::Machine& machine, std::span<const DumpRequest> requests);

    // Of a program that is run: the statements that begin at an instruction.
    struct Statements {
        std::vector<Bits> wanted;  // by word of the text: requests whose line begins there
        std::vector<bool> any;     // whether one does at all
    };
    const Statements* of(const riscv::Program& program) const;  // null where it has none of the lines
    // Why no kernel of the launch gets to the line of a request; empty where one does.
    const std::string& unreachable(std::size_t request) const { return unreachable_[request]; }

  private:
    std::map<const riscv::Program*, Statements> statements_;
    std::vector<std::string> unreachable_;
};

}  // namespace tessera::host
