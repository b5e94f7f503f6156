// Which rows of Dst the FPU wrote a moment ago: an SFPLOAD of them needs three other instructions of the thread in
// between, or STALLWAIT; nothing holds it back (spec/tensix-core.md 6).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tessera::core {

class FpuWrites {
  public:
    static constexpr std::uint64_t safe_after = 4;  // instructions
    static constexpr int block_rows = 8;

    // One instruction that wrote a block of eight rows.
    void wrote(int row) {
        settle_older();
        recent_.push_back({row, ++now_});
    }
    // An instruction of another kind.
    void passed() { ++now_; }
    void settled() { recent_.clear(); }

    // Instructions since the FPU wrote some of the four rows from `row` on, when they are too few.
    std::optional<std::uint64_t> too_early(int row) const {
        for (auto write = recent_.rbegin(); write != recent_.rend(); ++write)
            if (now_ - write->at < safe_after && row < write->row + block_rows && write->row < row + 4)
                return now_ - write->at;
        return std::nullopt;
    }

  private:
    struct Write {
        int row;
        std::uint64_t at;
    };
    void settle_older() {
        std::erase_if(recent_, [&](const Write& write) { return now_ - write.at >= safe_after; });
    }
    std::vector<Write> recent_;
    std::uint64_t now_ = 0;
};

}  // namespace tessera::core
