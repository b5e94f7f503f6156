// What gdb asks of a target that stands still, and the answers: gdb's remote serial protocol without its packets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "host/debug/stops.hpp"
#include "host/debug/target.hpp"

namespace tessera::host {

class Session {
  public:
    Session(const DebugTarget& target, Stops& stops) : target_(target), stops_(stops) {}

    // Notes why the threads stand still; returns the stop reply that tells gdb.
    std::string stopped(const Stop& stop);
    // Nothing where the next stop is the answer.
    std::optional<std::string> answer(std::string_view request);
    // How the threads go on after the last request; nothing where they stand still.
    const std::optional<Resume>& resume() const { return resume_; }
    bool acknowledges() const { return acknowledges_; }

  private:
    using Answer = std::optional<std::string>;
    struct Request;
    Answer supported(std::string_view);
    Answer without_acknowledgements(std::string_view);
    Answer last_stop(std::string_view);
    Answer all_registers(std::string_view);
    Answer one_register(std::string_view number);
    Answer read_memory(std::string_view place);
    Answer choose_thread(std::string_view thread);
    Answer is_alive(std::string_view thread);
    Answer this_thread(std::string_view);
    Answer all_threads(std::string_view);
    Answer about_thread(std::string_view thread);
    Answer features(std::string_view window);
    Answer libraries(std::string_view window);
    Answer monitor(std::string_view command);
    Answer insert(std::string_view place);
    Answer remove(std::string_view place);
    Answer go_on(std::string_view actions);
    Answer detach(std::string_view);
    Answer kill(std::string_view);
    int thread_or_chosen(std::string_view digits) const;

    const DebugTarget& target_;
    Stops& stops_;
    Stop last_;
    int chosen_ = 0;  // the thread that gdb asks about
    std::optional<Resume> resume_;
    bool acknowledges_ = true;
};

}  // namespace tessera::host
