// A program of one reader, one compute kernel and one writer, built once and enqueued with arguments that change.
#pragma once

#include <optional>

#include "chip.hpp"

namespace decoder {

// A circular buffer. Its page is a tile of the format unless page_bytes differs from 0.
struct Ring {
    std::uint32_t index;
    tt::DataFormat format;
    std::uint32_t pages;
    std::uint32_t page_bytes = 0;
};

struct Plan {
    std::string reader, compute, writer;  // below the folder of kernels
    std::vector<Ring> rings = {};
    std::vector<std::uint32_t> exact = {};  // rings whose fp32 reaches Dst with all bits
    metal::Defines defines = {};            // of all three
    metal::NamedCompileArgs named = {};     // likewise
    std::vector<std::uint32_t> reader_args = {}, writer_args = {};
    MathFidelity fidelity = MathFidelity::HiFi4;
    bool full_sync = false;
    bool precise_block_floats = false;  // packed from all bits of Dst
};

// Compile-time arguments that describe where the pages of matrices lie.
std::vector<std::uint32_t> accessors(std::initializer_list<Rows> matrices);

struct Share {
    std::uint32_t first = 0, count = 0;
};
// Units in order, as even as they can be.
std::vector<Share> shares(std::uint32_t units, std::uint32_t cores);

class Launch {
  public:
    using Args = std::vector<std::uint32_t>;

    // On at most `most_cores`, and not more than the chip has set aside.
    Launch(Chip& chip, const Plan& plan, std::uint32_t most_cores);

    std::uint32_t cores() const { return static_cast<std::uint32_t>(cores_.size()); }
    // Those of one core: always as many words as the first time.
    void set(std::uint32_t core, const Args& reader, const Args& compute, const Args& writer);
    void run() { metal::EnqueueProgram(chip_->queue(), program_, false); }

  private:
    Chip* chip_;
    metal::Program program_ = metal::CreateProgram();
    std::vector<metal::CoreCoord> cores_;
    metal::KernelHandle reader_, compute_, writer_;
};

}  // namespace decoder
