// SIGINT and SIGTERM for commands that keep or say what is done when they are interrupted.
#pragma once

#include <atomic>

namespace tessera::apps {

inline constexpr int interrupted_code = 130;

// From here on either signal sets the flag, which must outlive the process. Work that has not ended 0.7 s later ends
// the process, with that code and without files that are half written: so every phase ends within a second.
void stop_when_interrupted(std::atomic<bool>& flag);
// What is left to do is short, and not to be cut off.
void finish_after_interrupt();

}  // namespace tessera::apps
