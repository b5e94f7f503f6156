// The packers datum by datum, as the documents describe them and without any of sim/tensix but the conversion of
// sixteen datums and the sum of two (spec/pack-instructions.md 2). Written for the tests alone: slow, with registers by
// number, and with the buffers of sixteen bytes that a packer has before L1.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "sim/arch/arch.hpp"
#include "sim/tensix/dst.hpp"
#include "sim/tensix/pack.hpp"

namespace tessera::tensix {

class SlowPack {
  public:
    explicit SlowPack(const arch::Arch& arch) : arch_(arch) {}

    struct Channel {
        std::uint32_t x = 0, y = 0, y_cr = 0, z = 0, z_cr = 0, w = 0;
        friend bool operator==(const Channel&, const Channel&) = default;
    };
    std::array<Channel, 2> counters{};
    std::map<std::uint32_t, std::uint32_t> core, thread;
    Dst dst;
    std::vector<std::uint8_t> l1;

    void run(std::uint32_t word);

  private:
    struct Stream {
        bool needs_address = true;
        std::uint32_t address = 0;
        std::vector<std::uint8_t> buffer = {};
    };
    struct Packer {
        Stream data, exponents;
        std::uint32_t x = 0, y = 0, z = 0;
    };
    bool second() const { return arch_.sfpu.isa_column == 1; }
    std::uint32_t section(std::uint32_t packer) const;
    std::vector<std::uint32_t> sources(std::uint32_t word, std::uint32_t packer) const;
    std::uint32_t fetch(std::uint32_t datum, std::uint32_t packer, std::uint32_t y, std::uint32_t z);
    void address(std::uint32_t packer);
    void put(Stream& stream, std::uint8_t byte, bool adds, DataFormat format);
    void flush(Stream& stream, bool adds, DataFormat format);
    Pack conversion(std::uint32_t packer) const;

    const arch::Arch& arch_;
    std::array<Packer, 4> packers_;
};

}  // namespace tessera::tensix
