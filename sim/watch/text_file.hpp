// Formatted text into an OutputFile, buffered; "-" is stdout.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "sim/watch/output_file.hpp"

namespace tessera::watch {

class TextFile {
  public:
    TextFile(const std::string& path, bool overwrite);

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
        if (buffer_.size() > flush_bytes) flush();
    }
    void finish();

  private:
    static constexpr std::size_t flush_bytes = 1 << 16;
    void flush();

    std::optional<OutputFile> file_;  // nothing: stdout
    fmt::memory_buffer buffer_;
};

}  // namespace tessera::watch
