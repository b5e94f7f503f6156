// The inits of the vector unit's tile functions: which of them ran, and whose constants L12 to L14 hold. A function
// that runs before any init, or after another's has changed what it reads, computes something else on silicon
// (spec/kernel-api.md 3.5).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "sim/sfpu/record.hpp"

namespace tessera::core {

class VectorInits {
  public:
    // The function of the API that the instruction at a pc belongs to, as the kernel called it; empty where the code
    // is the kernel's own.
    using FunctionAt = std::function<std::string(std::uint32_t pc)>;
    // Of an instruction, where the kernel's call is that it belongs to: its own pc where that was inlined.
    using CalledFrom = std::function<std::uint32_t(std::uint32_t pc)>;
    // Whether the API has a function of this name.
    using ApiHas = std::function<bool(const std::string&)>;
    struct Wrong {
        std::uint32_t pc = 0;                // of the function that runs under a wrong init
        std::optional<std::uint32_t> since;  // of what has changed a constant of its init
        std::string text;
        bool may_do = false;  // what its own init does is not known here, and may be what another's has done
    };

    // Follows a program about to run; what is wrong with it, if anything.
    std::optional<Wrong> follow(const sfpu::Program& program, const sfpu::Recording& recording,
                                const CalledFrom& called_from, const FunctionAt& function_at, const ApiHas& api_has);

  private:
    static constexpr std::uint8_t first_constant = 12;
    struct Constant {
        std::string init;  // empty: written by the kernel's own code
        std::uint64_t value = 0;
        std::uint32_t pc = 0;
    };
    using Constants = std::array<std::optional<Constant>, 3>;
    // What a pc belongs to: "exp_tile" as {"exp", false}, "exp_tile_init" as {"exp", true}.
    struct Name {
        std::string stem;
        bool init = false;
    };

    const Name& name(std::uint32_t pc, const FunctionAt& function_at);
    std::optional<Wrong> without_init(std::uint32_t pc, const FunctionAt& function_at, const ApiHas& api_has);
    std::optional<Wrong> judge(const std::string& function, std::size_t constant, std::uint32_t pc) const;

    Constants now_;
    std::map<std::string, Constants> of_init_;       // what each init that ran has written
    std::unordered_map<std::uint32_t, Name> names_;  // by pc
    std::unordered_set<const sfpu::Program*> seen_;
};

}  // namespace tessera::core
