// A Chrome trace as tessera writes it, read back: its slices and counters become the events they were. What a trace
// does not hold stays unknown: what ended each wait, the parts of RISCs' work, SFPU lines, banks and links.
#pragma once

#include <string>
#include <string_view>

#include "sim/arch/arch.hpp"
#include "sim/views/view.hpp"

namespace tessera::views {

struct TraceHead {
    const arch::Arch* arch;
    double cycles_per_microsecond;  // of the times in the file
    std::uint64_t left_out;         // events that were not written
};

// Both throw fault::InputError in which `name` stands for the file.
TraceHead trace_head(std::string_view text, const std::string& name);
void replay_trace(std::string_view text, const std::string& name, const TraceHead& head, Listener& to);

}  // namespace tessera::views
