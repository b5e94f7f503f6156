// The literals of a recorded function: what each is for, and the same function with others in their places. The machine
// runs what the kernel would become with them, since the recording is lowered anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "host/study/function.hpp"

namespace tessera::accuracy {

struct Literal {
    enum class Role : std::uint8_t {
        coefficient,  // behind the split of the argument; results follow it smoothly
        reduction,    // before the split, or no part of a sum or product
        structure,    // its neighbour gives another function
        idle,         // its neighbours change no result
        immediate,    // any neighbour takes more instructions
    };
    std::size_t segment = 0, op = 0;  // the recorded operation
    std::uint32_t word = 0;           // as published
    bool is_integer = false;
    std::string line;  // of the kernel
    Role role = Role::reduction;
    std::int64_t step = 1;  // neighbours from one that it may be to the next
    // That many of its own steps away.
    std::uint32_t moved(std::uint32_t from, std::int64_t steps) const;
};
std::string_view name(Literal::Role role);

// Neighbours by number: of integers by one, of fp32 patterns by their order in value, up to the largest number.
std::uint32_t stepped(std::uint32_t word, bool is_integer, std::int64_t steps);
std::int64_t steps_between(std::uint32_t from, std::uint32_t to, bool is_integer);
// As a kernel has it: 0x560e, or -0x1.55554cp-3f; what is not used in sums is an integer where it is no normal number.
std::string source_text(std::uint32_t word, bool is_integer);
// For people: 22030, or -0.16666563.
std::string number_text(std::uint32_t word, bool is_integer);

class Literals {
  public:
    // `probe` are inputs on which a constant's influence is tried.
    Literals(const Built& built, std::span<const std::uint32_t> probe);

    const std::vector<Literal>& all() const { return all_; }
    // Numbers in all() of those that are fitted: the coefficients, or what choose() names.
    const std::vector<std::size_t>& fitted() const { return fitted_; }
    void choose(std::span<const std::size_t> numbers);
    // Those on these lines of the function's file, in their order; floats keep to every `step`-th neighbour.
    void choose_lines(std::span<const std::size_t> lines, std::int64_t step);

    std::vector<std::uint32_t> published() const;  // of the fitted
    // With these words in place of the fitted ones.
    Recorded with(std::span<const std::uint32_t> words) const;

  private:
    void find();
    void judge(std::span<const std::uint32_t> probe);

    const Built& built_;
    std::vector<Literal> all_;
    std::vector<std::size_t> fitted_;
};

}  // namespace tessera::accuracy
