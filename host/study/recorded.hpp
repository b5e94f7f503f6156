// A function of one to four Dst vectors as a kernel has it, ready to run over many inputs: what SFPI code recorded,
// lowered to instructions, and executed in blocks of vectors with the chip's conversions at SFPLOAD and SFPSTORE.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "host/study/folding.hpp"
#include "host/study/ulp.hpp"
#include "sim/arch/arch.hpp"
#include "sim/sfpu/executor.hpp"
#include "sim/sfpu/lower.hpp"
#include "sim/sfpu/ops/loadstore.hpp"

namespace tessera::accuracy {

struct Setting {
    const arch::Arch& arch;
    sfpu::Lowering lowering = sfpu::Lowering::sfpi_2025;
    Format dst = fp32;  // of Dst: fp32 or bf16
};

class Recorded {
  public:
    // `init` programs constants (the init of a tile function; may be empty); `body` reads dst_reg[0] and writes
    // dst_reg[0]. Both run once, on this thread. Throws what lowering throws, and fault::InputError for another index.
    Recorded(const Setting& setting, const std::function<void()>& init, const std::function<void()>& body);

    // Of programs that T1 recorded from a compiled kernel. Further arguments are read from dst_reg[32], [64] and [96],
    // the first entries of Dst tiles 1 to 3.
    Recorded(const Setting& setting, std::span<const sfpu::Program> init, std::span<const sfpu::Program> body);

    // Another body behind the same init.
    Recorded with(std::span<const sfpu::Program> body) const;

    std::size_t arguments() const { return arguments_; }
    // Patterns of fp32, bf16 ones in the upper half. As many results as inputs; thread-safe.
    void run(std::span<const std::uint32_t> inputs, std::span<std::uint32_t> results) const {
        run(inputs, {}, results);
    }
    void run(std::span<const std::uint32_t> first, std::span<const std::uint32_t> second,
             std::span<std::uint32_t> results) const {
        run({first, second, {}, {}}, results);
    }
    using Arguments = std::array<std::span<const std::uint32_t>, 4>;  // those beyond arguments() are not read
    void run(const Arguments& inputs, std::span<std::uint32_t> results) const;

    const Setting& setting() const { return setting_; }
    const sfpu::Program& program() const { return program_; }

  private:
    // One instruction that moves a vector between Dst and its register, some that do not, or a look for lanes that are
    // alike.
    using Transfer = void (*)(sfpu::State& state, const sfpu::Instr& instr, std::uint32_t* lanes,
                              const sfpu::LoadRules& rules);
    struct Step {
        std::size_t first = 0, count = 0;  // instructions
        std::size_t straight = 0;          // of these and those that follow, before the next that touches Dst
        Transfer transfer = nullptr;
        const Fold* fold = nullptr;
    };
    std::vector<Step> steps() const;
    class Block;

    Setting setting_;
    sfpu::Program program_;  // one after the other
    std::size_t arguments_;
    sfpu::State start_;  // after init
    Folding folding_;
};

}  // namespace tessera::accuracy
