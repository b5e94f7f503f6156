// Which rows of Dst the FPU wrote a moment ago: an SFPLOAD of them needs three other instructions of the thread in
// between, or STALLWAIT; nothing holds it back (spec/tensix-core.md 6).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace tessera::core {

class FpuWrites {
  public:
    static constexpr std::uint64_t safe_after = 4;  // instructions
    static constexpr int block_rows = 8;

    // One instruction that wrote a block of eight rows.
    void wrote(int row) {
        ++now_;
        recent_[now_ % safe_after] = {row, now_};
    }
    // An instruction of another kind.
    void passed() { ++now_; }
    void settled() { recent_ = {}; }

    // Instructions since the FPU wrote some of the four rows from `row` on, when they are too few.
    std::optional<std::uint64_t> too_early(int row) const {
        for (std::uint64_t since = 0; since < safe_after; ++since) {
            const Write& write = recent_[(now_ - since) % safe_after];
            if (write.at != 0 && write.at == now_ - since && row < write.row + block_rows && write.row < row + 4)
                return since;
        }
        return std::nullopt;
    }

  private:
    struct Write {
        int row = 0;
        std::uint64_t at = 0;  // 0: none
    };
    std::array<Write, safe_after> recent_{};  // by when
    std::uint64_t now_ = 0;
};

}  // namespace tessera::core
