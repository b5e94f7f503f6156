// The SFPU once more, one lane after the other and as slow as it likes: a reading of spec/tensix-core.md 2.3, 3 and 4
// that shares nothing with the executor but the scalar functions of sim/num. What the executor does is held against it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/num/rules.hpp"
#include "sim/sfpu/state.hpp"

namespace tessera::fuzz {

struct Flags {
    bool flag = true, use = true;
    friend bool operator==(const Flags&, const Flags&) = default;
};

struct SlowLane {
    std::array<std::uint32_t, 16> lreg{};
    Flags now;
    std::vector<Flags> stack;
    std::uint32_t prng = 0;
    std::uint32_t rotated = 0;  // what SFPSHFT2 modes 2 and 3 saw last
    std::array<std::uint32_t, 9> macro{};
};

class SlowSfpu {
  public:
    SlowSfpu(bool blackhole, const sfpu::State& state, const sfpu::DstPort& port);
    // One Tensix word. It must be one that the specification defines in the present state.
    void step(std::uint32_t word);
    // The first difference from what the executor holds, or empty.
    std::string difference(const sfpu::State& state, const sfpu::DstPort& port) const;

  private:
    using Lanes = std::array<SlowLane, 32>;
    struct Fields;

    bool enabled(int lane) const;
    std::uint32_t address(const Fields& f) const;
    void move_counters(const Fields& f);
    void load(const Fields& f);
    void store(const Fields& f);
    void config(const Fields& f);
    void swap(const Fields& f, int lane);
    void compute(const Fields& f, const Lanes& old, int lane);
    void predicate(const Fields& f, SlowLane& lane) const;
    std::uint32_t loaded(int mode, int row, int column, std::uint32_t old) const;
    void stored(int mode, int row, int column, std::uint32_t x);
    void write(const Fields& f, int lane, int reg, std::uint32_t value);
    std::uint32_t mad(std::uint32_t x, std::uint32_t y, std::uint32_t z) const;
    std::uint32_t value(const Fields& f, const Lanes& old, int lane) const;
    int resolved(int mode) const;

    bool bh_;
    num::MadRules rules_;
    Lanes lanes_;
    std::uint32_t lane_config_;
    std::array<std::array<std::uint32_t, 16>, 1024> dst_{};
    sfpu::DstPort const& setup_;
    std::uint32_t rwc_, rwc_cr_;
};

}  // namespace tessera::fuzz
