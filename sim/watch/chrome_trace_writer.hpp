// How a ChromeTrace becomes a file; private to chrome_trace.cpp and this room.
#pragma once

#include "sim/watch/chrome_trace.hpp"
#include "sim/watch/text_file.hpp"

namespace tessera::watch {

class ChromeTrace::Writer {
  public:
    Writer(const ChromeTrace& trace, const std::string& path, bool overwrite) : trace_(trace), out_(path, overwrite) {}
    void run();

  private:
    // Begins an event; the caller adds its fields and a closing brace.
    void next();
    void process(int pid, std::string_view name);
    void thread(int pid, int tid, std::string_view name);
    std::string core_text(int core) const;

    void cores();
    void slices();
    void slices_of_track(std::vector<const Slice*>& slices);
    void counters();
    void flights();
    void arrows();
    void other_data();

    const ChromeTrace& trace_;
    TextFile out_;
    bool first_ = true;
};

}  // namespace tessera::watch
