// Which values must be in which LReg, and where copies have to stand because not all can be. Internal to lower*.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "sim/sfpu/lower_ir.hpp"

namespace tessera::sfpu::lowering {

inline constexpr int registers = 8;
inline constexpr std::int64_t end_of_segment = std::int64_t{1} << 40;

// Values that share a register because instructions change it in place are a web, a tree of ties from its first value.
// The code is visited once, in order. A forced operand whose web is in another register, or meets a web that is in its
// register, is copied before its instruction; the web splits there.
class Pins {
  public:
    // Throws LoweringFault where no copy helps.
    explicit Pins(Code& code);

    // Whether the code has got copies: then it is to be pinned once more.
    bool inserted() const { return !copies_.empty(); }
    Value root(Value v) const { return root_[v]; }
    // The register that the web with this root must be in, or -1.
    int wanted(Value root) const { return wanted_[root]; }

  private:
    struct Copy {
        std::uint32_t before;  // which node
        Node move;
    };

    void measure();
    void pin_values();
    void visit(std::uint32_t at);
    bool pin(Value root, std::uint8_t reg);
    void hold(Value root, std::uint8_t reg);
    bool is_held(std::uint8_t reg, Value by) const;
    Value copy(std::uint32_t at, Forced& forced, std::int64_t position);
    void shrink(Value root);
    void add_value(std::int64_t start, std::int64_t end);
    void tie(Value in, Value out);
    void untie(Value in, Value out);
    void insert_copies();

    Code& code_;
    std::vector<std::int64_t> start_, end_;  // of a value alone
    std::vector<std::int64_t> last_end_;     // by value: of it and what is tied to it
    std::vector<Value> parent_, child_, sibling_;
    std::vector<Value> root_;  // of values before the node visited; others are their own
    std::vector<int> wanted_;
    // By register: the webs that are in it, by start. None meets another one, but for what the kernel itself has put
    // into a register that is in use.
    std::array<std::map<std::int64_t, Value>, registers> held_;
    std::array<std::vector<Value>, registers> meeting_;
    std::vector<Copy> copies_;
};

}  // namespace tessera::sfpu::lowering
