// DRAM banks as sparse bytes, with one "written" bit per 32-byte block, so that a read of memory nobody wrote can be
// told from data (spec/timing.md 1 and 4). Addresses are bank-relative.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/dram/host_pages.hpp"
#include "sim/dram/memory_ahead.hpp"
#include "sim/riscv/byte_range.hpp"
#include "sim/watch/buffers.hpp"
#include "sim/watch/undetermined.hpp"

namespace tessera::dram {

class Dram {
  public:
    static constexpr std::uint32_t block_bytes = 32;  // granularity of the written bits

    Dram(int banks, std::uint64_t bank_bytes);

    int banks() const { return static_cast<int>(chunks_.size()); }
    std::uint64_t bank_bytes() const { return bank_bytes_; }

    // Throws Fault noc_out_of_bounds when the range leaves the bank.
    void write(int bank, std::uint64_t address, std::span<const std::uint8_t> data);
    // Blocks that lie in the gaps count as not written.
    void write(int bank, std::uint64_t address, std::span<const std::uint8_t> data, std::span<const ByteRange> gaps);
    // Bytes never written read as zero; returns whether every block touched has been written.
    bool read(int bank, std::uint64_t address, std::span<std::uint8_t> out) const;
    bool written(int bank, std::uint64_t address, std::uint64_t bytes) const;  // every block touched
    // The parts of the range whose blocks have not been written.
    std::vector<ByteRange> gaps(int bank, std::uint64_t address, std::uint32_t bytes) const;
    // Whether somebody has written to every block of the range, be it padding that nobody had written before.
    bool covered(int bank, std::uint64_t address, std::uint64_t bytes) const;
    // Bytes of a bank that depend on bytes nobody has written.
    watch::Undetermined& undetermined(int bank) { return undetermined_[static_cast<std::size_t>(bank)]; }

    // What a kernel may touch: the buffers alive. One begins unwritten, whatever lay in its place before; its ends are
    // aligned to blocks.
    void allow(const watch::BufferPlace& place);
    void forbid(std::uint64_t begin) { buffers_.remove(begin); }
    // Gives the host's memory back that no buffer has; what lay there is forgotten.
    void give_back();
    bool allowed(std::uint64_t address, std::uint64_t bytes) const {
        const watch::BufferPlace* place = buffers_.at(address);
        return place != nullptr && address + bytes <= place->end;
    }
    const watch::Buffers& buffers() const { return buffers_; }

    // Whether the host's memory for large buffers is waited for on another thread.
    void use_another_thread(bool use);

  private:
    static constexpr std::uint64_t chunk_bytes = 2 << 20, chunk_blocks = chunk_bytes / block_bytes;
    using Blocks = std::array<std::uint64_t, chunk_blocks / 64>;  // a bit for each
    static constexpr std::uint64_t piece_bytes = 64 << 10;        // of the host's memory, asked for at a time
    struct Chunk {
        HostPages data{chunk_bytes};
        Blocks written{}, covered{};
        std::uint32_t asked = 0;  // a bit for each piece
        static_assert(chunk_bytes / piece_bytes <= 32);
    };
    Chunk& chunk_for_write(int bank, std::uint64_t address);
    void ask_ahead(Chunk& chunk, std::uint64_t address, std::uint64_t bytes);
    // Calls visit(chunk or null, offset in it, bytes) for each part of the range.
    template <class Visit>
    void each_part(int bank, std::uint64_t address, std::uint64_t bytes, Visit visit) const;

    std::uint64_t bank_bytes_;
    std::vector<std::vector<std::unique_ptr<Chunk>>> chunks_;
    std::vector<watch::Undetermined> undetermined_;  // by bank
    watch::Buffers buffers_;
    std::unique_ptr<MemoryAhead> ahead_;  // the last member, since it works on others
};

}  // namespace tessera::dram
