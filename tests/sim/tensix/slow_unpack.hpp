// The unpackers and their counters datum by datum, as the documents describe them and without any of sim/tensix but the
// conversion of a datum (spec/unpack-instructions.md 2). Written for the tests alone: slow, and with registers by
// number.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/tensix/src_bank.hpp"

namespace tessera::tensix {

class SlowUnpack {
  public:
    explicit SlowUnpack(const arch::Arch& arch) : arch_(arch) {}

    struct Channel {
        std::uint32_t x = 0, x_cr = 0, y = 0, y_cr = 0, z = 0, z_cr = 0, w = 0, w_cr = 0;
        friend bool operator==(const Channel&, const Channel&) = default;
    };
    std::array<std::array<Channel, 2>, 3> counters{};
    std::map<std::uint32_t, std::uint32_t> core, thread;
    std::array<SrcBank, 2> bank{};  // one of each source
    std::vector<std::uint8_t> l1;

    void run(std::uint32_t word);

  private:
    bool second() const { return arch_.sfpu.isa_column == 1; }
    void unpack(std::uint32_t word);
    std::uint32_t datum_at(double address, double bytes) const;
    const arch::Arch& arch_;
};

}  // namespace tessera::tensix
