// What the instructions of the matrix unit do, written from the public documents alone, a datum at a time: nothing of
// sim/tensix but the arithmetic of one datum and the plain registers.
#pragma once

#include "sim/arch/arch.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/src_bank.hpp"

namespace tessera::tensix {

class SlowMath {
  public:
    explicit SlowMath(const arch::Arch& arch) : arch_(arch), blackhole_(arch.name == "blackhole") {}
    void run(std::uint32_t word);

    std::uint32_t dst_counter = 0, dst_cr = 0, a = 0, a_cr = 0, b = 0, b_cr = 0, phase = 0;
    bool extra_bit = false;
    SrcBank src_a[2], src_b[2];
    int a_bank = 0, b_bank = 0;
    Dst dst;
    std::uint16_t config[64] = {};

  private:
    std::uint32_t bits(int low, int width) const { return word_ >> low & ((1u << width) - 1); }
    // The two or three bits of the address mode.
    std::uint32_t mode() const;
    void apply_mode(std::uint32_t mode);
    std::uint32_t dst_row(std::uint32_t imm, std::uint32_t mask) const;
    void elementwise(int operation);
    void product(int rows);
    void maximum();
    void move_to_dst(bool from_b);
    void move_from_dst(bool to_b);
    void move_b_to_a();
    void zero_dst();
    void flip(std::uint32_t which, bool always);
    bool keeps(int operand) const;

    const arch::Arch& arch_;
    const bool blackhole_;
    std::uint32_t word_ = 0;
};

}  // namespace tessera::tensix
