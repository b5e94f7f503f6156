// The kernels that run on a device, and deeds in their words.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/core/history.hpp"
#include "sim/core/kernel.hpp"
#include "sim/watch/order.hpp"

namespace tessera::core {

class Kernels {
  public:
    using OfCore = std::array<std::unique_ptr<Kernel>, 5>;  // by RISC; null where none runs

    explicit Kernels(const arch::Grid& grid);

    OfCore& of(int core) { return all_[static_cast<std::size_t>(core)]; }
    const Kernel* at(int core, int risc) const {
        return all_[static_cast<std::size_t>(core)][static_cast<std::size_t>(risc)].get();
    }
    arch::Coord logical(int core) const { return {core % width_, core / width_}; }

    // The kernel that an event is of: a unit acts for the RISC that pushed to it.
    const Kernel& behind(const watch::Event& event) const;
    std::string position_of(const watch::Event& event) const;  // "core (0,0) BRISC at reader.cpp:4"
    // "TRISC1 of core (0,0) at kernels/x/compute.cpp:42"; without the core where that is `here`.
    std::string who(const Deed& deed, int here) const;

  private:
    const int width_;
    std::vector<OfCore> all_;  // by core
};

}  // namespace tessera::core
