// Whether the operations that a kernel runs on one RISC are those that it has set the units up for. It goes by what the
// kernel announces (sim/abi/announcement.hpp) and knows no operation (spec/kernel-api.md 3.2).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

#include "sim/abi/announcement.hpp"

namespace tessera::core {

class AnnouncedCalls {
  public:
    // The function of the API that the kernel called at a pc.
    using FunctionAt = std::function<std::string(std::uint32_t pc)>;
    struct Wrong {
        std::string text;
        std::uint32_t since = 0;  // pc of the last set-up, 0: none
        bool tolerable = false;
    };
    // Families by bit whose results alone are let pass, and where that was said; 0: any.
    struct Results {
        std::uint32_t families = 0, pc = 0;
    };

    // The buffer that a unit is configured for, and where that was said; nothing where it is not known.
    struct Configured {
        std::optional<std::uint32_t> cb;
        std::uint32_t pc = 0;
    };

    // A kernel starts the hardware once, before it runs anything: `line` is where its source says so.
    std::optional<Wrong> configures(abi::Announcement what, std::uint32_t formats, std::uint32_t pc, int line);
    // At pc 0: as a kernel finds the units.
    void sets_up(std::uint32_t key, std::uint32_t pc);
    // Of units that are set up; whether they are is asked before, or when the unit gets there.
    std::optional<Wrong> runs(std::uint32_t key, std::uint32_t pc, const FunctionAt& function_at);
    bool started() const { return started_; }
    // Whether an operation was announced of a kernel that has not started the hardware.
    bool lacks_start() const { return running_ != 0 && !started_; }
    static std::string unstarted(const std::string& call);
    void lets_pass(Results results) { results_ = results; }

    const Results& results() const { return results_; }
    // Of SrcA, of SrcB, of the packers.
    const Configured& configured(std::size_t which) const { return configured_.at(which); }
    // The family of the operation that runs, if it was announced; as a bit.
    std::uint32_t running() const { return running_; }

  private:
    bool fits(std::uint32_t key) const;

    bool started_ = false;
    std::optional<std::uint32_t> key_;
    std::uint32_t set_up_at_ = 0, running_ = 0;
    Results results_;
    // Of start-ups: their lines, for loops are unrolled; whether an operation came since; the buffers named last.
    std::set<int> lines_;
    bool used_ = false;
    std::array<Configured, 3> configured_;
};

}  // namespace tessera::core
