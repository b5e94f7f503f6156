// Who touched each byte of a memory last: for every granule the last write and the reads since, as numbers of records
// kept elsewhere. Most ranges are pages that are touched as a whole, so a run of granules is one entry while it can be.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera::watch {

class Shadow {
  public:
    struct Cell {
        std::uint32_t write = 0, reads = 0;  // 0: nobody
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    // `granule_bytes` is a power of two up to 32; two accesses inside one granule share a cell.
    explicit Shadow(std::uint32_t granule_bytes) : granule_(granule_bytes), cells_(run_bytes / granule_bytes) {}

    // Visits each distinct cell that the bytes touch; neighbours that hold the same may be visited once.
    template <class Visit>
    void each(std::uint64_t begin, std::uint64_t end, Visit visit) {
        for (std::uint64_t at = begin; at < end;) {
            const std::uint64_t first = at / run_bytes * run_bytes, next = std::min(end, first + run_bytes);
            Run& run = run_at(at / run_bytes);
            const bool whole = at == first && next == first + run_bytes;
            if (whole && !run.cells) {
                visit(run.all);
            } else {
                split(run);
                const auto cell = [&](std::uint64_t byte) {
                    return static_cast<std::uint32_t>((byte - first) / granule_);
                };
                for (std::uint32_t i = cell(at); i <= cell(next - 1); ++i) visit(run.cells[i]);
                if (whole) unite(run);
            }
            at = next;
        }
    }
    Cell at(std::uint64_t byte) const {
        const std::uint64_t index = byte / run_bytes;
        if (index / block_runs >= blocks_.size() || !blocks_[index / block_runs]) return {};
        const Run& run = (*blocks_[index / block_runs])[index % block_runs];
        return run.cells ? run.cells[byte % run_bytes / granule_] : run.all;
    }
    // Every cell there is, to count or to change what it holds.
    template <class Visit>
    void all(Visit visit) {
        for (auto& block : blocks_) {
            if (!block) continue;
            for (Run& run : *block)
                if (run.cells)
                    std::for_each_n(run.cells.get(), cells_, visit);
                else
                    visit(run.all);
        }
    }
    void clear() { blocks_.clear(); }

  private:
    static constexpr std::uint64_t run_bytes = 512, block_runs = 64;
    struct Run {
        Cell all;
        std::unique_ptr<Cell[]> cells;
    };
    using Block = std::array<Run, block_runs>;

    Run& run_at(std::uint64_t index) {
        const std::uint64_t block = index / block_runs;
        if (blocks_.size() <= block) blocks_.resize(block + 1);
        if (!blocks_[block]) blocks_[block] = std::make_unique<Block>();
        return (*blocks_[block])[index % block_runs];
    }
    void split(Run& run) const {
        if (run.cells) return;
        run.cells = std::make_unique<Cell[]>(cells_);
        std::fill_n(run.cells.get(), cells_, run.all);
    }
    void unite(Run& run) const {
        if (!std::all_of(run.cells.get(), run.cells.get() + cells_, [&](const Cell& c) { return c == run.cells[0]; }))
            return;
        run.all = run.cells[0];
        run.cells.reset();
    }

    std::uint32_t granule_;
    std::size_t cells_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace tessera::watch
