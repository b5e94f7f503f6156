// What a fault means: its row, what silicon does, a program that has it and the same corrected, related faults.
#pragma once

#include <optional>
#include <string>

#include "sim/fault/fault.hpp"
#include "sim/views/screen.hpp"

namespace tessera::apps {

// Of "TS014", "ts14", "14" or "dst-index".
std::optional<fault::Id> fault_named(const std::string& word);
std::string explained(fault::Id id, const views::Screen& screen);

}  // namespace tessera::apps
