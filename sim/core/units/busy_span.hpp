// Consecutive instructions of one unit for listeners: what it takes without a gap is busy once.
#pragma once

#include "sim/core/judges/issue.hpp"

namespace tessera::core {

class BusySpan {
  public:
    // `row` as watch::Track has it.
    BusySpan(const Issue& in, int row) : in_(in), row_(row) {}
    ~BusySpan() { tell(); }
    BusySpan(const BusySpan&) = delete;
    BusySpan& operator=(const BusySpan&) = delete;

    // An instruction taken in that cycle; returns the next.
    Cycle add(const char* label, Cycle taken) {
        if (label != label_ || taken != end_) {
            tell();
            label_ = label;
            begin_ = taken;
        }
        return end_ = taken + 1;
    }
    bool empty() const { return label_ == nullptr; }

  private:
    void tell() {
        if (label_ != nullptr) in_.busy(begin_, end_, row_, label_);
    }

    const Issue& in_;
    const int row_;
    const char* label_ = nullptr;
    Cycle begin_ = 0, end_ = 0;
};

}  // namespace tessera::core
