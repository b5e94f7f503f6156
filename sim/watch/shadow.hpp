// Who touched each byte of a memory last: for every granule the last write and the reads since, as numbers of records
// kept elsewhere. Most ranges are pages that are touched as a whole, so a run of granules is one entry while it can be.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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

    // Both are powers of two; two accesses inside one granule share a cell.
    Shadow(std::uint32_t granule_bytes, std::uint32_t run_bytes)
        : granule_shift_(std::countr_zero(granule_bytes)),
          run_shift_(std::countr_zero(run_bytes)),
          cells_(run_bytes / granule_bytes) {}

    // Visits each distinct cell that the bytes touch; neighbours that hold the same may be visited once.
    template <class Visit>
    void each(std::uint64_t begin, std::uint64_t end, Visit visit) {
        each_run(begin, end, visit, [&](std::uint64_t index) { return &run_at(index); });
    }
    // The same, but for bytes of which nobody has been named.
    template <class Visit>
    void each_held(std::uint64_t begin, std::uint64_t end, Visit visit) {
        each_run(begin, end, visit,
                 [&](std::uint64_t index) { return has_block(index / block_runs) ? &run_at(index) : nullptr; });
    }
    Cell at(std::uint64_t byte) const {
        const std::uint64_t index = byte >> run_shift_;
        if (!has_block(index / block_runs)) return {};
        const Run& run = (*blocks_[index / block_runs])[index % block_runs];
        const std::uint64_t cell = (byte & (run_bytes() - 1)) >> granule_shift_;
        return run.cells ? run.cells[cell] : cell < run.cut ? run.front : run.rest;
    }
    // Every cell there is, to count or to change what it holds.
    template <class Visit>
    void all(Visit visit) {
        for (auto& block : blocks_) {
            if (!block) continue;
            for (Run& run : *block) {
                if (run.cells)
                    std::for_each_n(run.cells.get(), cells_, visit);
                else
                    visit_parts(run, visit);
            }
        }
    }
    void clear() { blocks_.clear(); }

  private:
    static constexpr std::uint64_t block_runs = 64;
    // Pages that do not begin with a run are two parts of one: cells before `cut`, and those from it on.
    struct Run {
        Cell front, rest;
        std::uint32_t cut = 0;
        std::unique_ptr<Cell[]> cells;
    };
    using Block = std::array<Run, block_runs>;

    template <class Visit, class RunOf>
    void each_run(std::uint64_t begin, std::uint64_t end, Visit visit, RunOf run_of) {
        for (std::uint64_t at = begin; at < end;) {
            const std::uint64_t index = at >> run_shift_, first = index << run_shift_,
                                next = std::min(end, first + run_bytes());
            if (Run* run = run_of(index))
                visit_cells(*run, static_cast<std::uint32_t>((at - first) >> granule_shift_),
                            static_cast<std::uint32_t>(((next - 1 - first) >> granule_shift_) + 1), visit);
            at = next;
        }
    }
    template <class Visit>
    static void visit_parts(Run& run, Visit& visit) {
        if (run.cut != 0) visit(run.front);
        visit(run.rest);
    }
    // The first of neighbours that hold the same; the others become what it does.
    template <class Visit>
    static void visit_alike(Cell* at, Cell* end, Visit& visit) {
        while (at != end) {
            const Cell before = *at;
            visit(*at);
            const Cell after = *at;
            for (++at; at != end && *at == before; ++at) *at = after;
        }
    }
    // Cells `begin` to `end` of a run.
    template <class Visit>
    void visit_cells(Run& run, std::uint32_t begin, std::uint32_t end, Visit& visit) {
        const bool whole = begin == 0 && end == cells_;
        if (!run.cells && !whole && run.cut == 0 && (begin == 0 || end == cells_)) {
            run.front = run.rest;
            run.cut = begin == 0 ? end : begin;
        }
        if (run.cells || !(whole || (begin == 0 && end == run.cut) || (begin == run.cut && end == cells_))) {
            split(run);
            visit_alike(run.cells.get() + begin, run.cells.get() + end, visit);
            if (whole) unite(run);
        } else if (whole) {
            visit_parts(run, visit);
        } else {
            visit(begin == 0 ? run.front : run.rest);
        }
        if (!run.cells && run.cut != 0 && run.front == run.rest) run.cut = 0;
    }
    bool has_block(std::uint64_t block) const { return block < blocks_.size() && blocks_[block]; }
    Run& run_at(std::uint64_t index) {
        const std::uint64_t block = index / block_runs;
        if (blocks_.size() <= block) blocks_.resize(block + 1);
        if (!blocks_[block]) blocks_[block] = std::make_unique<Block>();
        return (*blocks_[block])[index % block_runs];
    }
    void split(Run& run) const {
        if (run.cells) return;
        run.cells = std::make_unique<Cell[]>(cells_);
        std::fill_n(run.cells.get(), run.cut, run.front);
        std::fill_n(run.cells.get() + run.cut, cells_ - run.cut, run.rest);
    }
    void unite(Run& run) const {
        if (!std::all_of(run.cells.get(), run.cells.get() + cells_, [&](const Cell& c) { return c == run.cells[0]; }))
            return;
        run.rest = run.cells[0];
        run.cut = 0;
        run.cells.reset();
    }

    std::uint64_t run_bytes() const { return std::uint64_t{1} << run_shift_; }

    int granule_shift_, run_shift_;
    std::size_t cells_;
    std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace tessera::watch
