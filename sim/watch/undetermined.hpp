// Bytes of a memory that depend on bytes nobody has written (design.md 6), each with the fault that it is to use them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/watch/ranges.hpp"

namespace tessera::watch {

struct UndeterminedPart {
    std::uint64_t begin, end;
    std::shared_ptr<const fault::Fault> why;
    bool padding = false;  // moved as it lay, never looked at: no fault unless it is used
};

class Undetermined : public Ranges<UndeterminedPart> {
  public:
    using Part = UndeterminedPart;
    using Why = std::shared_ptr<const fault::Fault>;
    // The fault that `use` is, which comes in front of what was missing and stands at its place.
    static fault::Fault use(const std::string& use, const Why& why) {
        fault::Fault fault(fault::Id::uninitialised, why == nullptr ? use : use + ": " + why->detail());
        if (why == nullptr) return fault;
        fault.set_where(why->where());
        fault.related = why->related;
        fault.notes = why->notes;
        return fault;
    }
};

}  // namespace tessera::watch
