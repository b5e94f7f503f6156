// Whether the units keep to the pages of circular buffers that their RISC has waited for or reserved, and take them in
// the format that the buffer holds (spec/kernel-api.md 2.1).
#pragma once

#include "sim/core/judges/judges.hpp"

namespace tessera::core {

// The buffer that an instruction reads; null where it reads none.
const tensix::CircularBuffer* read_buffer(Core& core, const tensix::UnpackStep& step);

class PagesJudge final : public Judge, public UnpackJudge, public PackJudge {
  public:
    void unpacks(const Issue& in, const tensix::UnpackStep& step, const tensix::CircularBuffer* cb) override;
    void packs(const Issue& in, const tensix::PackStep& step) override;
};

}  // namespace tessera::core
