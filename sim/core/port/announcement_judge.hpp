// What a kernel announces, judged and named by its lines (sim/core/announced_calls.hpp).
#pragma once

#include <cstdint>

#include "sim/abi/announcement.hpp"
#include "sim/core/port/risc_context.hpp"

namespace tessera::core {

class AnnouncementJudge {
  public:
    explicit AnnouncementJudge(const RiscContext& context) : context_(context) {}

    void announced(abi::Announcement what, std::uint32_t value, std::uint32_t pc, Cycle now) const;

  private:
    const RiscContext& context_;
};

}  // namespace tessera::core
