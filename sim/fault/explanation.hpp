// What silicon does where a fault is named, and which faults are close to it; spec/faults.md 2 has the same in its
// table.
#pragma once

#include <array>
#include <string_view>

#include "sim/fault/fault.hpp"

namespace tessera::fault {

struct Explanation {
    Id id;
    std::string_view silicon;
    std::array<Id, 3> related{};  // behind the last: none, which has number 0
};

// Every row of the list has one.
const Explanation& explanation(Id id);

}  // namespace tessera::fault
