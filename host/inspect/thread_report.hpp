// The instructions of T0, T1 and T2 as `tessera list program` prints them: call by call of the kernel, loops folded,
// with the cycles of each and what each unit had.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "host/inspect/thread_trace.hpp"
#include "sim/views/screen.hpp"

namespace tessera::host {

std::string to_text(std::span<const ThreadTrace> threads, const arch::Arch& arch, const views::Screen& screen);
nlohmann::ordered_json to_json(std::span<const ThreadTrace> threads, const arch::Arch& arch);

}  // namespace tessera::host
